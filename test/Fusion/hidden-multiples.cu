// REQUIRES: cuda-toolkit
// RUN: not %warplint --sort=source %s -- -std=c++17 -arch=sm_90 | FileCheck %s --implicit-check-not=warning:
//
// Multiples of 4 words that nvcc does not see as such (machine code of nvcc 13.0 for
// sm_90: four LDS.32 each): the four loads
// stay apart, so nothing says that they become one.

#define SUM(c) (s[c] + s[(c) + 1] + s[(c) + 2] + s[(c) + 3])

// The assembler sees no factor of a signed 24-bit product, ..
__global__ void product(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  int c = __mul24(t, 4);
  o[t] = SUM(c);
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}

// .. LLVM does, where it knows that the array is aligned.
__global__ void aligned(float *o) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  int c = __mul24(t, 4);
  o[t] = SUM(c);
}

// Of an unsigned one it does.
__global__ void unsignedProduct(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  int c = __umul24(t, 4);
  o[t] = SUM(c);
}

// Nobody sees through these.
__global__ void difference(float *o) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  int c = __sad(t * 4, 0, 0);
  o[t] = SUM(c);
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
__global__ void shifted(float *o) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  int c = __funnelshift_l(0, t, 2);
  o[t] = SUM(c);
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}

// LLVM sees that these masks clear nothing, and drops them.
#define MASKED(name, index)                                                    \
  __global__ void name(float *o) {                                             \
    __shared__ float s[1024];                                                  \
    int t = threadIdx.x;                                                       \
    s[t] = o[t];                                                               \
    __syncthreads();                                                           \
    int c = index;                                                             \
    o[t] = SUM(c);                                                             \
  }
MASKED(masked, min(t * 4, 96) & ~3)
// CHECK: :[[@LINE-1]]:1: warning: {{(up to )?}}4-way bank conflict
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
MASKED(shiftedBack, (min(t * 4, 96) >> 2) << 2)
// CHECK: :[[@LINE-1]]:1: warning: {{(up to )?}}4-way bank conflict
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
MASKED(dividedFirst, min(t * 4, 96) / 4 * 4)
// CHECK: :[[@LINE-1]]:1: warning: {{(up to )?}}4-way bank conflict
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
MASKED(ofProduct, __mul24(t, 4) & ~3)
// CHECK: :[[@LINE-1]]:1: warning: {{(up to )?}}4-way bank conflict
// CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
// These clear something, and the assembler sees them: LDS.128.
MASKED(cleared, min(t * 2, 96) & ~3)
MASKED(upperBits, min(t * 4, 96) & 124)

// But what is multiplied behind them is seen.
__global__ void behind(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  int c = 4 * __sad(t, 0, 0);
  o[t] = SUM(c);
}
void go(float *f) {
  product<<<1, 32>>>(f);
  aligned<<<1, 32>>>(f);
  unsignedProduct<<<1, 32>>>(f);
  difference<<<1, 32>>>(f);
  shifted<<<1, 32>>>(f);
  behind<<<1, 32>>>(f);
}
