// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Sectors of 32 bytes that requests move to and from the shared memory of another
// block of the cluster. Each kernel runs as one cluster of two blocks of one warp, and
// each asks the other; the figures are those of one block.

#include "launch.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// 32 words in a row are 128 bytes: 4 sectors. The stores that fill the array are
// local.
//
// expect rows: dld=4
__global__ void __cluster_dims__(2, 1, 1) rows(int *out) {
  __shared__ int s[1024];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  s[t] = t;
  cluster.sync();
  const int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[t] = other[t];
  cluster.sync();
}

// 4 * S bytes from lane to lane: 4 * S sectors up to S = 8, then one for each lane.
// S = 2: 8, S = 4: 16, S = 32: 32.
//
// expect strides: dld=56
__global__ void __cluster_dims__(2, 1, 1) strides(int *out) {
  __shared__ int s[1024];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32)
    s[i] = i;
  cluster.sync();
  const int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[t] = other[2 * t] + other[4 * t] + other[32 * t];
  cluster.sync();
}

// Eight lanes a word: 4 words of 4 bytes lie in one sector. One word for all lanes: 1.
//
// expect shared: dld=2
__global__ void __cluster_dims__(2, 1, 1) shared(int *out) {
  __shared__ int s[1024];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  s[t] = t;
  cluster.sync();
  const int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[t] = other[t / 8] + other[5];
  cluster.sync();
}

// A store of 32 words in a row: 4 sectors; 2 words apart: 8.
//
// expect stores: dst=12
__global__ void __cluster_dims__(2, 1, 1) stores(int *out) {
  __shared__ int s[1024];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  cluster.sync();
  other[t] = t;
  other[2 * t + 64] = t;
  cluster.sync();
  out[t] = s[t];
}

int main() {
  int *out = deviceArray<int>();
  rows<<<2, 32>>>(out);
  strides<<<2, 32>>>(out);
  shared<<<2, 32>>>(out);
  stores<<<2, 32>>>(out);
  return finish();
}
