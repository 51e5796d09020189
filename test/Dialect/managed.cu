// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// A __managed__ variable is the device's, too.

// REMEDY: worked around __managed__ variables

__managed__ int x;
__global__ void k(int *p) {
  __shared__ int s[64];
  x = 1;
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
