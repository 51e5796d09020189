// REQUIRES: cuda-toolkit
// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s -- -std=c++17 --cuda-gpu-arch=sm_90 > %t
// RUN: FileCheck %s < %t
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

// CHECK: "races": [

// Right: a tile of 16 waits, own tile is read.
// CHECK: "kernel": "ownTile",
// CHECK-NEXT: "verdict": "race-free"
__global__ void ownTile(int *out) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = t;
  tile.sync();
  out[t] = s[t ^ 5];
}

// Race: other tile.
// CHECK: "kernel": "otherTile",
// CHECK-NEXT: "verdict": "race"
__global__ void otherTile(int *out) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = t;
  tile.sync();
  out[t] = s[t ^ 16];
}

// Right: tile by rank.
// CHECK: "kernel": "byRank",
// CHECK-NEXT: "verdict": "race-free"
__global__ void byRank(int *out) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int base = threadIdx.x / 8 * 8;
  s[base + tile.thread_rank()] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = s[base + 7 - tile.thread_rank()];
}

// Race: no sync in the tile.
// CHECK: "kernel": "withoutSync",
// CHECK-NEXT: "verdict": "race"
__global__ void withoutSync(int *out) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int base = threadIdx.x / 8 * 8;
  s[base + tile.thread_rank()] = threadIdx.x;
  out[threadIdx.x] = s[base + 7 - tile.thread_rank()];
}

// Right: a tile of the warp.
// CHECK: "kernel": "tileOfWarp",
// CHECK-NEXT: "verdict": "race-free"
__global__ void tileOfWarp(int *out) {
  __shared__ int s[128];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = t;
  warp.sync();
  out[t] = s[t ^ 31];
}

// Right: coalesced group of the threads of a branch.
// CHECK: "kernel": "coalesced",
// CHECK-NEXT: "verdict": "{{race-free|unproven}}",
__global__ void coalesced(int *out) {
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
// CHECK: "kernel": "reduces",
// CHECK-NEXT: "verdict": "race-free"
__global__ void reduces(int *out) {
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
// CHECK: "kernel": "reducesUnordered",
// CHECK-NEXT: "verdict": "race"
__global__ void reducesUnordered(int *out) {
  __shared__ int s[4];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int v = cg::reduce(warp, int(threadIdx.x), cg::plus<int>());
  if (warp.thread_rank() == 0)
    s[warp.meta_group_rank()] = v;
  out[threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}

// Right: cuda::barrier, arrive_and_wait.
// CHECK: "kernel": "arriveAndWait",
// CHECK-NEXT: "verdict": "race-free"
__global__ void arriveAndWait(int *out) {
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
// CHECK: "kernel": "beforeWait",
// CHECK-NEXT: "verdict": "race"
__global__ void beforeWait(int *out) {
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
// CHECK: "kernel": "onePipeline",
// CHECK-NEXT: "verdict": "race-free"
__global__ void onePipeline(int *out, const int *in) {
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
// CHECK: "kernel": "pipelineWithoutBarrier",
// CHECK-NEXT: "verdict": "race"
__global__ void pipelineWithoutBarrier(int *out, const int *in) {
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
// CHECK: "kernel": "twoStages",
// CHECK-NEXT: "verdict": "race-free"
__global__ void twoStages(int *out, const int *in, int n) {
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
// CHECK: "kernel": "twoStagesWithoutBarrier",
// CHECK-NEXT: "verdict": "race"
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
// CHECK: "kernel": "primitives",
// CHECK-NEXT: "verdict": "race-free"
__global__ void primitives(int *out, const int *in, int n) {
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
// CHECK: "kernel": "waitsForTooFew",
// CHECK-NEXT: "verdict": "race"
__global__ void waitsForTooFew(int *out, const int *in, int n) {
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
// CHECK: "kernel": "groupCopies",
// CHECK-NEXT: "verdict": "race-free"
__global__ void groupCopies(int *out, const int *in) {
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));
  cg::wait(block);
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// Race: no wait.
// CHECK: "kernel": "groupCopiesWithoutWait",
// CHECK-NEXT: "verdict": "race"
__global__ void groupCopiesWithoutWait(int *out, const int *in) {
  __shared__ int s[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));
  block.sync();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// Right: block-scope pipeline, unified, two stages in a loop.
// CHECK: "kernel": "sharedPipeline",
// CHECK-NEXT: "verdict": "{{race-free|unproven}}",
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
// CHECK: "kernel": "sharedPipelineWithoutWait",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
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
// CHECK: "kernel": "sharedPipelineOnce",
// CHECK-NEXT: "verdict": "{{race-free|unproven}}",
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
// CHECK: "kernel": "partition",
// CHECK-NEXT: "verdict": "race-free"
__global__ void partition(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto g = cg::binary_partition(tile, t & 1);
  s[t] = g.thread_rank();
  g.sync();
  out[t] = s[t];
}

// Race: thread_block_tile of 64 threads is two warps: warp sync alone.
// CHECK: "kernel": "otherWarp",
// CHECK-NEXT: "verdict": "race"
__global__ void otherWarp(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  s[t] = t;
  tile.sync();
  out[t] = s[t ^ 32];
}

// Right: atomicAdd_block and reads behind a grid-independent sync.
// CHECK: "kernel": "atomicsOfBlock",
// CHECK-NEXT: "verdict": "race-free"
__global__ void atomicsOfBlock(int *out) {
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
// CHECK: "kernel": "votes",
// CHECK-NEXT: "verdict": "race-free"
__global__ void votes(int *out, const int *in) {
  __shared__ int s[4];
  int t = threadIdx.x;
  unsigned m = __ballot_sync(~0u, in[t] > 0);
  if (t % 32 == 0)
    s[t / 32] = __popc(m);
  __syncthreads();
  out[t] = s[t % 4];
}

void run(int *p, int n) {
  ownTile<<<1, 128>>>(p);
  otherTile<<<1, 128>>>(p);
  byRank<<<1, 128>>>(p);
  withoutSync<<<1, 128>>>(p);
  tileOfWarp<<<1, 128>>>(p);
  coalesced<<<1, 128>>>(p);
  reduces<<<1, 128>>>(p);
  reducesUnordered<<<1, 128>>>(p);
  arriveAndWait<<<1, 128>>>(p);
  beforeWait<<<1, 128>>>(p);
  onePipeline<<<1, 128>>>(p, p);
  pipelineWithoutBarrier<<<1, 128>>>(p, p);
  twoStages<<<1, 128>>>(p, p, n);
  twoStagesWithoutBarrier<<<1, 128>>>(p, p, n);
  primitives<<<1, 128>>>(p, p, n);
  waitsForTooFew<<<1, 128>>>(p, p, n);
  groupCopies<<<1, 128>>>(p, p);
  groupCopiesWithoutWait<<<1, 128>>>(p, p);
  sharedPipeline<<<1, 128>>>(p, p, n);
  sharedPipelineWithoutWait<<<1, 128>>>(p, p);
  sharedPipelineOnce<<<1, 128>>>(p, p);
  partition<<<1, 128>>>(p);
  otherWarp<<<1, 128>>>(p);
  atomicsOfBlock<<<1, 128>>>(p);
  votes<<<1, 128>>>(p, p);
}
