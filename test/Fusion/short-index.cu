// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s
//
// An index of a short type is one number, whether something is added to it or not.
// LLVM sees that it is a multiple; the assembler does not always. What nvcc 13.0
// issues for sm_90 stands behind each kernel.
extern __shared__ float s[];

#define SUM4(s, c) s[c] + s[c + 1] + s[c + 2] + s[c + 3]

// LDS.128, all of these.
__global__ void signedShort(float *out) {
  short c = threadIdx.x * 4;
  out[threadIdx.x] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
__global__ void unsignedShort(float *out) {
  unsigned short c = threadIdx.x * 4;
  out[threadIdx.x] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
__global__ void bytes(float *out) {
  unsigned char c = threadIdx.x * 4;
  out[threadIdx.x] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:22: {{.*}}these 4 loads are issued as one 128-bit load
}
__global__ void multiplied(float *out) {
  short h = threadIdx.x;
  int c = h * 4;
  out[threadIdx.x] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// 4 LDS.32: the assembler multiplies numbers of 16 bits.
__global__ void ofStaticArray(float *out) {
  __shared__ float p[1024];
  short h = threadIdx.x;
  p[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  int c = h * 4;
  out[threadIdx.x] = SUM4(p, c);
  // CHECK: :[[@LINE-1]]:22: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// 2 LDS.64: LLVM joins up to the 8 bytes that the array is declared with, and the
// assembler sees no more of the product.
__global__ void ofStaticPairs(float *out) {
  __shared__ float2 q[1024];
  q[threadIdx.x].x = out[threadIdx.x];
  q[threadIdx.x].y = out[threadIdx.x];
  __syncthreads();
  int c = static_cast<short>(threadIdx.x * 12);
  out[threadIdx.x] = q[c].x + q[c].y + q[c + 1].x + q[c + 1].y;
  // CHECK: :[[@LINE-1]]:22: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// LDS.128: with 16 bytes it is LLVM that joins them.
__global__ void ofAlignedPairs(float *out) {
  __shared__ __align__(16) float2 q[1024];
  q[threadIdx.x].x = out[threadIdx.x];
  q[threadIdx.x].y = out[threadIdx.x];
  __syncthreads();
  int c = static_cast<short>(threadIdx.x * 12);
  out[threadIdx.x] = q[c].x + q[c].y + q[c + 1].x + q[c + 1].y;
  // CHECK: :[[@LINE-1]]:22: {{.*}}these 4 loads are issued as one 128-bit load
}
void go(float *o) {
  ofStaticPairs<<<1, 64>>>(o);
  ofAlignedPairs<<<1, 64>>>(o);
  signedShort<<<1, 64, 1024>>>(o);
  unsignedShort<<<1, 64, 1024>>>(o);
  bytes<<<1, 64, 1024>>>(o);
  multiplied<<<1, 64, 1024>>>(o);
  ofStaticArray<<<1, 64>>>(o);
}
