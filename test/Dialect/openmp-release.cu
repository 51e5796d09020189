// REQUIRES: cuda-toolkit
// RUN: not %warplint %s -- -Xcompiler -fopenmp 2>&1 | FileCheck %s
//
// gcc 9 to 14 have OpenMP 4.5, also for nvcc's device code; Clang 22 has 5.1.

__global__ void k(float *p) {
  __shared__ float s[1024];
  p[threadIdx.x] = s[threadIdx.x * (_OPENMP == 201511 ? 32 : 1)];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict
}
void run(float *p) { k<<<1, dim3(_OPENMP == 201511 ? 32 : 64)>>>(p); }
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: block (32,1,1) from this launch
