// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"

// Words of one thread each: with --fix-style=auto the threads lie side by side.

// 12 words for each of 64 threads: lanes are 12 words apart, and every eighth begins
// in the same bank: 4 wavefronts in each of 24 requests. Side by side they are in 32
// banks.
//
// expect piecesOfThreads: ld=96 st=96
// auto piecesOfThreads: ld=24 st=24
__global__ void piecesOfThreads(const float *in, float *out) {
  __shared__ float own[64 * 12];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 12; ++i)
    own[t * 12 + i] = in[i * 64 + t];
  float sum = 0;
#pragma unroll 1
  for (int i = 11; i >= 0; --i)
    sum = 3 * sum + own[t * 12 + i];
  out[t] = sum;
}

// The same by a pointer to 16 words, 16 of 32 threads in one bank: 16 wavefronts.
//
// expect piecesByPointer: ld=512 st=512
// auto piecesByPointer: ld=32 st=32
__global__ void piecesByPointer(const float *in, float *out) {
  __shared__ float own[64 * 16];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  float *mine = own + threadIdx.x * 16;
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
    mine[i] = in[i * 64 + threadIdx.x];
  float sum = 0;
#pragma unroll 1
  for (int i = 15; i >= 0; --i)
    sum = 3 * sum + mine[i];
  out[threadIdx.x] = sum;
}

// 4 x 4 words for each of 64 threads: 16 of 32 threads in one bank. With the thread as
// the last subscript they lie side by side.
//
// expect matricesOfThreads: ld=512 st=512
// auto matricesOfThreads: ld=32 st=32
__global__ void matricesOfThreads(const float *in, float *out) {
  __shared__ float own[64][4][4];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 4; ++i)
#pragma unroll 1
    for (int j = 0; j < 4; ++j)
      own[t][i][j] = in[(i * 4 + j) * 64 + t];
  float sum = 0;
#pragma unroll 1
  for (int i = 3; i >= 0; --i)
#pragma unroll 1
    for (int j = 3; j >= 0; --j)
      sum = 3 * sum + own[t][i][j];
  out[t] = sum;
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  piecesOfThreads<<<p.blocks(), 64>>>(p.in<float>(), p.out<float>());
  p.print("piecesOfThreads");
  piecesByPointer<<<p.blocks(), 64>>>(p.in<float>(), p.out<float>());
  p.print("piecesByPointer");
  matricesOfThreads<<<p.blocks(), 64>>>(p.in<float>(), p.out<float>());
  p.print("matricesOfThreads");
  return finish();
}
