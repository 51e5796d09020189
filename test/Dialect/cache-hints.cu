// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// Loads and stores with cache hints that clang does not declare.

// REMEDY: worked around loads and stores with cache hints

__global__ void k(float *f) {
  __shared__ float s[64];
  __stcs(f, s[2 * threadIdx.x]);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  __stcg(f, 1.f);
  __stwb(f, 1.f);
  f[1] = __ldlu(f) + __ldca(f) + __ldcs(f) + __ldcg(f) + __ldcv(f);
}
