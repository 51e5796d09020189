// REQUIRES: cuda-toolkit
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: %warplint --cuda-path=%cuda_path --fix %t/fixed.cu
// RUN: FileCheck --input-file=%t/fixed.cu %s
// RUN: %if nvcc %{ %nvcc -arch=sm_90 -cubin -o %t/fixed.cubin %t/fixed.cu %}
//
// Tiles of wmma: rows of the array that are longer, and the leading dimension with
// them. By hand: 8 lines of 64 halves begin in one bank, 8 wavefronts for each of 4
// instructions; lines of 72, 36 words, begin 4 banks apart: 1 for each.
#include <mma.h>
using namespace nvcuda;

__global__ void product(const half *in, float *out) {
  __shared__ half a[64][64];
  // CHECK: __shared__ half a[64][72];
  for (int i = threadIdx.x; i < 4096; i += 128)
    a[i / 64][i % 64] = in[i];
  // CHECK: a[i / 64][i % 64] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.f);
  wmma::fill_fragment(fb, __float2half(1.f));
  for (int k = 0; k < 64; k += 16) {
    wmma::load_matrix_sync(fa, &a[threadIdx.x / 32 * 16][k], 64);
    // CHECK: wmma::load_matrix_sync(fa, &a[threadIdx.x / 32 * 16][k], 72);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(out + threadIdx.x / 32 * 256, fc, 16, wmma::mem_row_major);
}

// The extent's own name is the pitch.
template <int Pitch> __global__ void named(float *out) {
  __shared__ float s[8][8][Pitch];
  // CHECK: __shared__ float s[8][8][Pitch + 4];
  wmma::fragment<wmma::accumulator, 8, 32, 16, float> f;
  wmma::fill_fragment(f, 0.0f);
  wmma::store_matrix_sync(&s[threadIdx.y][0][0], f, Pitch, wmma::mem_row_major);
  // CHECK: wmma::store_matrix_sync(&s[threadIdx.y][0][0], f, Pitch + 4, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[0][threadIdx.y][threadIdx.x];
}

// 8 lines of 64 bytes begin in two banks, lines of 80 in eight. The tiles of every
// other column begin on a multiple of 16 bytes, as their rows do: before and after.
__global__ void bytes(const signed char *in, int *out) {
  __shared__ signed char c[64 * 64];
  // CHECK: __shared__ signed char c[64 * 80];
  for (int i = threadIdx.x; i < 4096; i += 128) {
    int row = i / 64, column = i % 64;
    c[row * 64 + column] = in[i];
    // CHECK: c[row * 80 + column] = in[i];
  }
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
  wmma::fill_fragment(fc, 0);
  wmma::fill_fragment(fb, (signed char)1);
  for (int k = 0; k < 64; k += 16) {
    wmma::load_matrix_sync(fa, c + threadIdx.x / 32 * 16 * 64 + k, 64);
    // CHECK: wmma::load_matrix_sync(fa, c + threadIdx.x / 32 * 16 * 80 + k, 80);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(out + threadIdx.x / 32 * 256, fc, 16, wmma::mem_row_major);
}

// A tile that begins in an odd row is not aligned to 32 bytes in rows of 72 halves.
__global__ void odd(const half *in, float *out) {
  __shared__ half b[65][64];
  // CHECK: __shared__ half b[65][80];
  for (int i = threadIdx.x; i < 4160; i += 128)
    b[i / 64][i % 64] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.f);
  wmma::fill_fragment(fb, __float2half(1.f));
  wmma::load_matrix_sync(fa, &b[threadIdx.x / 32 * 16 + 1][0], 64);
  // CHECK: wmma::load_matrix_sync(fa, &b[threadIdx.x / 32 * 16 + 1][0], 80);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(out + threadIdx.x / 32 * 256, fc, 16, wmma::mem_row_major);
}

// Numbers that are whole rows: tiles of 16 lines of 16 halves. Lines of 32 bytes
// begin in 4 banks, each twice among 8; lines of 48 bytes in 8. `w * 256` are 16 rows
// for each w, and `k * 16`, of k below 2, stays in its row of 32.
#define SIDE 16
__global__ void numbers(const half *in, float *out) {
  __shared__ half a[8 * SIDE * SIDE];
  // CHECK: __shared__ half a[8 * SIDE * (SIDE + 8)];
  __shared__ half b[128 * 32];
  // CHECK: __shared__ half b[128 * 40];
  int w = threadIdx.x / 32;
  for (int i = threadIdx.x; i < 2048; i += 256)
    a[i / 16 * 16 + i % 16] = in[i];
  // CHECK: a[i / 16 * 24 + i % 16] = in[i];
  for (int i = threadIdx.x; i < 4096; i += 256)
    b[i / 32 * 32 + i % 32] = in[i];
  // CHECK: b[i / 32 * 40 + i % 32] = in[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.f);
  wmma::load_matrix_sync(fa, &a[w * 256], 16);
  // CHECK: wmma::load_matrix_sync(fa, &a[w * 384], 24);
  for (int k = 0; k < 2; ++k) {
    wmma::load_matrix_sync(fb, &b[w * 512 + k * 16], 32);
    // CHECK: wmma::load_matrix_sync(fb, &b[w * 640 + k * 16], 40);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(out + w * 256, fc, 16, wmma::mem_row_major);
}

// The array's name alone is its first element, which stays where it is.
__global__ void first(const half *in, float *out) {
  __shared__ half c[16 * 16];
  // CHECK: __shared__ half c[16 * 24];
  for (int i = threadIdx.x; i < 256; i += 32)
    c[i / 16 * 16 + i % 16] = in[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.f);
  wmma::load_matrix_sync(fa, c, 16);
  wmma::load_matrix_sync(fb, c, 16);
  // CHECK: wmma::load_matrix_sync(fa, c, 24);
  // CHECK: wmma::load_matrix_sync(fb, c, 24);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(out, fc, 16, wmma::mem_row_major);
}

void run(const half *a, float *o) {
  numbers<<<1, 256>>>(a, o);
  first<<<1, 32>>>(a, o);
  bytes<<<1, 128>>>(nullptr, nullptr);
  product<<<1, 128>>>(a, o);
  named<32><<<1, dim3(32, 8)>>>(o);
  odd<<<1, 128>>>(a, o);
}
