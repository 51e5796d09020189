// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"
#include <cuda_fp16.h>

// Columns of a 32x32 tile: 32 words of one bank, 4 times in each of 8 warps.
// Swizzled or in rows of 33 words, a column has one word in each bank.
//
// expect transposeFloat: ld=1024 st=32
// fixed transposeFloat: ld=32 st=32
// padded transposeFloat: ld=32 st=32
__global__ void transposeFloat(const float *in, float *out) {
  __shared__ float tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] =
        in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + i];
}

// 8 bytes a lane: a row is 2 wavefronts; a column 16 for each half-warp, and
// one of them at best.
//
// expect transposeDouble: ld=1024 st=64
// fixed transposeDouble: ld=64 st=64
// padded transposeDouble: ld=64 st=64
__global__ void transposeDouble(const double *in, double *out) {
  __shared__ double tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] =
        in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + i];
}

// 2 bytes a lane: rows are 16 words apart, a column's 32 words lie in banks 0
// and 16 alone. At best they lie in 32.
//
// expect transposeShort: ld=512 st=32
// fixed transposeShort: ld=32 st=32
// padded transposeShort: ld=32 st=32
__global__ void transposeShort(const short *in, short *out) {
  __shared__ short tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] =
        in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + i];
}

// Single bytes: rows are 8 words apart, so that a column's words meet eight by
// eight in banks 0, 8, 16, 24. Rows one byte longer leave three of four columns
// with conflicts, since a row may begin anywhere in a word. One word longer, they
// are 9 words apart: a column is free.
//
// expect transposeByte: ld=256 st=32
// fixed transposeByte: ld=32 st=32
// padded transposeByte: ld=32 st=32
__global__ void transposeByte(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] =
        in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + i];
}

// A pair of halves is a word like a float.
//
// expect transposeHalf2: ld=1024 st=32
// fixed transposeHalf2: ld=32 st=32
// padded transposeHalf2: ld=32 st=32
__global__ void transposeHalf2(const __half2 *in, __half2 *out) {
  __shared__ __half2 tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] =
        in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + i];
}

// float4 stores want 16 bytes whole, of which a row has eight: a column's 32
// words meet in eight banks at best, 4 in each.
//
// expect wideStores: ld=256 st=32
// fixed wideStores: ld=32 st=32
// padded wideStores: ld=32 st=32
#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))
__global__ void wideStores(const float4 *in, float *out) {
  __shared__ __align__(16) float tile[1024];
  in += blockIdx.x * (PerBlock / 4);
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  FLOAT4(tile[4 * t]) = in[t];
  __syncthreads();
  out[t] = tile[t % 32 * 32 + t / 32];
}

// The same where the whole array is seen as vectors.
//
// expect wideView: ld=256 st=32
// fixed wideView: ld=32 st=32
// padded wideView: ld=32 st=32
__global__ void wideView(const float4 *in, float *out) {
  __shared__ __align__(16) float tile[1024];
  in += blockIdx.x * (PerBlock / 4);
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(tile)[t] = in[t];
  __syncthreads();
  out[t] = tile[t % 32 * 32 + t / 32];
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  transposeFloat<<<p.blocks(), dim3(32, 8)>>>(p.in<float>(), p.out<float>());
  p.print("transposeFloat");
  transposeDouble<<<p.blocks(), dim3(32, 8)>>>(p.in<double>(),
                                               p.out<double>());
  p.print("transposeDouble");
  transposeShort<<<p.blocks(), dim3(32, 8)>>>(p.in<short>(), p.out<short>());
  p.print("transposeShort");
  transposeByte<<<p.blocks(), dim3(32, 8)>>>(p.in<unsigned char>(),
                                             p.out<unsigned char>());
  p.print("transposeByte");
  transposeHalf2<<<p.blocks(), dim3(32, 8)>>>(p.in<__half2>(),
                                              p.out<__half2>());
  p.print("transposeHalf2");
  wideStores<<<p.blocks(), 256>>>(p.in<float4>(), p.out<float>());
  p.print("wideStores");
  wideView<<<p.blocks(), 256>>>(p.in<float4>(), p.out<float>());
  p.print("wideView");
  return finish();
}
