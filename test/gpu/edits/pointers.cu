// REQUIRES: cuda-toolkit
// RUN: %edits check %s -o %t

#include "edited.h"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

// Arrays that are reached by macros, casts and copies, and dynamic memory that grows with
// its launch.

// A macro that is a pointer to a row. 256 threads store rows, 4 times 8 warps, and a
// warp loads a column, 32 words of one bank; with an XOR or rows of 33 each has its own.
#define ROW (rows + threadIdx.x % 32 * 32)
// expect pointerMacro: ld=256 st=32
// fixed pointerMacro: ld=8 st=32
// padded pointerMacro: ld=8 st=32
__global__ void pointerMacro(const float *in, float *out) {
  __shared__ float rows[32 * 32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    rows[(t / 32 + i) * 32 + t % 32] = in[32 * i + t];
  __syncthreads();
  out[t] = ROW[t / 32];
}

// The same of two tiles in one array, each by a macro that indexes a pointer to it.
#define A(r, c) as[(r) * 32 + (c)]
#define B(r, c) bs[(r) * 32 + (c)]
// expect indexMacros: ld=512 st=64
// fixed indexMacros: ld=16 st=64
// padded indexMacros: ld=16 st=64
__global__ void indexMacros(const float *in, float *out) {
  __shared__ float both[2 * 32 * 32];
  float *as = both, *bs = both + 32 * 32;
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8) {
    A(t / 32 + i, t % 32) = in[32 * i + t];
    B(t / 32 + i, t % 32) = in[32 * i + t] + 1;
  }
  __syncthreads();
  out[t] = A(t % 32, t / 32) - 3 * B(t % 32, t / 32);
}

// Three tiles in dynamic memory, each behind the one before: each pointer stays, or what it
// adds grows with the rows.
// expect behindEachOther: ld=768 st=96
// fixed behindEachOther: ld=24 st=96
// padded behindEachOther: ld=24 st=96
__global__ void behindEachOther(const float *in, float *out) {
  constexpr int Rows = 32, Row = 32;
  extern __shared__ float tiles[];
  float *as = tiles;
  float *bs = as + Rows * Row;
  float *cs = bs + Rows * Row;
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int x = threadIdx.x % Row, y = threadIdx.x / Row;
  for (int i = 0; i < Rows; i += 8) {
    as[(y + i) * Row + x] = in[Row * i + threadIdx.x];
    bs[(y + i) * Row + x] = in[Row * i + threadIdx.x] + 1;
    cs[(y + i) * Row + x] = in[Row * i + threadIdx.x] + 2;
  }
  __syncthreads();
  out[threadIdx.x] = as[x * Row + y] - 3 * bs[x * Row + y] + 7 * cs[x * Row + y];
}

// Vectors that fill the rows one behind another, by one index for all rows: where these
// grow by a vector, one is left out after each 8. Of a column, each 8 words in turn are in
// 8 banks, as vectors stay whole: 4 wavefronts.
// expect vectorsOfRows: ld=256 st=32
// fixed vectorsOfRows: ld=32 st=32
// padded vectorsOfRows: ld=32 st=32
__global__ void vectorsOfRows(const float4 *in, float *out) {
  __shared__ alignas(16) float rows[32][32];
  in += blockIdx.x * PerBlock / 4;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(rows)[t] = in[t];
  __syncthreads();
  out[t] = rows[t % 32][t / 32];
}

// Rows that a cast makes of two tiles in dynamic memory: the columns change in each, and
// no declaration can pad them.
// expect castRows: ld=512 st=64
// fixed castRows: ld=16 st=64
// padded castRows: ld=512 st=64
__global__ void castRows(const float *in, float *out) {
  extern __shared__ float words[];
  auto a = reinterpret_cast<float (*)[32]>(words);
  auto b = reinterpret_cast<float (*)[32]>(words + 1024);
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8) {
    a[t / 32 + i][t % 32] = in[32 * i + t];
    b[t / 32 + i][t % 32] = in[32 * i + t] + 1;
  }
  __syncthreads();
  out[t] = a[t % 32][t / 32] - 3 * b[t % 32][t / 32];
}

// Copies of 16 bytes keep four words together: of a column 4 lanes are in each of 8
// banks, with an XOR of fours and with rows of 36 alike. Copies are no stores.
//
// expect copiedRows: ld=256
// fixed copiedRows: ld=32
// padded copiedRows: ld=32
__global__ void copiedRows(const float *in, float *out) {
  __shared__ alignas(16) float tile[32][32];
  in += blockIdx.x * PerBlock;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t / 8][t % 8 * 4], in + 4 * t, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[t % 32][t / 32];
}

// 4 warps store 32 halves of a row at once, 32 times, and load 4 fragments each: 8 rows
// of 64 halves, 32 words, are read in 16 bytes of one row after the other, 8 times 4
// wavefronts. Rows of 72 halves begin in 8 groups of 4 banks. The tile has to stay a
// tile, so that an XOR does not do, and the launch has to give 1,024 bytes more.
#define PITCH 64
// expect grownTile: ld=512 st=128
// fixed grownTile: ld=512 st=128
// padded grownTile: ld=64 st=128
__global__ void grownTile(const half *in, float *out) {
  extern __shared__ half halves[];
  using namespace nvcuda;
  in += blockIdx.x * PerBlock * 4;
  out += blockIdx.x * PerBlock;
  int t = threadIdx.x, warp = t / 32;
  for (int i = t; i < 64 * 64; i += 128)
    halves[i / 64 * PITCH + i % 64] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(b, in, 64);
  for (int k = 0; k < 64; k += 16) {
    wmma::load_matrix_sync(a, &halves[warp * 16 * PITCH + k], PITCH);
    wmma::mma_sync(sum, a, b, sum);
  }
  wmma::store_matrix_sync(out + warp * 256, sum, 16, wmma::mem_row_major);
}

int main(int argc, char **argv) {
  Program p(argc, argv);
  pointerMacro<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("pointerMacro");
  indexMacros<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("indexMacros");
  behindEachOther<<<p.blocks(), 256, 3 * 32 * 32 * sizeof(float)>>>(p.in<float>(),
                                                                     p.out<float>());
  p.print("behindEachOther");
  vectorsOfRows<<<p.blocks(), 256>>>(p.in<float4>(), p.out<float>());
  p.print("vectorsOfRows");
  castRows<<<p.blocks(), 256, 8192>>>(p.in<float>(), p.out<float>());
  p.print("castRows");
  copiedRows<<<p.blocks(), 256>>>(p.in<float>(), p.out<float>());
  p.print("copiedRows");
  grownTile<<<p.blocks(), 128, 64 * PITCH * sizeof(half)>>>(p.in<half>(),
                                                            p.out<float>());
  p.print("grownTile");
  return finish();
}
