// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Tree reductions: the stride differs from iteration to iteration. x[i] += x[j]
// is two loads and a store.

#include "launch.h"

// One warp. Iteration s has words 2 * s * t: 2, 4, 8, 16 and 32 lanes a bank,
// 62 in all, for each of the three accesses.
//
// expect interleavedWarp: ld=125 st=63
__global__ void interleavedWarp(const float *in, float *out) {
  __shared__ volatile float x[1024];
  int t = threadIdx.x;
  x[t] = in[t]; // st 1
  __syncthreads();
  for (int s = 1; s < 32; s *= 2) {
    int i = 2 * s * t;
    x[i] += x[i + s]; // ld 62 + 62, st 62
    __syncthreads();
  }
  out[t] = x[t / 32]; // ld 1
}

// 256 threads, those with 2 * s * t < 256 take part:
//   s           1    2    4    8   16   32   64  128
//   lanes     128   64   32   16    8    4    2    1
//   warps       4    2    1    1    1    1    1    1
//   lanes a
//   bank        2    4    8    8    8    4    2    1
//   sum         8    8    8    8    8    4    2    1   = 47
//
// expect interleavedBlock: ld=102 st=55
__global__ void interleavedBlock(const float *in, float *out) {
  __shared__ volatile float x[256];
  int t = threadIdx.x;
  x[t] = in[t]; // st 8
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    int i = 2 * s * t;
    if (i < 256)
      x[i] += x[i + s]; // ld 47 + 47, st 47
    __syncthreads();
  }
  out[t] = x[0]; // ld 8
}

// Every 2 * s-th lane takes part, at its own word: one wavefront for each warp
// that has such a lane: 8 warps for s = 1 to 16, then 4, 2 and 1. 47 again.
//
// expect divergentBlock: ld=102 st=55
__global__ void divergentBlock(const float *in, float *out) {
  __shared__ volatile float x[256];
  int t = threadIdx.x;
  x[t] = in[t]; // st 8
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0)
      x[t] += x[t + s]; // ld 47 + 47, st 47
    __syncthreads();
  }
  out[t] = x[0]; // ld 8
}

// The first s threads take part: 4, 2, 1, 1, 1, 1, 1, 1 warps. 12.
//
// expect sequentialBlock: ld=32 st=20
__global__ void sequentialBlock(const float *in, float *out) {
  __shared__ volatile float x[256];
  int t = threadIdx.x;
  x[t] = in[t]; // st 8
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s)
      x[t] += x[t + s]; // ld 12 + 12, st 12
    __syncthreads();
  }
  out[t] = x[0]; // ld 8
}

// A stride that the loop counts: words k * t, gcd(k, 32) lanes a bank for k = 1
// to 8: 1 + 2 + 1 + 4 + 1 + 2 + 1 + 8.
//
// expect risingStride: ld=20 st=1
__global__ void risingStride(const float *in, float *out) {
  __shared__ volatile float x[256];
  int t = threadIdx.x;
  x[t] = in[t]; // st 1
  __syncthreads();
  float sum = 0;
  for (int k = 1; k <= 8; ++k)
    sum += x[k * t];
  out[t] = sum;
}

// Words t, t + 64, t + 128 and t + 192 for 64 threads; then words 2 * t and
// 2 * t + 128.
//
// expect strideOfBlock: ld=8 st=8
__global__ void strideOfBlock(const float *in, float *out) {
  __shared__ volatile float x[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    x[i] = in[i]; // st 1, 4 times, 2 warps
  __syncthreads();
  float sum = 0;
  for (int i = 2 * threadIdx.x; i < 256; i += 2 * blockDim.x)
    sum += x[i]; // ld 2, 2 times, 2 warps
  out[threadIdx.x] = sum;
}

int main() {
  const float *in = deviceArray<float>();
  float *out = deviceArray<float>();
  interleavedWarp<<<1, 32>>>(in, out);
  interleavedBlock<<<1, 256>>>(in, out);
  divergentBlock<<<1, 256>>>(in, out);
  sequentialBlock<<<1, 256>>>(in, out);
  risingStride<<<1, 32>>>(in, out);
  strideOfBlock<<<1, 64>>>(in, out);
  return finish();
}
