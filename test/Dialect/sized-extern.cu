// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// An external shared variable with a size, or that is no array.

// REMEDY: with a remedy for external shared variables with a size; launches from the device

__global__ void array(int *p) {
  extern __shared__ int s[32];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
__global__ void scalar(int *p) {
  extern __shared__ int t;
  p[threadIdx.x] = (&t)[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
