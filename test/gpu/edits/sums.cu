// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"

// Sums of rows, one thread a row: all lanes in one bank.
//
// expect rowSums: ld=1024 st=32
// fixed rowSums: ld=32 st=32
// padded rowSums: ld=32 st=32
__global__ void rowSums(const float *in, float *out) {
  __shared__ float s[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    s[i][t] = in[i * 32 + t];
  __syncwarp();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 32; ++i)
    sum += s[t][i];
  out[t] = sum;
}

// Sums of eight, neighbouring elements first: distances of 8 words.
//
// expect eighths: ld=64 st=8
// fixed eighths: ld=8 st=8
// padded eighths: ld=8 st=8
__global__ void eighths(const int *in, int *out) {
  __shared__ int s[256];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int sum = 0;
  if (t < 32) {
#pragma unroll 1
    for (int i = 0; i < 8; ++i)
      sum = sum * 3 + s[t * 8 + i];
    out[t] = sum;
  }
}

// A histogram of 16 bins for each of 64 threads, kept as columns would be: a bin
// of 32 threads lies in two banks. Two warps store 16 bins; two parts of 16
// threads' histograms, 256 words apart, are summed by one warp, 16 loads each.
// In rows of 17 words the two parts are 272 words apart, 16 banks.
//
// expect histograms: ld=64 st=512
// fixed histograms: ld=32 st=32
// padded histograms: ld=32 st=32
__global__ void histograms(const unsigned *in, unsigned *out) {
  __shared__ unsigned counts[64][16];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  unsigned mine = in[t];
#pragma unroll 1
  for (int bin = 0; bin < 16; ++bin) {
    unsigned count = 0;
    for (int i = 0; i < 8; ++i)
      count += (mine >> 4 * i & 15) == bin;
    counts[t][bin] = count;
  }
  __syncthreads();
  unsigned sum = 0;
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    sum += counts[t / 16 * 16 + i][t % 16];
  out[t] = sum;
}

// The exchange between two steps of a transform of 512 points, radix 8: eight
// neighbours of every 64 are written, so that four rows of a warp meet in eight
// banks. 2 warps, 8 stores, 8 loads.
//
// expect exchange: ld=16 st=64
// fixed exchange: ld=16 st=16
// padded exchange: ld=16 st=16
__global__ void exchange(const float *in, float *out) {
  __shared__ float s[512];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int j = 0; j < 8; ++j)
    s[t / 8 * 64 + j * 8 + t % 8] = in[j * 64 + t];
  __syncthreads();
  for (int j = 0; j < 8; ++j)
    out[j * 64 + t] = s[j * 64 + t];
}

// The order of a transform's end, bits reversed: lanes differ in bits 3 to 7 of
// the place, 8 words in each of 4 banks.
//
// expect reversed: ld=64 st=8
// fixed reversed: ld=8 st=8
// padded reversed: ld=8 st=8
__global__ void reversed(const float *in, float *out) {
  __shared__ float s[256];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[__brev(t) >> 24];
}

// A transform's step with distances of 16 words, which lie in two banks: 16
// wavefronts in each of 16 warps.
//
// expect strides: ld=256 st=16
// fixed strides: ld=16 st=16
// padded strides: ld=16 st=16
__global__ void strides(const float2 *in, float *out) {
  __shared__ float s[512];
  in += blockIdx.x * (PerBlock / 2);
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  s[t] = in[t].x;
  __syncthreads();
  out[t] = s[t % 32 * 16 + t / 32];
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  rowSums<<<p.blocks(), 32>>>(p.in<float>(), p.out<float>());
  p.print("rowSums");
  eighths<<<p.blocks(), 256>>>(p.in<int>(), p.out<int>());
  p.print("eighths");
  histograms<<<p.blocks(), 64>>>(p.in<unsigned>(), p.out<unsigned>());
  p.print("histograms");
  exchange<<<p.blocks(), 64>>>(p.in<float>(), p.out<float>());
  p.print("exchange");
  reversed<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("reversed");
  strides<<<p.blocks(), 512>>>(p.in<float2>(), p.out<float>());
  p.print("strides");
  return finish();
}
