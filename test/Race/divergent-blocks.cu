// REQUIRES: cuda-toolkit
// RUN: %warplint --checks='-*,warplint-divergent-barrier' --block=128 --fail-on=never %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck %s --implicit-check-not='divergent barrier:'
//
// A cluster's barrier waits for all of its threads, and a grid's for all blocks.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Half of a block goes on.
__global__ void __cluster_dims__(2, 1, 1) threads(int *out) {
  if (threadIdx.x < 64)
    cg::this_cluster().sync();
  // CHECK: error: divergent barrier: threads 64 to 127 do not arrive
  out[threadIdx.x] = 1;
}

// Block 1 of each cluster goes on.
__global__ void __cluster_dims__(2, 1, 1) firstBlock(int *out) {
  if (cg::this_cluster().block_rank() == 0)
    cg::this_cluster().sync();
  // CHECK: error: divergent barrier: some blocks of the cluster do not arrive
  // CHECK: :[[@LINE-3]]:{{[0-9]+}}: note: '{{.*}}' holds in some blocks of the cluster, but not in others
  out[threadIdx.x] = 1;
}

// Right: all threads of both blocks come.
__global__ void __cluster_dims__(2, 1, 1) all(int *out) {
  if (cg::this_cluster().block_rank() == 0)
    out[threadIdx.x] = 1;
  cg::this_cluster().sync();
  out[threadIdx.x] += 1;
}

// Right: both arms have the barrier.
__global__ void __cluster_dims__(2, 1, 1) arms(int *out) {
  if (cg::this_cluster().block_rank() == 0) {
    out[threadIdx.x] = 1;
    cg::this_cluster().sync();
  } else {
    cg::this_cluster().sync();
  }
}

// Right: blocks that have ended count as arrived.
__global__ void __cluster_dims__(2, 1, 1) leaves(int *out) {
  if (cg::this_cluster().block_rank() == 0)
    return;
  cg::this_cluster().sync();
  out[threadIdx.x] = 1;
}

// Every second block waits for the others.
__global__ void oddBlocks(int *out) {
  if (blockIdx.x % 2)
    cg::this_grid().sync();
  // CHECK: error: divergent barrier: some blocks of the grid do not arrive
  out[threadIdx.x] = 1;
}

// A block that has ended never arrives at the grid's barrier.
__global__ void endedBlock(int *out) {
  if (blockIdx.x == 0)
    return;
  cg::this_grid().sync();
  // CHECK: error: divergent barrier: some blocks of the grid do not arrive
  out[threadIdx.x] = 1;
}

// Right: all blocks come.
__global__ void allBlocks(int *out) {
  if (blockIdx.x == 0)
    out[threadIdx.x] = 1;
  cg::this_grid().sync();
  out[threadIdx.x] += 1;
}

// Undecided: the grid may have n blocks.
__global__ void parameter(int *out, int n) {
  if (blockIdx.x < n)
    cg::this_grid().sync();
  out[threadIdx.x] = 1;
}
