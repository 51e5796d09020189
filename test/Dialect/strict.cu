// REQUIRES: cuda-toolkit
// RUN: not %warplint --strict %s 2>&1 | FileCheck %s
// RUN: not %warplint -v %s 2>&1 | FileCheck %s --check-prefix=LENIENT
//
// With --strict nothing is done about what clang refuses.

__global__ void k(int *p) {
  __shared__ int s[64];
  register int a = p[0];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: {{.*}}'register'
  p[threadIdx.x] = s[2 * threadIdx.x] + a;
}
// CHECK: skipped 'k': it has an error: strict.cu:9:
// LENIENT: remedy for the register keyword
// LENIENT: warning: 2-way bank conflict
