// Edits that cost no machine code worth speaking of are offered: here each
// thread does enough work for two or three more instructions to be less than 5 %.
//
// REQUIRES: nvcc
// RUN: %warplint --cuda-path=%cuda_path --fix-style=expression --issued=nvcc --fail-on=never %s --arch=sm_90 -- %flags | FileCheck --check-prefix=KEPT %s
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && mkdir %t/Inputs && cp %S/Inputs/scale.h %t/Inputs
// RUN: %warplint --cuda-path=%cuda_path --fix --issued=nvcc --fail-on=never %t/a.cu --arch=sm_90 -- %flags | FileCheck --check-prefix=KEPT %s
// RUN: %warplint --cuda-path=%cuda_path --issued=nvcc %t/a.cu --arch=sm_90 -- %flags
//
// KEPT: help: --fix edits

#ifndef __NVCC__ // Which has all of CUDA.
#include "cuda_stub.h"
#endif

// Found beside the file, wherever the edited text is compiled.
#include "Inputs/scale.h"

__global__ void transpose(float *out, const float *in) {
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
  __syncthreads();
  float x = t[threadIdx.x][threadIdx.y];
#pragma unroll
  for (int i = 0; i < 200; ++i)
    x = scaled(x, in[i]);
  out[32 * threadIdx.y + threadIdx.x] = x;
}

int main() { transpose<<<1, dim3(32, 32)>>>(nullptr, nullptr); }
