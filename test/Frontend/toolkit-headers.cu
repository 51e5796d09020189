// REQUIRES: cuda-toolkit
// RUN: not %warplint %s > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=QUIET < %t.err
// RUN: %check %s < %t.out
//
// The headers of a real toolkit, without a flag from the user: nothing is said about
// versions, and those that live in a folder of their own are found.

// QUIET-NOT: {{warning|error}}:
// QUIET: 1 warning generated.

#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <cuda/barrier>
#include <cuda_fp16.h>
#include <mma.h>

namespace cg = cooperative_groups;

__global__ void halves(half *g) {
  __shared__ half tile[32][32];
  auto block = cg::this_thread_block();
  int t = block.thread_rank();
  tile[0][t] = g[t];
  block.sync();
  // Words 16 * t: two banks.
  g[t] = tile[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 16-way bank conflict: this 16-bit load takes 16 wavefronts, ideal 1
}

// Words t of a vector that a cooperative tile reads.
__global__ void tiled(float *g) {
  __shared__ float s[32];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  s[warp.thread_rank()] = g[warp.thread_rank()];
  warp.sync();
  g[warp.thread_rank()] = s[31 - warp.thread_rank()];
}

void run(half *h, float *g) {
  halves<<<1, 32>>>(h);
  tiled<<<1, 32>>>(g);
}
