// REQUIRES: cuda-toolkit
// RUN: not %warplint -v --keep-going %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// Functors that CCCL 3 has under other names: no figure needs what they return.

// REMEDY-DAG: worked around 'cub::Max', declared from its uses
// REMEDY-DAG: worked around 'cub::Sum', declared from its uses

#include <cub/cub.cuh>

__global__ void k(int *p) {
  __shared__ int s[64];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  p[0] = cub::Max()(p[1], p[2]) + cub::Min()(p[1], p[2]) + cub::Sum()(1, 2);
}
// CHECK: cub-functors.cu: remark: results may be incomplete: clang reports errors in this file
