// REQUIRES: cuda-toolkit
// RUN: not %warplint --arch=sm_90 --report-clean --verbose --sort=source %s -- -std=c++17 | FileCheck %s
// RUN: not %warplint --arch=sm_90 --format=json %s -- -std=c++17 | FileCheck %s --check-prefix=JSON
//
// However a cluster is asked for, the block is that of the launch. What another block's
// memory costs does not depend on the cluster's shape.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ float *other(float *s) {
  return cg::this_cluster().map_shared_rank(s, cg::this_cluster().block_rank() ^ 1);
}

// A column of 32 words of the other block: 32 sectors. Of its own, a bank for all.
__global__ void __cluster_dims__(2, 1, 1) attribute(float *g) {
  __shared__ float s[32 * 32];
  g[threadIdx.x] = other(s)[threadIdx.x * 32];
  // CHECK: :[[@LINE-1]]:20: warning: scattered over another block's memory: this 32-bit load touches 32 sectors, ideal 4
  // CHECK: note: block (64,1,1) from this launch
  g[threadIdx.x] = s[threadIdx.x % 32 * 32];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict
}

// The second tuple is the cluster. The first argument of a launch counts clusters then:
// gridDim is not taken from it.
// JSON: "kernel": "blocks",
// JSON: "block": [64, 1, 1],
// JSON-NEXT: "source": "reqntid",
// JSON-NEXT: "values": [],
__global__ void __block_size__((64, 1, 1), (2, 1, 1)) blocks(float *g) {
  __shared__ float s[32 * 32];
  g[threadIdx.x] = other(s)[threadIdx.x * 32 / gridDim.x];
  // CHECK: :[[@LINE-1]]:20: warning: scattered over another block's memory
  // CHECK: note: block (64,1,1) from this attribute
}

// Attributes of a launch.
__global__ void extended(float *g) {
  __shared__ float s[32 * 32];
  g[threadIdx.y * 32 + threadIdx.x] = other(s)[threadIdx.y * 32 + threadIdx.x];
  // CHECK: :[[@LINE-1]]:39: remark: coalesced: this 32-bit load touches 4 sectors
  s[threadIdx.x * 32 + threadIdx.y] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  // CHECK: note: block (32,2,1) from this launch
}

// The block's own memory by its rank is served by its banks.
__global__ void __cluster_dims__(4) own(float *g) {
  __shared__ float s[32 * 32];
  cg::cluster_group cluster = cg::this_cluster();
  float *mine = cluster.map_shared_rank(s, cluster.block_rank());
  g[threadIdx.x] = mine[threadIdx.x * 2];
  // CHECK: :[[@LINE-1]]:20: warning: 2-way bank conflict
}

void run(float *g) {
  attribute<<<4, 64>>>(g);
  blocks<<<4, 1>>>(g);
  own<<<4, 64>>>(g);
  cudaLaunchConfig_t config = {};
  config.gridDim = 8;
  config.blockDim = dim3(32, 2);
  cudaLaunchAttribute cluster[1];
  cluster[0].id = cudaLaunchAttributeClusterDimension;
  cluster[0].val.clusterDim.x = 2;
  cluster[0].val.clusterDim.y = 1;
  cluster[0].val.clusterDim.z = 1;
  config.attrs = cluster;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, extended, g);
}
