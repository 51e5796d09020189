// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// nvcc includes C's headers before the file does.

// REMEDY: worked around names of C's headers without their #include

__global__ void k(int *p) {
  __shared__ int s[64];
  assert(p);
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
void h(FILE *f) { fprintf(stderr, "x"); }
