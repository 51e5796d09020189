// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// How many copies nvcc makes of a loop depends on its length and its size. What
// nvcc 13.0 issues for sm_90 stands behind each kernel.

#define FILL(s) s[threadIdx.x] = in[threadIdx.x]; __syncthreads()

// At most seven iterations: LLVM leaves the loop alone, and the assembler makes
// four copies, of which it joins two and two. LDS.64 and LDS.32.
__global__ void remainder(float *out, const float *in, int n) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (int i = 0; i < n % 8; ++i)
    x = x * 1.5f + s[i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: 2 iterations of this load are issued as one 64-bit load
  out[threadIdx.x] = x;
}

// The same with a bound that is never negative: LDS.32 alone. Of what is not
// known for certain the figure is that of the source.
__global__ void unsignedRemainder(float *out, const float *in, unsigned n) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (int i = 0; i < int(n % 8); ++i)
    x = x * 1.5f + s[i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
  out[threadIdx.x] = x;
}

// At most 31: four copies by LLVM. LDS.128 + LDS.32.
__global__ void longRemainder(float *out, const float *in, int n) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (int i = 0; i < n % 32; ++i)
    x = x * 1.5f + s[i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  out[threadIdx.x] = x;
}

// The bound is computed in each iteration as it stands there, and is the same.
// LDS.128 + LDS.32.
__global__ void computedBound(float *out, const float *in) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (unsigned i = 0; i < gridDim.x * 3; ++i)
    x = x * 1.5f + s[i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  out[threadIdx.x] = x;
}

// 96 iterations are six turns of 16: the pointer that each row has is seen to be a
// multiple of 16. LDS.128; of four copies it would be one of 8.
__global__ void sixTurns(float *out, const float *in) {
  __shared__ float s[32 * 96];
  FILL(s);
  float x = 0;
  for (int i = 0; i < 96; ++i)
    x = x * 1.5f + s[96 * threadIdx.x + i];
  // All lanes are in one bank, eight of them go together: 32 wavefronts.
  // CHECK: :[[@LINE-2]]:20: warning: 8-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 32 wavefronts, ideal 4
  out[threadIdx.x] = x;
}

// LLVM joins nothing across a shuffle, and the assembler sees a pointer into the
// middle of four words. LDS.64.
__global__ void shuffles(float *out, const float *in, int n) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (int i = 0; i < n; ++i)
    x += __shfl_xor_sync(~0u, s[16 * n + i], 1);
  // CHECK: :[[@LINE-1]]:31: remark: conflict-free: this 32-bit load takes 1 wavefront
  out[threadIdx.x] = x;
}

// LDS.64 and STS.64: LLVM joins the members of float2, whose stores it can tell
// apart from the other member's loads.
__global__ void members(float *out, const float *in) {
  __shared__ float2 s[64];
  int t = threadIdx.x;
  s[t].x = in[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 2 stores are issued as one 64-bit store
  s[t].y = in[t + 32];
  __syncthreads();
  s[t].x += s[t + 8].x;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 2 loads are issued as one 64-bit load
  // CHECK: :[[@LINE-2]]:3: remark: conflict-free: these 2 stores are issued as one 64-bit store
  // CHECK: :[[@LINE-3]]:13: remark: conflict-free: these 2 loads are issued as one 64-bit load
  s[t].y += s[t + 8].y;
  __syncthreads();
  out[t] = s[t ^ 1].x;
}

void run(float *out, const float *in) {
  sixTurns<<<1, 32>>>(out, in);
  members<<<1, 32>>>(out, in);
}
