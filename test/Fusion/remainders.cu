// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s
//
// Behind the remainder of a signed number by a power of two the assembler does not
// see a multiple of 4; LLVM does, of arrays that it joins itself. What nvcc 13.0
// issues for sm_90 stands behind each kernel.

#define SUM4(s, c) s[c] + s[c + 1] + s[c + 2] + s[c + 3]

// 4 LDS.32. Words 4t of 32 lanes are 4 to a bank.
__global__ void signedOne(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = (t * 4) % 256;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// LDS.128, all of these.
__global__ void unsignedOne(float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  unsigned c = (t * 4) % 256;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
__global__ void masked(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = t * 4 & 252;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
__global__ void before(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = (t % 64) * 4;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
__global__ void byTwenty(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = (t * 4) % 20;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: {{.*}}these 4 loads are issued as one 128-bit load
}
__global__ void dynamic(float *out) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t] = out[t];
  __syncthreads();
  int c = (t * 4) % 256;
  out[t] = SUM4(d, c);
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// 4 STS.32: across shuffles LLVM does not join stores, and the assembler, which
// does, sees no alignment.
__global__ void acrossShuffles(float *out) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  int c = (t * 4) % 256;
  float v = out[t];
#pragma unroll
  for (int j = 0; j < 4; ++j)
    d[c + j] = __shfl_sync(0xffffffff, v, (t + j) & 15);
  // CHECK: :[[@LINE-1]]:5: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue 4 iterations of this store as one 128-bit store
  __syncthreads();
  out[t] = d[t];
}
void go(float *b) {
  signedOne<<<1, 64>>>(b);
  unsignedOne<<<1, 64>>>(b);
  masked<<<1, 64>>>(b);
  before<<<1, 64>>>(b);
  byTwenty<<<1, 64>>>(b);
  dynamic<<<1, 64, 1024>>>(b);
  acrossShuffles<<<1, 64, 1024>>>(b);
}
