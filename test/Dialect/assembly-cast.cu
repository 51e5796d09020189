// RUN: not %warplint -v %s -- %stub_flags 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// A cast of what assembly writes.

// REMEDY: worked around a cast of an assembly operand

__global__ void k(int *p) {
  __shared__ int s[64];
  unsigned u;
  asm("mov.u32 %0, 1;" : "=r"((int)u));
  p[threadIdx.x] = s[2 * threadIdx.x] + u;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
