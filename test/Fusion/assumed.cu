// REQUIRES: cuda-toolkit
// RUN: %warplint --sort=source --report-clean --fail-on=never --format=json %s -- -std=c++17 -arch=sm_90 | FileCheck %s
//
// What an assumption aligns. nvcc 13.0 for sm_90 issues what stands before each kernel.
#define SUM(p) (p)[0] + (p)[1] + (p)[2] + (p)[3]

// LDS.128
__global__ void address(float *o, int n) {
  __shared__ float s[1024];
  s[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  const float *p = (const float *)__builtin_assume_aligned(s + n, 16);
  o[threadIdx.x] = SUM(p);
}
// CHECK: "issue": "as-written"
// CHECK-COUNT-4: "issue": "maybe-fused"
// LDS.128: LLVM knows how the array is aligned, and sees the mask.
__global__ void index(float *o) {
  __shared__ __align__(16) float s[1024];
  s[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  int i = o[threadIdx.x + 512];
  __builtin_assume((i & 3) == 0);
  o[threadIdx.x] = SUM(s + i);
}
// CHECK: "issue": "as-written"
// CHECK-COUNT-4: "issue": "maybe-fused"
// LDS.32: a range aligns nothing.
__global__ void range(float *o, int n) {
  __shared__ float s[1024];
  s[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  __builtin_assume(n < 1000);
  o[threadIdx.x] = SUM(s + n * threadIdx.x);
}
// CHECK-NOT: "issue": "maybe-fused"
