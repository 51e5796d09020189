// RUN: not %warplint --color=always %s %stub | FileCheck %s --check-prefix=COLOR
// RUN: not %warplint --color=never %s %stub | FileCheck %s --check-prefix=PLAIN
// RUN: not %warplint %s %stub | FileCheck %s --check-prefix=PLAIN
//
// Colours as clang has them, by default on a terminal alone.

__global__ void kernel(float *g) {
  __shared__ float s[64];
  g[threadIdx.x] = s[2 * threadIdx.x];
}

// COLOR: {{\[}}0;1;35mwarning:
// PLAIN-NOT: {{\[}}0
// PLAIN: warning: 2-way
// PLAIN-NOT: {{\[}}0
