// REQUIRES: cuda-toolkit
// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s -- -std=c++17 --cuda-gpu-arch=sm_90 | %races | FileCheck %s
//
// As sanitizer.cu, with the toolkit's barriers.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <mma.h>
namespace cg = cooperative_groups;

// racecheck: a warning. Race by the model.
__global__ void otherTile(int *out) { // CHECK: "otherTile": "race"
  __shared__ int s[32];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = t;
  tile.sync();
  out[t] = s[(t + 16) % 32];
}

__global__ void ownTile(int *out) { // CHECK: "ownTile": "race-free"
  __shared__ int s[32];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = t;
  tile.sync();
  out[t] = s[t ^ 1];
}

__global__ void blockOfGroups(int *out) { // CHECK: "blockOfGroups": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  cg::this_thread_block().sync();
  out[t] = s[127 - t];
}

// racecheck: a warning. Race by the model.
__global__ void fragmentThenLoad(float *out) { // CHECK: "fragmentThenLoad": "race"
  using namespace nvcuda;
  __shared__ float s[256];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
  wmma::fill_fragment(f, 1.0f);
  wmma::store_matrix_sync(s, f, 16, wmma::mem_row_major);
  out[threadIdx.x] = s[threadIdx.x];
}

// Race by the model.
__global__ void readsBeforeWait(int *out) { // CHECK: "readsBeforeWait": "race"
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&bar, 128);
  __syncthreads();
  s[t] = t;
  auto token = bar.arrive();
  out[t] = s[127 - t];
  bar.wait(std::move(token));
}

// Right by the model.
__global__ void waits(int *out) { // CHECK: "waits": "race-free"
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&bar, 128);
  __syncthreads();
  s[t] = t;
  bar.arrive_and_wait();
  out[t] = s[127 - t];
}

// Race by the model.
__global__ void __cluster_dims__(2, 1, 1) neighbor(int *out) { // CHECK: "neighbor": "unproven"
  __shared__ int s[128];
  auto cluster = cg::this_cluster();
  int t = threadIdx.x;
  int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  other[t] = t;
  out[t] = s[t];
}

// Race by the model.
__global__ void bulkBeforeWait(int *out, const int *in) { // CHECK: "bulkBeforeWait": "race"
  __shared__ alignas(16) int s[128];
  __shared__ unsigned long long bar;
  unsigned to = (unsigned)__cvta_generic_to_shared(s);
  unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(to), "l"(in), "r"(at) : "memory");
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Right by the model.
__global__ void pipeline(int *out, const int *in) { // CHECK: "pipeline": "race-free"
  __shared__ int s[128];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&s[t], in + t, sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  out[t] = s[127 - t];
  pipe.consumer_release();
}

void run(int *p, float *f) {
  otherTile<<<1, 32>>>(p);
  ownTile<<<1, 32>>>(p);
  blockOfGroups<<<1, 128>>>(p);
  fragmentThenLoad<<<1, 32>>>(f);
  readsBeforeWait<<<1, 128>>>(p);
  waits<<<1, 128>>>(p);
  neighbor<<<2, 128>>>(p);
  bulkBeforeWait<<<1, 128>>>(p, p);
  pipeline<<<1, 128>>>(p, p);
}
