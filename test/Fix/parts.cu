// REQUIRES: cuda-toolkit
// RUN: not %warplint --cuda-path=%cuda_path --sort=source --fix-style=auto %s | FileCheck %s
//
// One buffer of dynamic shared memory, split into tiles with rows of two lengths.
// Tiles of wmma can only get longer rows, and no padding of the whole buffer keeps
// both: each tile gets its own.
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

// Rows of 32 halves are 16 words: 8 rows begin in 2 banks, 4 at a time. Rows of 40,
// 20 words, begin in 8 groups of 4 banks. The same goes for rows of 64 and of 72, 36
// words: 8 at a time, and none. By hand, of each of 16 rounds: the stores, 16 and 16
// requests of 4 warps, 128; 2 loads of a with 16 wavefronts and 2 of b with 32, by 4
// warps, 384. 16 * 512 = 8192, and with 4 for each load 16 * (128 + 64) = 3072.
template <int M, int N, int K>
__global__ void product(const half *a, const half *b, half *out, int n) {
  extern __shared__ half s[];
  // CHECK: :[[@LINE-1]]:26: help: suggested layout: padding of 8 after every 32 elements in 's', padding of 8 after every 64 elements in 'bs', 's[64][40]', 'bs[32][72]': about 8192 -> 3072 wavefronts per block (1,536 bytes more)
  // CHECK: :[[@LINE-2]]:26: note: cannot fix 's': its parts need different layouts; edit their indices, their offsets and the launch by hand
  half *as = s;
  half *bs = s + M * K;
  const int t = threadIdx.x, w = t / 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc;
  wmma::fill_fragment(acc, __float2half(0.0f));
  for (int k = 0; k < n; k += K) {
    for (int i = t; i < M * K; i += 128)
      as[i] = a[i + k];
    for (int i = t; i < K * N; i += 128)
      bs[i] = b[i + k];
    __syncthreads();
    for (int inner = 0; inner < K; inner += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
      wmma::load_matrix_sync(fa, &as[w * 16 * K + inner], K);
      wmma::load_matrix_sync(fb, &bs[inner * N + w * 16], N);
      wmma::mma_sync(acc, fa, fb, acc);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(out + w * 16, acc, 64, wmma::mem_row_major);
}

// The same, filled by a function of the toolkit that is called for either tile: each
// call keeps to its own. It copies 8 halves a lane, 512 bytes in 4 wavefronts: 2
// copies of each warp for a tile, 64 in a round and 16 * 64 = 1024 in all. With the
// loads 16 * 384 + 1024 = 7168. Copies go to lines of 128 bytes, of which 8 rows of 80
// bytes have 5, as 4 rows of 144 bytes do: 16 * (16 * 5 + 64) = 2304.
template <int M, int N, int K>
__global__ void filledByFunction(const half *a, const half *b, half *out, int n) {
  extern __shared__ half f[];
  // CHECK: :[[@LINE-1]]:26: help: suggested layout: padding of 8 after every 32 elements in 'f', padding of 8 after every 64 elements in 'bs', 'f[64][40]', 'bs[32][72]': about 7168 -> 2304 wavefronts per block (1,536 bytes more)
  half *as = f;
  half *bs = f + M * K;
  const int t = threadIdx.x, w = t / 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc;
  wmma::fill_fragment(acc, __float2half(0.0f));
  for (int k = 0; k < n; k += K) {
    for (int i = 8 * t; i < 64 * 32; i += 8 * 128)
      __pipeline_memcpy_async(&as[i], &a[i + k], 16);
    for (int i = 8 * t; i < 64 * 32; i += 8 * 128)
      __pipeline_memcpy_async(&bs[i], &b[i + k], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int inner = 0; inner < K; inner += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
      wmma::load_matrix_sync(fa, &as[w * 16 * K + inner], K);
      wmma::load_matrix_sync(fb, &bs[inner * N + w * 16], N);
      wmma::mma_sync(acc, fa, fb, acc);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(out + w * 16, acc, 64, wmma::mem_row_major);
}

// The loop that fills the buffer reaches both tiles: there are no parts.
__global__ void filledAtOnce(const half *a, half *out) {
  extern __shared__ half v[];
  // CHECK: :[[@LINE-1]]:26: note: no layout that was tried for 'v' needs fewer than
  half *second = v + 64 * 32;
  const int t = threadIdx.x, w = t / 32;
  for (int i = t; i < 2 * 64 * 32; i += 128)
    v[i] = a[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> acc;
  wmma::fill_fragment(acc, __float2half(0.0f));
  wmma::load_matrix_sync(fa, &v[w * 16 * 32], 32);
  wmma::load_matrix_sync(fb, &second[w * 16], 64);
  wmma::mma_sync(acc, fa, fb, acc);
  wmma::store_matrix_sync(out + w * 16, acc, 64, wmma::mem_row_major);
}

// First a tile of halves, then the sums: the loads at the end read what the stores
// right before them wrote, and nothing of the tile. 32 stores of the tile, 4 loads
// of a fragment with 8 wavefronts each, 4 stores of one with 16, and 64 loads of
// sums with 2: 256. Longer rows of the tile alone make the loads of fragments 4 each.
__global__ void reused(const half *a, half *out) {
  extern __shared__ unsigned char u[];
  // CHECK: :[[@LINE-1]]:35: help: suggested layout: padding of 16 after every 32 elements in 'u' on lines [[@LINE+6]], [[@LINE+13]], 'u[64][48]': 256 -> 240 wavefronts per block (no extra memory)
  // CHECK: :[[@LINE-2]]:35: note: cannot fix 'u': its successive uses need different layouts; edit them by hand, with a barrier in between
  half *tile = reinterpret_cast<half *>(u);
  float *sum = reinterpret_cast<float *>(u);
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 16; i += 128)
    tile[i] = a[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  wmma::fill_fragment(fb, __float2half(1.0f));
  wmma::load_matrix_sync(fa, tile + t / 32 * 256, 16);
  wmma::mma_sync(acc, fa, fb, acc);
  __syncthreads();
  wmma::store_matrix_sync(sum + t / 32 * 256, acc, 16, wmma::mem_row_major);
  __syncthreads();
  for (int i = 0; i < 16; ++i)
    out[i * 64 + t] = __float2half(sum[t / 16 * 256 % 1024 + i * 16 + t % 16]);
}

// A quarter of the sums is not written, and what is read there was the tile's: both
// are one array, which no padding helps.
__global__ void kept(const half *a, half *out) {
  extern __shared__ unsigned char k[];
  // CHECK: :[[@LINE-1]]:35: note: no layout that was tried for 'k' needs fewer than 240 wavefronts per block
  half *tile = reinterpret_cast<half *>(k);
  float *sum = reinterpret_cast<float *>(k);
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 16; i += 128)
    tile[i] = a[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  wmma::fill_fragment(fb, __float2half(1.0f));
  wmma::load_matrix_sync(fa, tile + t / 32 * 256, 16);
  wmma::mma_sync(acc, fa, fb, acc);
  __syncthreads();
  if (t < 96)
    wmma::store_matrix_sync(sum + t / 32 * 256, acc, 16, wmma::mem_row_major);
  __syncthreads();
  for (int i = 0; i < 16; ++i)
    out[i * 64 + t] = __float2half(sum[t / 16 * 256 % 1024 + i * 16 + t % 16]);
}

// Written and read in one loop: a round might read what only a later one writes, and
// rounds are not told apart.
__global__ void turns(const half *a, half *out) {
  extern __shared__ unsigned char r[];
  // CHECK: :[[@LINE-1]]:35: note: no layout that was tried for 'r' needs fewer than {{[0-9]+}} wavefronts per block
  half *tile = reinterpret_cast<half *>(r);
  float *sum = reinterpret_cast<float *>(r);
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 16; i += 128)
    tile[i] = a[i];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  wmma::fill_fragment(fb, __float2half(1.0f));
  wmma::load_matrix_sync(fa, tile + t / 32 * 256, 16);
  wmma::mma_sync(acc, fa, fb, acc);
  __syncthreads();
  for (int i = 0; i < 2; ++i) {
    wmma::store_matrix_sync(sum + t / 32 * 256, acc, 16, wmma::mem_row_major);
    __syncthreads();
    out[i * 64 + t] = __float2half(sum[t / 16 * 256 % 1024 + i * 16 + t % 16]);
  }
}

void run(const half *a, const half *b, half *out, int n) {
  product<64, 64, 32><<<1, 128, (64 * 32 + 32 * 64) * sizeof(half)>>>(a, b, out, n);
  filledByFunction<64, 64, 32><<<1, 128, (64 * 32 + 32 * 64) * sizeof(half)>>>(a, b, out, n);
  reused<<<1, 128, 4096>>>(a, out);
  kept<<<1, 128, 4096>>>(a, out);
  turns<<<1, 128, 4096>>>(a, out);
  filledAtOnce<<<1, 128, 2 * 64 * 32 * sizeof(half)>>>(a, out);
}
