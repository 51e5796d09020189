// An edit that is proven, and that the machine code speaks against: an XOR
// swizzle by the lane takes the four words of a 128-bit load apart. The analysis
// promises the same number of wavefronts for both; nvcc issues 32 loads where
// there were 8.
//
// REQUIRES: nvcc
// RUN: %warplint --cuda-path=%cuda_path --fix-style=expression --fail-on=never %s --arch=sm_90 -- %flags | FileCheck --check-prefix=MODEL %s
// RUN: %warplint --cuda-path=%cuda_path --fix-style=expression --verbose --issued=nvcc --fail-on=never %s --arch=sm_90 -- %flags | FileCheck --check-prefix=NVCC %s
//
// Nothing is written then.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: %warplint --cuda-path=%cuda_path --fix --fix-style=expression --verbose --issued=nvcc --fail-on=never %t/a.cu --arch=sm_90 -- %flags | FileCheck --check-prefix=NVCC %s
// RUN: diff %s %t/a.cu
//
// Without the loop around it the loads may be narrower, but each takes an index
// of its own: an instruction more for each of 32.
// RUN: %warplint --cuda-path=%cuda_path --fix-style=expression --verbose --issued=nvcc --fail-on=never %s --arch=sm_90 -- %flags -DONCE | FileCheck --check-prefix=ONCE %s
//
// MODEL: help: --fix edits
// NVCC-NOT: --fix edits
// NVCC: note: cannot fix 't': XOR swizzle <5,0,5>: in the edited source, nvcc {{[0-9.]+}} issues a load of 4 bytes in a loop instead of 16
// ONCE: note: cannot fix 't': XOR swizzle <5,0,5>: in the edited source, nvcc {{[0-9.]+}} issues {{[0-9]+}} instructions instead of {{[0-9]+}}, over 5 % more

#ifndef __NVCC__ // Which has all of CUDA.
#include "cuda_stub.h"
#endif

__global__ void rows(float *out, const float *in, int n) {
  __shared__ float t[32][32];
  for (int r = 0; r < 32; ++r)
    t[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  float acc = 0;
#ifndef ONCE
  for (int k = 0; k < n; ++k)
#endif
  {
#pragma unroll
    for (int i = 0; i < 32; ++i)
      acc = acc * 1.5f + t[threadIdx.x][i];
    __syncthreads();
  }
  out[threadIdx.x] = acc;
}

int main() { rows<<<1, 32>>>(nullptr, nullptr, 4); }
