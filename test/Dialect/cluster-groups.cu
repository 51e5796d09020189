// REQUIRES: cuda-toolkit
// RUN: not %warplint %s | %check %s
// RUN: not %warplint -v %s -- -std=c++17 --cuda-gpu-arch=sm_90 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// The groups of clusters are declared for nvcc alone, not for a command of clang.

// REMEDY: worked around cooperative groups of clusters

#include <cooperative_groups.h>

__global__ void k(int *p) {
  __shared__ int s[64];
  cooperative_groups::this_cluster().sync();
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
