// Ranks and sizes of cooperative groups, and a cooperative launch.
// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning %s --arch=sm_90 --report-clean --sort=source --verbose \
// RUN:   --layouts=false | FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark:

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void partitionedTiles(float *out) {
  __shared__ float s[2048];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  // Lane l of a tile at word 2*l, tiles 32 words apart: the tiles' lanes meet.
  // CHECK: :[[@LINE+3]]:30: warning: 2-way bank conflict
  // CHECK: in warp 0, lanes 0, 16 read 2 different words of bank 0
  // CHECK: note: block (64,2,1) from this launch
  out[block.thread_rank()] = s[2 * tile.thread_rank() +
                               32 * tile.meta_group_rank()];
  // 16 words a tile: a word for every thread.
  // CHECK: :[[@LINE+1]]:31: remark: conflict-free
  out[block.thread_rank()] += s[tile.thread_rank() +
                                tile.size() * tile.meta_group_rank()];
  // 128 threads: words 0 and 128, both of bank 0.
  // CHECK: :[[@LINE+1]]:31: warning: 2-way bank conflict
  out[block.thread_rank()] += s[block.size() * (block.thread_rank() % 2)];
  // CHECK: :[[@LINE+1]]:13: remark: conflict-free
  out[0] += s[block.dim_threads().x * block.thread_index().y +
              block.thread_index().x];
  // CHECK: :[[@LINE+2]]:5: remark: conflict-free
  for (unsigned i = block.thread_rank(); i < 2048; i += block.num_threads())
    s[i] = 0;
}

void run(float *out) {
  void *args[] = {&out};
  cudaLaunchCooperativeKernel((void *)partitionedTiles, dim3(4), dim3(64, 2), args, 0, 0);
}
