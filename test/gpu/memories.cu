// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Other memories in loops, under guards and by several warps: sectors of distributed
// shared memory and of loads from local memory, passes of the constant cache (a launch
// makes up to three more for its parameters).

#include "launch.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__constant__ int table[1024];

// Two warps, 8 rounds, 32 words each.
//
// expect rounds: con=512
__global__ void rounds(int *out) {
  unsigned t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (unsigned k = 0; k < 8; ++k)
    sum += table[(t + 32 * k) % 1024];
  out[t] = sum;
}

// Half of the lanes: 16 words. In a warp of two rows of 16: 2 words.
//
// expect guarded: con=18
__global__ void guarded(int *out) {
  int t = threadIdx.x;
  if (t < 16)
    out[t] = table[t];
  out[t + 64] = table[t / 16];
}

// 8 bytes are one instruction, 16 are two: 32 and 64.
//
// expect wide: con=96
__constant__ double doubles[64];
__constant__ int4 vectors[64];
__global__ void wide(double *out, int4 *four) {
  out[threadIdx.x] = doubles[threadIdx.x];
  four[threadIdx.x] = vectors[threadIdx.x];
}

// 16 rounds of one index for all lanes, 4 sectors each; two warps.
//
// expect stack: local=128
__global__ void stack(const int *in, int *out) {
  int a[16];
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    a[i] = in[i * 64 + threadIdx.x];
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    sum = sum * 3 + a[15 - i];
  out[threadIdx.x] = sum;
}

// Rows of the other block's tile, 4 sectors, and columns of a padded one, 32: each of
// 8 warps 4 times.
//
// expect tiles: dld=1152
__global__ void __cluster_dims__(2, 1, 1) tiles(int *out) {
  __shared__ int tile[32][33];
  cg::cluster_group cluster = cg::this_cluster();
  int x = threadIdx.x, y = threadIdx.y;
  for (int row = 0; row < 32; row += 8)
    tile[y + row][x] = x;
  cluster.sync();
  const int *other =
      cluster.map_shared_rank(&tile[0][0], cluster.block_rank() ^ 1);
  int sum = 0;
  for (int row = 0; row < 32; row += 8)
    sum += other[x * 33 + y + row];
  for (int row = 0; row < 32; row += 8)
    sum += other[(y + row) * 32 + x];
  out[y * 32 + x] = sum;
  cluster.sync();
}

// The first warp stores a row to the other block, the second 16 numbers of 16 bytes: 4
// and 8 sectors.
//
// expect halo: dst=12
__global__ void __cluster_dims__(2, 1, 1) halo(int *out, int4 *four) {
  __shared__ int row[32];
  __shared__ int4 edge[16];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x;
  int *otherRow = cluster.map_shared_rank(row, cluster.block_rank() ^ 1);
  int4 *otherEdge = cluster.map_shared_rank(edge, cluster.block_rank() ^ 1);
  cluster.sync();
  if (t < 32)
    otherRow[t] = t;
  else if (t < 48)
    otherEdge[t - 32] = make_int4(t, t, t, t);
  cluster.sync();
  out[t] = row[t % 32];
  four[t] = edge[t % 16];
}

int main() {
  int *out = deviceArray<int>(), *in = deviceArray<int>();
  rounds<<<1, 64>>>(out);
  guarded<<<1, 32>>>(out);
  wide<<<1, 32>>>(deviceArray<double>(), deviceArray<int4>());
  stack<<<1, 64>>>(in, out);
  tiles<<<2, dim3(32, 8)>>>(out);
  halo<<<2, 64>>>(out, deviceArray<int4>());
  return finish();
}
