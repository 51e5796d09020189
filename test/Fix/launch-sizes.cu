// REQUIRES: cuda-toolkit
// RUN: cp %s %t.cu
// RUN: %warplint --fail-on=never --cuda-path=%cuda_path --sort=source --fix-style=auto --fix %t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t.cu
//
// Tiles of wmma can only get longer rows. In dynamic shared memory the launch has to pass
// more then, and pointers to later tiles move on. Rows of 64 halves are 32 words: 8 rows
// begin in one bank. Rows of 72 are 36 words, and begin in 8 groups of 4 banks.
#include <mma.h>
using namespace nvcuda;
#define PITCH 64

__global__ void twoTiles(const half *a, const half *b, float *out, int n) {
  extern __shared__ half s[];
  half *as = s;
  half *bs = s + 64 * PITCH;
  // FIXED: half *bs = s + 64 * (PITCH + 8);
  const int t = threadIdx.x, w = t / 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  for (int k = 0; k < n; k += 64) {
    for (int i = t; i < 64 * 64; i += 128) {
      as[i / 64 * PITCH + i % 64] = a[i + k];
      bs[i / 64 * PITCH + i % 64] = b[i + k];
      // FIXED: as[i / 64 * (PITCH + 8) + i % 64] = a[i + k];
      // FIXED: bs[i / 64 * (PITCH + 8) + i % 64] = b[i + k];
    }
    __syncthreads();
    for (int inner = 0; inner < 64; inner += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
      wmma::load_matrix_sync(fa, &as[w * 16 * PITCH + inner], PITCH);
      wmma::load_matrix_sync(fb, &bs[w * 16 * PITCH + inner], PITCH);
      // FIXED: wmma::load_matrix_sync(fa, &as[w * 16 * (PITCH + 8) + inner], PITCH + 8);
      // FIXED: wmma::load_matrix_sync(fb, &bs[w * 16 * (PITCH + 8) + inner], PITCH + 8);
      wmma::mma_sync(acc, fa, fb, acc);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(out + w * 256, acc, 16, wmma::mem_row_major);
}

// One tile, whose launch says no product.
__global__ void oneTile(const half *a, float *out) {
  extern __shared__ half v[];
  const int t = threadIdx.x, w = t / 32;
  for (int i = t; i < 64 * 64; i += 128)
    v[i / 64 * 64 + i % 64] = a[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  wmma::fill_fragment(fb, __float2half(1.0f));
  wmma::load_matrix_sync(fa, &v[w * 16 * 64], 64);
  wmma::mma_sync(acc, fa, fb, acc);
  wmma::store_matrix_sync(out + w * 256, acc, 16, wmma::mem_row_major);
}

// The same, but something else has the kernel, too: a limit of its memory, here.
__global__ void known(const half *a, float *out) {
  extern __shared__ half u[];
  // CHECK: note: cannot fix 'u': padding of 8 after every 64 elements: the launch must pass 1024 more bytes; edit it by hand
  const int t = threadIdx.x, w = t / 32;
  for (int i = t; i < 64 * 64; i += 128)
    u[i / 64 * 64 + i % 64] = a[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  wmma::fill_fragment(fb, __float2half(1.0f));
  wmma::load_matrix_sync(fa, &u[w * 16 * 64], 64);
  wmma::mma_sync(acc, fa, fb, acc);
  wmma::store_matrix_sync(out + w * 256, acc, 16, wmma::mem_row_major);
}

// Another build launches it, too.
__global__ void elsewhere(const half *a, float *out) {
  extern __shared__ half x[];
  // CHECK: note: cannot fix 'x': padding of 8 after every 64 elements: the launch must pass 1024 more bytes; edit it by hand
  const int t = threadIdx.x, w = t / 32;
  for (int i = t; i < 64 * 64; i += 128)
    x[i / 64 * 64 + i % 64] = a[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  wmma::fill_fragment(fb, __float2half(1.0f));
  wmma::load_matrix_sync(fa, &x[w * 16 * 64], 64);
  wmma::mma_sync(acc, fa, fb, acc);
  wmma::store_matrix_sync(out + w * 256, acc, 16, wmma::mem_row_major);
}
#ifdef OTHER
void other(const half *a, float *out) { elsewhere<<<2, 128, 8192>>>(a, out); }
#endif

void run(const half *a, const half *b, float *out, int n) {
  twoTiles<<<1, 128, 2 * 64 * PITCH * sizeof(half)>>>(a, b, out, n);
  // FIXED: twoTiles<<<1, 128, 2 * 64 * (PITCH + 8) * sizeof(half)>>>(a, b, out, n);
  const size_t bytes = 1 << 13;
  // FIXED: const size_t bytes = (1 << 13) + 1024;
  oneTile<<<1, 128, bytes>>>(a, out);
  cudaFuncSetAttribute(known, cudaFuncAttributeMaxDynamicSharedMemorySize, 16384);
  known<<<1, 128, 8192>>>(a, out);
  elsewhere<<<1, 128, 8192>>>(a, out);
}
