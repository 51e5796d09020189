// REQUIRES: cuda-toolkit
// RUN: %warplint --checks='-*,warplint-shared-race' --block=128 --fail-on=never --format=json %s -- -std=c++17 --cuda-gpu-arch=sm_90 | %races | FileCheck %s
//
// Groups, barriers and pipelines of the toolkit's headers. A kernel with a race must never be told
// to be free of them, and none without one to have one.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

// Right: a tile of 16 waits, own tile is read.
__global__ void ownTile(int *out) { // CHECK: "ownTile": "race-free"
  __shared__ int s[128];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = t;
  tile.sync();
  out[t] = s[t ^ 5];
}

// Race: other tile.
__global__ void otherTile(int *out) { // CHECK: "otherTile": "race"
  __shared__ int s[128];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = t;
  tile.sync();
  out[t] = s[t ^ 16];
}

// Right: tile by rank.
__global__ void byRank(int *out) { // CHECK: "byRank": "race-free"
  __shared__ int s[128];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int base = threadIdx.x / 8 * 8;
  s[base + tile.thread_rank()] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = s[base + 7 - tile.thread_rank()];
}

// Race: no sync in the tile.
__global__ void withoutSync(int *out) { // CHECK: "withoutSync": "race"
  __shared__ int s[128];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int base = threadIdx.x / 8 * 8;
  s[base + tile.thread_rank()] = threadIdx.x;
  out[threadIdx.x] = s[base + 7 - tile.thread_rank()];
}

// Right: a tile of the warp.
__global__ void tileOfWarp(int *out) { // CHECK: "tileOfWarp": "race-free"
  __shared__ int s[128];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = t;
  warp.sync();
  out[t] = s[t ^ 31];
}

// Right: coalesced group of the threads of a branch.
__global__ void coalesced(int *out) { // CHECK: "coalesced": "{{race-free|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t % 2 == 0) {
    auto g = cg::coalesced_threads();
    s[t] = t;
    g.sync();
    out[t] = s[t ^ 2];
  }
}

// Right: reduce in the tile, slot by meta rank.
__global__ void reduces(int *out) { // CHECK: "reduces": "race-free"
  __shared__ int s[4];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int v = cg::reduce(warp, int(threadIdx.x), cg::plus<int>());
  if (warp.thread_rank() == 0)
    s[warp.meta_group_rank()] = v;
  block.sync();
  out[threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}

// Race: without block.sync.
__global__ void reducesUnordered(int *out) { // CHECK: "reducesUnordered": "race"
  __shared__ int s[4];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int v = cg::reduce(warp, int(threadIdx.x), cg::plus<int>());
  if (warp.thread_rank() == 0)
    s[warp.meta_group_rank()] = v;
  out[threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}

// Right: cuda::barrier, arrive_and_wait.
__global__ void arriveAndWait(int *out) { // CHECK: "arriveAndWait": "race-free"
  __shared__ int s[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  int t = threadIdx.x;
  if (t == 0)
    init(&b, 128);
  __syncthreads();
  s[t] = t;
  b.arrive_and_wait();
  out[t] = s[127 - t];
}

// Race: read between arrive and wait.
__global__ void beforeWait(int *out) { // CHECK: "beforeWait": "race"
  __shared__ int s[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  int t = threadIdx.x;
  if (t == 0)
    init(&b, 128);
  __syncthreads();
  s[t] = t;
  auto k = b.arrive();
  out[t] = s[127 - t];
  b.wait(std::move(k));
}

// Right: pipeline of one stage.
__global__ void onePipeline(int *out, const int *in) { // CHECK: "onePipeline": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  auto p = cuda::make_pipeline();
  p.producer_acquire();
  cuda::memcpy_async(&s[t], &in[t], 4, p);
  p.producer_commit();
  p.consumer_wait();
  __syncthreads();
  out[t] = s[127 - t];
  p.consumer_release();
}

// Race: no barrier.
__global__ void pipelineWithoutBarrier(int *out, const int *in) { // CHECK: "pipelineWithoutBarrier": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  auto p = cuda::make_pipeline();
  p.producer_acquire();
  cuda::memcpy_async(&s[t], &in[t], 4, p);
  p.producer_commit();
  p.consumer_wait();
  out[t] = s[127 - t];
  p.consumer_release();
}

// Right: two stages in a loop, thread-scope pipeline.
__global__ void twoStages(int *out, const int *in, int n) { // CHECK: "twoStages": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x;
  auto p = cuda::make_pipeline();
  p.producer_acquire();
  cuda::memcpy_async(&s[0][t], &in[t], 4, p);
  p.producer_commit();
  for (int k = 1; k < n; ++k) {
    p.producer_acquire();
    cuda::memcpy_async(&s[k & 1][t], &in[k * 128 + t], 4, p);
    p.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(p);
    __syncthreads();
    out[t] += s[(k - 1) & 1][127 - t];
    __syncthreads();
    p.consumer_release();
  }
}

// Race: the second barrier is missing.
// CHECK: "twoStagesWithoutBarrier": "race"
__global__ void twoStagesWithoutBarrier(int *out, const int *in, int n) {
  __shared__ int s[2][128];
  int t = threadIdx.x;
  auto p = cuda::make_pipeline();
  p.producer_acquire();
  cuda::memcpy_async(&s[0][t], &in[t], 4, p);
  p.producer_commit();
  for (int k = 1; k < n; ++k) {
    p.producer_acquire();
    cuda::memcpy_async(&s[k & 1][t], &in[k * 128 + t], 4, p);
    p.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(p);
    __syncthreads();
    out[t] += s[(k - 1) & 1][127 - t];
    p.consumer_release();
  }
}

// Right: primitives: __pipeline_memcpy_async.
__global__ void primitives(int *out, const int *in, int n) { // CHECK: "primitives": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int k = 1; k < n; ++k) {
    __pipeline_memcpy_async(&s[k & 1][t], &in[k * 128 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[t] += s[(k - 1) & 1][127 - t];
    __syncthreads();
  }
}

// Race: waits for the wrong group.
__global__ void waitsForTooFew(int *out, const int *in, int n) { // CHECK: "waitsForTooFew": "race"
  __shared__ int s[2][128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int k = 1; k < n; ++k) {
    __pipeline_memcpy_async(&s[k & 1][t], &in[k * 128 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    out[t] += s[(k - 1) & 1][127 - t];
    __syncthreads();
  }
}

// Right: cg::memcpy_async and cg::wait.
__global__ void groupCopies(int *out, const int *in) { // CHECK: "groupCopies": "race-free"
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));
  cg::wait(block);
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// Race: no wait.
__global__ void groupCopiesWithoutWait(int *out, const int *in) { // CHECK: "groupCopiesWithoutWait": "race"
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));
  block.sync();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// Right: block-scope pipeline, unified, two stages in a loop.
// CHECK: "sharedPipeline": "{{race-free|unproven}}"
__global__ void sharedPipeline(int *out, const int *in, int n) {
  __shared__ int s[2][128];
  auto block = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  auto p = cuda::make_pipeline(block, &st);
  int t = threadIdx.x;
  for (int c = 0, f = 0; c < n; ++c) {
    for (; f < n && f < c + 2; ++f) {
      p.producer_acquire();
      cuda::memcpy_async(block, s[f % 2], in + f * 128,
                         cuda::aligned_size_t<16>(512), p);
      p.producer_commit();
    }
    p.consumer_wait();
    out[t] += s[c % 2][127 - t];
    p.consumer_release();
  }
}

// Race: no consumer_wait.
// CHECK: "sharedPipelineWithoutWait": "{{race|unproven}}"
__global__ void sharedPipelineWithoutWait(int *out, const int *in) {
  __shared__ int s[2][128];
  auto block = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  auto p = cuda::make_pipeline(block, &st);
  int t = threadIdx.x;
  p.producer_acquire();
  cuda::memcpy_async(block, s[0], in, cuda::aligned_size_t<16>(512), p);
  p.producer_commit();
  out[t] += s[0][127 - t];
  p.consumer_wait();
  p.consumer_release();
}

// Right: the same in order.
// CHECK: "sharedPipelineOnce": "{{race-free|unproven}}"
__global__ void sharedPipelineOnce(int *out, const int *in) {
  __shared__ int s[2][128];
  auto block = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  auto p = cuda::make_pipeline(block, &st);
  int t = threadIdx.x;
  p.producer_acquire();
  cuda::memcpy_async(block, s[0], in, cuda::aligned_size_t<16>(512), p);
  p.producer_commit();
  p.consumer_wait();
  out[t] += s[0][127 - t];
  p.consumer_release();
}

// Right: labeled partition is a partition: own slot.
__global__ void partition(int *out) { // CHECK: "partition": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto g = cg::binary_partition(tile, t & 1);
  s[t] = g.thread_rank();
  g.sync();
  out[t] = s[t];
}

// Race: thread_block_tile of 64 threads is two warps: warp sync alone.
__global__ void otherWarp(int *out) { // CHECK: "otherWarp": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  s[t] = t;
  tile.sync();
  out[t] = s[t ^ 32];
}

// Right: atomicAdd_block and reads behind a grid-independent sync.
__global__ void atomicsOfBlock(int *out) { // CHECK: "atomicsOfBlock": "race-free"
  __shared__ int c;
  if (threadIdx.x == 0)
    c = 0;
  __syncthreads();
  atomicAdd_block(&c, 1);
  __syncthreads();
  out[threadIdx.x] = c;
}

// Right: warp vote guards one writer: leader by __ffs of activemask is one lane... writes own
// slot.
__global__ void votes(int *out, const int *in) { // CHECK: "votes": "race-free"
  __shared__ int s[4];
  int t = threadIdx.x;
  unsigned m = __ballot_sync(~0u, in[t] > 0);
  if (t % 32 == 0)
    s[t / 32] = __popc(m);
  __syncthreads();
  out[t] = s[t % 4];
}
