// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks='-*,warplint-bank-conflict' %s | FileCheck %s
//
// The results of the host's min and max, which nvcc's headers define for all pairs of
// types of numbers: values, of the type that the usual conversions give.

__global__ void k(float *p) {
  __shared__ float s[1024];
  s[2 * threadIdx.x + threadIdx.y] = p[threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  // CHECK: block (64,2,2) from this launch
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}

void go(float *p, int n) {
  const int most = 64;
  const unsigned least = 1;
  n = -1;
  // -1 is the largest unsigned number.
  k<<<1, dim3(min(256, most), max(2, least), min(2u, n))>>>(p);
}
