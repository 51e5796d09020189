// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks=-warplint-uncoalesced-access --arch=sm_70 --report-clean --report-unproven --sort=source %s | FileCheck %s --check-prefixes=PLAIN --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %warplint --checks=-warplint-uncoalesced-access --arch=sm_80 --report-clean --report-unproven --sort=source %s | FileCheck %s --check-prefixes=ASYNC,SM80 --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %warplint --checks=-warplint-uncoalesced-access --arch=sm_90 --report-clean --report-unproven --sort=source %s | FileCheck %s --check-prefixes=ASYNC --implicit-check-not=warning: --implicit-check-not=remark:
//
// The asynchronous copies of the toolkit's headers. Which instruction they are is
// decided by the architecture, the alignment and where the pointers lead; the figure
// stands at the call.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__device__ const void *kept[2]; // nvcc drops stores that nobody reads.

__global__ void pipeline(const float4 *v, const float *g) {
  __shared__ float4 rows[256];
  __shared__ float s[1024];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&rows[t], &v[t], sizeof(float4));
  // PLAIN: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts
  // ASYNC: :[[@LINE-2]]:3: remark: conflict-free: this 16-byte cp.async touches 4 shared-memory lines
  // Words 4 * t.
  __pipeline_memcpy_async(&s[4 * t], &g[t], 4);
  // PLAIN: :[[@LINE-1]]:3: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1
  // ASYNC: :[[@LINE-2]]:3: warning: 4-way bank conflict: this 4-byte cp.async takes 4 wavefronts, ideal 1
  __pipeline_commit();
  __pipeline_wait_prior(0);
  kept[0] = rows;
  kept[1] = s;
}

__global__ void oneThread(const float4 *v) {
  __shared__ float4 rows[256];
  int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&rows[t], &v[t], sizeof(float4), pipe);
  // PLAIN: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts
  // ASYNC: :[[@LINE-2]]:3: remark: conflict-free: this 16-byte cp.async touches 4 shared-memory lines
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  kept[0] = rows;
}

// A __shared__ object whose destructor does something is no error.
__global__ void group(const float *g) {
  __shared__ alignas(16) float s[1024];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block();
  cuda::memcpy_async(block, s, g, sizeof s, bar);
  // PLAIN: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront
  // ASYNC: :[[@LINE-2]]:3: remark: conflict-free: this 4-byte cp.async takes 1 wavefront
  // On compute capability 9.0 the copy engine moves it: no lane stores.
  cuda::memcpy_async(block, s, g, cuda::aligned_size_t<16>(sizeof s), bar);
  // PLAIN: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts
  // SM80: :[[@LINE-2]]:3: remark: conflict-free: this 16-byte cp.async touches 4 shared-memory lines
  kept[0] = s;
}

__global__ void cooperative(const float *g, int n) {
  __shared__ alignas(16) float s[1024];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  cg::memcpy_async(block, s, g, sizeof s);
  // PLAIN: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront
  // ASYNC: :[[@LINE-2]]:3: remark: conflict-free: this 4-byte cp.async takes 1 wavefront
  cg::memcpy_async(block, s, g, cuda::aligned_size_t<16>(sizeof s));
  // PLAIN: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts
  // ASYNC: :[[@LINE-2]]:3: remark: conflict-free: this 16-byte cp.async touches 4 shared-memory lines
  // Elements, by a tile.
  cg::memcpy_async(tile, s + 32 * tile.meta_group_rank(), 32, g, 32);
  // PLAIN: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront
  // ASYNC: :[[@LINE-2]]:3: remark: conflict-free: this 4-byte cp.async takes 1 wavefront
  // As many as there are.
  cg::memcpy_async(block, s, 1024, g, n);
  // PLAIN: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront
  // ASYNC: :[[@LINE-2]]:3: remark: conflict-free: this 4-byte cp.async takes 1 wavefront
  cg::wait(block);
  kept[0] = s;
}

void run(const float4 *v, const float *g) {
  pipeline<<<1, 256>>>(v, g);
  oneThread<<<1, 256>>>(v);
  group<<<1, 256>>>(g);
  cooperative<<<1, 256>>>(g, 100);
}
