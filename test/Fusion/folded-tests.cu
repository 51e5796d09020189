// RUN: not %warplint --sort=source --report-clean --checks='-*,warplint-bank-conflict' %s %stub | FileCheck %s
//
// Tests that are true for all threads. LLVM 22 folds them; nvcc 13.0 keeps those of the
// first part (sm_90: a select of the index in the PTX, and LDS.32 or LDS.64). What is
// kept leaves an index that is no multiple of 4 words.
#define SUM(c) (s[c] + s[(c) + 1] + s[(c) + 2] + s[(c) + 3])
#define KERNEL(name, index)                                                    \
  __global__ void name(float *o, const float *in, int n) {                     \
    __shared__ float s[1024];                                                  \
    int t = threadIdx.x, y = threadIdx.y;                                      \
    s[t] = in[t];                                                              \
    __syncthreads();                                                           \
    int c = index;                                                             \
    o[t + y] = SUM(c);                                                         \
  }                                                                            \
  void launch_##name(float *o) { name<<<1, 64>>>(o, o, 1); }

// A range that no bit shows: 7 * 3 is below 22.
KERNEL(product, (t & 7) * 3 < 22 ? t * 4 : 2)
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
KERNEL(sum, (n & 3) + (y & 3) < 7 ? t * 4 : 2)
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
KERNEL(most, max(n, 3) * 3 > 3 ? t * 4 : 2)
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
// nvcc does not know that numbers of blocks and threads are not negative.
KERNEL(block, (int)blockIdx.x >= 0 ? t * 4 : 2)
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
KERNEL(grid, gridDim.x >= 1 ? t * 4 : 2)
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load

// Both are multiples of 4 words, whatever is kept.
KERNEL(zero, (t & 7) * 3 < 22 ? t * 4 : 0)
// CHECK: :[[@LINE-1]]:1: remark: conflict-free: these 4 loads are issued as one 128-bit load
// What is multiplied behind the choice is seen.
KERNEL(behind, ((t & 7) * 3 < 22 ? t : 2) * 4)
// CHECK: :[[@LINE-1]]:1: remark: conflict-free: these 4 loads are issued as one 128-bit load
// Tests of constants are folded by everybody.
KERNEL(constants, sizeof(int) * 3 < 22 ? t * 4 : 2)
// CHECK: :[[@LINE-1]]:1: remark: conflict-free: these 4 loads are issued as one 128-bit load

// A function is simplified before it is known who calls it.
__device__ int place(int t) { return (t & 7) * 3 < 22 ? t * 4 : 2; }
KERNEL(called, place(t))
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load

// LDS.64 twice: the same with pointers.
__global__ void pointer(float *o, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  const float *p = (t & 7) * 3 < 22 ? s + t * 4 : s + 2;
  o[t] = p[0] + p[1] + p[2] + p[3];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// A branch that stays, 2 STS.32: the assembler joins nothing across it.
__global__ void guarded(float *o, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[2 * t] = in[t];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts
  // CHECK: note: as written; the compiler may issue these 2 stores as one 64-bit store
  if ((t & 7) * 3 > 21)
    __syncthreads();
  s[2 * t + 1] = in[t + 64];
  __syncthreads();
  o[t] = s[t];
}
// STS.64: both are behind the branch.
__global__ void left(float *o, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  if ((int)blockIdx.x < 0)
    return;
  s[2 * t] = in[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 2 stores are issued as one 64-bit store
  s[2 * t + 1] = in[t + 64];
  __syncthreads();
  o[t] = s[t];
}
void go(float *o) {
  pointer<<<1, 64>>>(o, o);
  guarded<<<1, 64>>>(o, o);
  left<<<1, 64>>>(o, o);
}
