// What Nsight Compute counts of a whole launch: the units of a block times its blocks.
//
// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s --implicit-check-not='whole launch'
// RUN: %warplint --cost --fail-on=never --format=json %s %stub | FileCheck %s --check-prefix=JSON

// Of 8 warps, each loads 4 sectors, stores a row in shared memory, loads it and stores 4
// sectors: 16 wavefronts and 64 sectors; with a read of threadIdx 5 instructions a warp.
// Times 64.
// CHECK: cost of 'rows'
// CHECK: {{^ +}}16 {{.*}} shared  16 wavefronts
// CHECK: {{^  }}whole launch of 64 blocks: shared 1,024 wavefronts, lsu 2,560 warp instructions, l1 4,096 sectors, l2 4,096 sectors,
// JSON: "kernel": "rows"
// JSON: "pipe": "shared"
// JSON: "unitsOfLaunch": 1024
// JSON: "pipe": "l1"
// JSON: "unitsOfLaunch": 4096
__global__ void rows(float *x) {
  __shared__ float s[256];
  s[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  x[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x ^ 1];
}

// n is not known, nor how often the loop runs.
// CHECK: cost of 'loop'
// JSON: "kernel": "loop"
// JSON: "unitsOfLaunch": null
__global__ void loop(float *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i * 256 + threadIdx.x] = i;
}

// The grid is not known.
// CHECK: cost of 'anyGrid'
// JSON: "kernel": "anyGrid"
// JSON: "unitsOfLaunch": null
__global__ void anyGrid(float *x) { x[threadIdx.x] = 1; }

// One of several grids: the largest.
// CHECK: cost of 'sized'
// CHECK: {{^  }}whole launch of 512 blocks:
// JSON: "kernel": "sized"
__global__ void sized(float *x) { x[blockIdx.x * 256 + threadIdx.x] = 1; }

void run(float *x, int n) {
  const int blocks = n == 0 ? 8 : n == 1 ? 512 : 64;
  sized<<<blocks, 256>>>(x);
  rows<<<64, 256>>>(x);
  loop<<<64, 256>>>(x, n);
  anyGrid<<<n, 256>>>(x);
}
