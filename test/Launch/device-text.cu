// RUN: not %warplint %s %stub | FileCheck %s
//
// The host side has a header that is not found, and another block than the device
// side says: with 8 x 4 threads rows of 65 words are 4-way.

#ifndef __CUDA_ARCH__
#include "missing.h"
#endif
#ifdef __CUDA_ARCH__
#define WIDTH 32
#else
#define WIDTH 8
#endif
__global__ void k(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 4-way bank conflict
}
// CHECK: :[[@LINE+1]]:21: note: block (8,4,1) from this launch
void go(float *o) { k<<<1, dim3(WIDTH, 4)>>>(o); }
