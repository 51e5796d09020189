// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Fragments of nvcuda::wmma of other layouts, shapes and types. A line is a row
// of a row-major tile or a column of a column-major one; lane t has quad q = t
// / 4 and is member m = t % 4 of it.

#include "launch.h"
#include <mma.h>

using namespace nvcuda::wmma;

/// Fills Words words of a tile, a store for 32 of them.
template <int Words>
__device__ void fill(volatile unsigned *tile, const unsigned *in) {
  static_assert(Words % 32 == 0);
  for (int i = 0; i < Words / 32; ++i)
    tile[32 * i + threadIdx.x] = in[threadIdx.x];
}

// Halves: 2 x 2 blocks of 8 lines of 16 bytes, Pitch / 2 words apart, whichever
// way the lines go.
//   Pitch 16: 8 * r modulo 32, two lines in each of four places: ld 4 * 2
//   Pitch 24: 12 * r modulo 32, all different: ld 4 * 1
// Floats across the lines: 2 x 2 blocks of two instructions, where lane t has
// element q of line 2 * m, that is word 2 * Pitch * m + q.
//   Pitch 16: 32 * m + q, four lanes a bank: st 8 * 4
//   Pitch 24: 48 * m + q modulo 32, two lanes a bank: st 8 * 2
// Two tiles are filled by Pitch / 4 stores each; one load reads the result.
//
// expect columns<16>: ld=17 st=40
// expect columns<24>: ld=9 st=28
template <int Pitch> __global__ void columns(const unsigned *in, float *out) {
  __shared__ alignas(128) half a[16 * Pitch];
  __shared__ alignas(128) half b[16 * Pitch];
  __shared__ alignas(128) float c[16 * Pitch];
  fill<8 * Pitch>(reinterpret_cast<unsigned *>(a), in);
  fill<8 * Pitch>(reinterpret_cast<unsigned *>(b), in);
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, half, col_major> left;
  fragment<matrix_b, 16, 16, 16, half, row_major> right;
  fragment<accumulator, 16, 16, 16, float> sum;
  load_matrix_sync(left, a, Pitch);
  load_matrix_sync(right, b, Pitch);
  fill_fragment(sum, 0.0f);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(c, sum, Pitch, mem_col_major);
  __syncthreads();
  volatile float *result = c;
  out[threadIdx.x] = result[threadIdx.x]; // ld 1
}

// a: 4 x 2 blocks of lines 12 words apart, ld 8. b: 8 columns of 16 elements, 1
// x 2 blocks, ld 2. The result has 4 blocks of 8 rows with 8 floats: four rows
// of a half-warp fill 32 words, st 4 * 2. Filled by 12 and 3 stores.
//
// expect tall: ld=11 st=23
__global__ void tall(const unsigned *in, float *out) {
  __shared__ alignas(128) __nv_bfloat16 a[32 * 24];
  __shared__ alignas(128) __nv_bfloat16 b[8 * 24];
  __shared__ alignas(128) float c[32 * 8];
  fill<16 * 24>(reinterpret_cast<unsigned *>(a), in);
  fill<4 * 24>(reinterpret_cast<unsigned *>(b), in);
  __syncthreads();
  fragment<matrix_a, 32, 8, 16, __nv_bfloat16, row_major> left;
  fragment<matrix_b, 32, 8, 16, __nv_bfloat16, col_major> right;
  fragment<accumulator, 32, 8, 16, float> sum;
  load_matrix_sync(left, a, 24);
  load_matrix_sync(right, b, 24);
  fill_fragment(sum, 0.0f);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(c, sum, 8, mem_row_major);
  __syncthreads();
  volatile float *result = c;
  out[threadIdx.x] = result[threadIdx.x]; // ld 1
}

// a: 2 x 2 blocks of 8 lines with 4 words, 12 words apart: 12 * r modulo 32 all
// different, ld 4. b: lines are rows: 2 x 2 blocks of 4 lines with 8 words,
// lane t has word 16 * m + q: two lines meet, ld 4 * 2. The result: 2 x 2
// blocks, half-warps of four rows 16 words apart, st 4 * (2 + 2). Filled by 6
// and 4 stores.
//
// expect singles: ld=13 st=26
__global__ void singles(const unsigned *in, float *out) {
  __shared__ alignas(128) float a[16 * 12];
  __shared__ alignas(128) float b[8 * 16];
  __shared__ alignas(128) float c[16 * 16];
  fill<16 * 12>(reinterpret_cast<unsigned *>(a), in);
  fill<8 * 16>(reinterpret_cast<unsigned *>(b), in);
  __syncthreads();
  fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> left;
  fragment<matrix_b, 16, 16, 8, precision::tf32, row_major> right;
  fragment<accumulator, 16, 16, 8, float> sum;
  load_matrix_sync(left, a, 12);
  load_matrix_sync(right, b, 16);
  fill_fragment(sum, 0.0f);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(c, sum, 16, mem_row_major);
  __syncthreads();
  volatile float *result = c;
  out[threadIdx.x] = result[threadIdx.x]; // ld 1
}

// a: two blocks of 8 lines of 16 bytes, which fill 32 words: ld 2. b: lines are
// rows: two blocks of 16 lines with 8 elements, four instructions each, where
// lane t has byte q of line 4 * m: 16 words apart, two meet, ld 8 * 2. The
// result as for floats: st 4 * (2 + 2). Filled by two stores each.
//
// expect bytes: ld=19 st=20
__global__ void bytes(const unsigned *in, int *out) {
  __shared__ alignas(128) signed char a[16 * 16];
  __shared__ alignas(128) signed char b[16 * 16];
  __shared__ alignas(128) int c[16 * 16];
  fill<64>(reinterpret_cast<unsigned *>(a), in);
  fill<64>(reinterpret_cast<unsigned *>(b), in);
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, signed char, row_major> left;
  fragment<matrix_b, 16, 16, 16, signed char, row_major> right;
  fragment<accumulator, 16, 16, 16, int> sum;
  load_matrix_sync(left, a, 16);
  load_matrix_sync(right, b, 16);
  fill_fragment(sum, 0);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(c, sum, 16, mem_row_major);
  __syncthreads();
  volatile int *result = c;
  out[threadIdx.x] = result[threadIdx.x]; // ld 1
}

// a and b: 8 bytes a lane, one after the other: ld 2 each. The result by rows:
// 16 bytes a lane, one after the other, st 4; by columns two instructions of 8
// bytes a lane, where lane t has element q of line 2 * m: 32 words apart, all
// four of a half-warp meet, st 2 * (4 + 4). Filled by two stores each.
//
// expect doubles: ld=5 st=24
__global__ void doubles(const unsigned *in, unsigned *out) {
  __shared__ alignas(128) double a[8 * 4];
  __shared__ alignas(128) double b[8 * 4];
  __shared__ alignas(128) double c[8 * 8];
  __shared__ alignas(128) double d[8 * 8];
  fill<64>(reinterpret_cast<unsigned *>(a), in);
  fill<64>(reinterpret_cast<unsigned *>(b), in);
  __syncthreads();
  fragment<matrix_a, 8, 8, 4, double, row_major> left;
  fragment<matrix_b, 8, 8, 4, double, col_major> right;
  fragment<accumulator, 8, 8, 4, double> sum;
  load_matrix_sync(left, a, 4);
  load_matrix_sync(right, b, 4);
  fill_fragment(sum, 0.0);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(c, sum, 8, mem_row_major);
  store_matrix_sync(d, sum, 8, mem_col_major);
  __syncthreads();
  volatile unsigned *result = reinterpret_cast<unsigned *>(c);
  out[threadIdx.x] = result[threadIdx.x]; // ld 1
}

int main() {
  const unsigned *in = deviceArray<unsigned>();
  columns<16><<<1, 32>>>(in, deviceArray<float>());
  columns<24><<<1, 32>>>(in, deviceArray<float>());
  tall<<<1, 32>>>(in, deviceArray<float>());
  singles<<<1, 32>>>(in, deviceArray<float>());
  bytes<<<1, 32>>>(in, deviceArray<int>());
  doubles<<<1, 32>>>(in, deviceArray<unsigned>());
  return finish();
}
