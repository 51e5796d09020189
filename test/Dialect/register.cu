// RUN: not %warplint -v %s -- %stub_flags 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// The register keyword, which C++17 took away.

// REMEDY: worked around the register keyword

__global__ void k(int *p) {
  __shared__ int s[64];
  register int a = p[0];
  p[threadIdx.x] = s[2 * threadIdx.x] + a;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
