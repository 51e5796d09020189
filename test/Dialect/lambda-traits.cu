// REQUIRES: cuda-toolkit
// RUN: %warplint --report-unproven %s | FileCheck %s --implicit-check-not=conflict-free
//
// The trait is false for the host's own lambda to nvcc, and here true for each closure:
// the block that it decides is unknown, (8,4) with nvcc, and 4-way.

__global__ void k(float *p) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = 1;
  p[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-2]]:3: remark: unproven: 32-bit store: the block shape is unknown
}
template <class F> void go(float *p, F) {
  k<<<1, dim3(__nv_is_extended_device_lambda_closure_type(F) ? 32 : 8, 4)>>>(p);
}
void run(float *p) { go(p, [] {}); }
