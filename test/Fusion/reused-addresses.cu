// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s
//
// LLVM makes an address of an earlier one that differs in the factor of one part,
// and the assembler sees no more of its alignment than of the earlier one's. What
// nvcc 13.0 issues for sm_90 stands behind each kernel.

// 2 LDS.64, not one LDS.128: s + 16t is (s + 8t) + 8t.
__global__ void rows(const float *in, float *out) {
  __shared__ float s[512][2];
  int t = threadIdx.x;
  s[t][0] = in[t];
  s[t][1] = in[t + 512];
  __syncthreads();
  out[t] = s[2 * t][0] + s[2 * t][1] + s[2 * t + 1][0] + s[2 * t + 1][1];
  // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load: 4 wavefronts together, ideal 4
}
// Two LDS.64 each: the same with records, and with float2.
struct Complex {
  float re, im;
};
__global__ void records(const float *in, float *out) {
  __shared__ Complex s[512];
  int t = threadIdx.x;
  s[t].re = in[t];
  s[t].im = in[t + 512];
  __syncthreads();
  out[t] = s[2 * t].re + s[2 * t].im + s[2 * t + 1].re + s[2 * t + 1].im;
  // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// LDS.128: an unsigned index is computed anew.
__global__ void unsignedRows(const float *in, float *out) {
  __shared__ float s[512][2];
  unsigned t = threadIdx.x;
  s[t][0] = in[t];
  s[t][1] = in[t + 512];
  __syncthreads();
  out[t] = s[2 * t][0] + s[2 * t][1] + s[2 * t + 1][0] + s[2 * t + 1][1];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// LDS.128: and so is one of numbers with nothing else in it.
__global__ void numbers(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// 4 LDS.32: y * 128 + 4t is (y * 128 + t) + 3t.
__global__ void sums(const float *in, float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x, y = threadIdx.y;
  s[y * 128 + t] = in[t];
  __syncthreads();
  out[t] = s[y * 128 + 4 * t] + s[y * 128 + 4 * t + 1] + s[y * 128 + 4 * t + 2] + s[y * 128 + 4 * t + 3];
  // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// 4 LDS.32: what the earlier sum is an index of does not matter.
__global__ void ofOtherMemory(const float *in, float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x, y = threadIdx.y;
  s[t] = in[y * 32 + t];
  __syncthreads();
  out[t] = s[y * 32 + 4 * t] + s[y * 32 + 4 * t + 1] + s[y * 32 + 4 * t + 2] + s[y * 32 + 4 * t + 3];
  // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// LDS.128: the earlier one is not on all ways.
__global__ void underACondition(const float *in, float *out, int m) {
  __shared__ float s[512][2];
  int t = threadIdx.x;
  if (m)
    s[t][0] = in[t];
  __syncthreads();
  out[t] = s[2 * t][0] + s[2 * t][1] + s[2 * t + 1][0] + s[2 * t + 1][1];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// LDS.128: two factors differ.
__global__ void twoFactors(const float *in, float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x, y = threadIdx.y;
  s[y * 64 + t] = in[t];
  __syncthreads();
  out[t] = s[y * 128 + 4 * t] + s[y * 128 + 4 * t + 1] + s[y * 128 + 4 * t + 2] + s[y * 128 + 4 * t + 3];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// LDS.128: the earlier one is a multiple of 16 bytes, too.
__global__ void multiples(const float *in, float *out, int n) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[4 * n + 4 * t] = in[t];
  __syncthreads();
  out[t] = s[4 * t + n * 16] + s[4 * t + n * 16 + 1] + s[4 * t + n * 16 + 2] + s[4 * t + n * 16 + 3];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// LDS.128: LLVM joins what is extern before it reuses addresses.
__global__ void dynamic(const float *in, float *out) {
  extern __shared__ float d[];
  int t = threadIdx.x, y = threadIdx.y;
  d[y * 128 + t] = in[t];
  __syncthreads();
  out[t] = d[y * 128 + 4 * t] + d[y * 128 + 4 * t + 1] + d[y * 128 + 4 * t + 2] + d[y * 128 + 4 * t + 3];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// LDS.128, 8 of them: a row's address is not made of an element's.
__global__ void turned(const float *in, float *out) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    s[i][t] = in[i];
  __syncthreads();
  float x = 0;
  for (int i = 0; i < 32; ++i)
    x += s[t][i];
  out[t] = x;
  // CHECK: :[[@LINE-2]]:10: warning: 8-way bank conflict: 4 iterations of this load are issued as one 128-bit load
}
// 2 STS.128 where the multiple stands first ..
__global__ void plainFirst(double *out) {
  __shared__ double s[512];
  int t = threadIdx.x;
  s[2 * t] = t;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 2 stores are issued as one 128-bit store
  s[2 * t + 1] = t + 1;
  s[2 * t + 2] = t + 2;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 2 stores are issued as one 128-bit store
  s[2 * t + 3] = t + 3;
  __syncthreads();
  out[t] = s[t];
}
// .. and 4 STS.64 where the first one is made of t + 1, and the others of it.
__global__ void plainSecond(double *out) {
  __shared__ double s[512];
  int t = threadIdx.x;
  s[2 * t + 1] = t + 1;
  s[2 * t] = t;
  s[2 * t + 2] = t + 2;
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 64-bit store takes 4 wavefronts, ideal 2
  // CHECK: note: as written; the compiler may issue these 2 stores as one 128-bit store
  s[2 * t + 3] = t + 3;
  __syncthreads();
  out[t] = s[t];
}
void go(const float *a, float *b) {
  rows<<<1, 64>>>(a, b);
  records<<<1, 64>>>(a, b);
  unsignedRows<<<1, 64>>>(a, b);
  numbers<<<1, 64>>>(a, b);
  sums<<<1, dim3(32, 2)>>>(a, b);
  ofOtherMemory<<<1, dim3(32, 2)>>>(a, b);
  underACondition<<<1, 64>>>(a, b, 1);
  twoFactors<<<1, dim3(32, 2)>>>(a, b);
  multiples<<<1, 64>>>(a, b, 1);
  dynamic<<<1, dim3(32, 2), 8192>>>(a, b);
  turned<<<1, 32>>>(a, b);
  plainFirst<<<1, 64>>>(0);
  plainSecond<<<1, 64>>>(0);
}
