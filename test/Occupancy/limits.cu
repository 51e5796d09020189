// REQUIRES: nvcc
// RUN: not %warplint --cuda-path=%cuda_path --issued=nvcc --checks='-*,warplint-occupancy' --sort=source --format=text --format=json:%t.json %s --arch=sm_90 -- %flags | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: %python %inputs/check_schema.py %docs/warplint.schema.json %t.json
// Without a compiler nothing is told.
// RUN: %warplint --checks='-*,warplint-occupancy' %s --arch=sm_90 -- %flags 2>&1 | FileCheck --check-prefix=NONE --implicit-check-not=occupancy %s
// NONE: shared-memory accesses: 
//
// An SM of 9.0 holds 64 warps, and has 228 KB of shared memory, of which each block
// takes 1 KB more than its own. unittests/Checks/BlockNeedsTest.cpp has the steps of registers.

#ifndef __NVCC__ // Which has all of CUDA.
#include "cuda_stub.h"
#endif

// 38,400 bytes and 1,024: five blocks of 8 warps. Six have 38,912 each, 512 fewer: little.
// CHECK: :[[@LINE+11]]:17: warning: occupancy: shared memory limits an SM to 5 blocks of 'tiles', 40 of 64 warps [warplint-occupancy]
// CHECK: note: the kernel uses {{[0-9]+}} registers per thread and 38,400 bytes of shared memory per block
// CHECK: note: an SM holds 6 blocks with at most 37,888 bytes of shared memory per block (512 fewer)
// CHECK: note: block (256,1,1) from this launch
// JSON: "kernel": "tiles",
// JSON: "spillStores": 0,
// JSON: "sharedBytes": 38400,
// JSON-NEXT: "blocks": 5,
// JSON-NEXT: "warps": 40,
// JSON-NEXT: "mostWarps": 64,
// JSON-NEXT: "limitedBy": "shared-memory"
__global__ void tiles(float *out, const float *in, int n) {
  __shared__ float tile[9600];
  for (int i = threadIdx.x; i < 9600; i += 256)
    tile[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = tile[n];
}

// 768 threads: two blocks, 48 warps. No register less helps: no warning.
// CHECK: :[[@LINE+2]]:17: remark: occupancy: the number of threads limits an SM to 2 blocks of 'wide', 48 of 64 warps
// CHECK-NOT: more blocks
__global__ void wide(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

// All 64 warps: nothing to tell.
// CHECK-NOT: 'full'
__global__ void full(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

// Dynamic shared memory that no launch tells: the blocks are unknown.
// CHECK-NOT: of 'dynamic'
// JSON: "kernel": "dynamic",
// JSON: "sharedBytes": null,
// JSON-NEXT: "blocks": null,
__global__ void dynamic(float *out, const float *in) {
  extern __shared__ float s[];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[0];
}

void run(float *out, const float *in, int n) {
  tiles<<<1, 256>>>(out, in, n);
  wide<<<1, 768>>>(out, in);
  full<<<1, 1024>>>(out, in);
  dynamic<<<1, 768, n>>>(out, in);
}
