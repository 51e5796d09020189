// Each width, load and store, in the machine code of each generation. One word
// of a lane has no neighbours: each access is issued as the source has it, which
// nvcc is named for only where the machine code has that width and no other in
// the line.
//
// REQUIRES: nvcc
// RUN: %warplint --checks=-warplint-uncoalesced-access --cuda-path=%cuda_path --issued=nvcc --format=json --layouts=false %s --arch=sm_80 -- %flags | FileCheck %s
// RUN: %warplint --checks=-warplint-uncoalesced-access --cuda-path=%cuda_path --issued=nvcc --format=json --layouts=false %s --arch=sm_90 -- %flags | FileCheck %s
// RUN: %warplint --checks=-warplint-uncoalesced-access --cuda-path=%cuda_path --issued=nvcc --format=json --layouts=false %s --arch=sm_100 -- %flags | FileCheck %s
// RUN: %warplint --checks=-warplint-uncoalesced-access --cuda-path=%cuda_path --issued=nvcc --format=json --layouts=false %s --arch=sm_120 -- %flags | FileCheck %s
// CHECK-COUNT-10: "issuedBy": "nvcc
// CHECK-NOT: "issuedBy": 

#ifndef __NVCC__ // Which has all of CUDA.
#include "cuda_stub.h"
#endif

template <typename T> __device__ void each(T *out, const int *at) {
  __shared__ T s[128];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void bytes(char *out, const int *at) { each(out, at); }
__global__ void shorts(short *out, const int *at) { each(out, at); }
__global__ void words(int *out, const int *at) { each(out, at); }
__global__ void doubles(double *out, const int *at) { each(out, at); }
__global__ void quads(float4 *out, const int *at) { each(out, at); }
