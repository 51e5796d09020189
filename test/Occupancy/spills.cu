// REQUIRES: nvcc
// RUN: not %warplint --cuda-path=%cuda_path --issued=nvcc --checks='-*,warplint-occupancy' --sort=source %s --arch=sm_90 -- %flags | FileCheck %s
//
// At most 32 registers of a thread are left by two blocks of 1,024 threads; 96 numbers do
// not fit. How many bytes that is, only nvcc knows: those of both kinds add up to what
// ptxas -v says, and are told at the lines of the loop.

#ifndef __NVCC__
#include "cuda_stub.h"
#endif

// CHECK: :[[@LINE+6]]:{{[0-9]+}}: warning: register spills: each thread of 'spilled' stores {{[1-9][0-9,]*}} bytes to local memory and loads {{[1-9][0-9,]*}} bytes [warplint-occupancy]
// CHECK: :[[@LINE+13]]:1: note: spilled here: {{[0-9,]+}} bytes stored, {{[1-9][0-9,]*}} bytes loaded, in a loop
// CHECK: note: a thread has 32 registers; keep fewer values live, or raise the limit set by __launch_bounds__ or -maxrregcount
// The stack of 1,024 threads is more than the 48 KB that ptxas may take of them (it takes static memory).
// CHECK: note: the PTX pragma enable_smem_spilling (CUDA 13.0) keeps spills in shared memory; it takes up to 49,152 bytes per block
// CHECK-NOT: 'plain'
__global__ void __launch_bounds__(1024, 2) spilled(float *out, const float *in, int n) {
  float v[96];
#pragma unroll
  for (int i = 0; i < 96; ++i)
    v[i] = in[i * 1024 + threadIdx.x];
  for (int k = 0; k < n; ++k) {
#pragma unroll
    for (int i = 0; i < 96; ++i)
      v[i] = v[i] * v[(i + 1) % 96] + in[k];
  }
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 96; ++i)
    sum += v[i];
  out[threadIdx.x] = sum;
}

__global__ void plain(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

void run(float *out, const float *in, int n) {
  spilled<<<1, 1024>>>(out, in, n);
  plain<<<1, 1024>>>(out, in);
}
