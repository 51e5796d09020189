// REQUIRES: cuda-toolkit
// RUN: not %warplint --cuda-path=%cuda_path --trials=0 --verbose %s 2>/dev/null | FileCheck %s --implicit-check-not="may get a pointer"
// RUN: not %warplint --cuda-path=%cuda_path --verbose %s 2>/dev/null | FileCheck %s --implicit-check-not="may get a pointer"
//
// `other` is a kernel template that nobody instantiates: it cannot get k's array, and does not stand
// in the way of a layout. Rows of 32 words meet in a bank, those of 36 lie 4 banks apart.
#include <mma.h>
template <int N> __global__ void other(float *p, const int *q) { static_assert(N == 77, ""); p[threadIdx.x * N] = 1; }
template <int N> void launch_other(float *p) { other<N><<<1, 32>>>(p, (const int *)p); }
__global__ void k(float *o) {
  __shared__ float s[8][8][32];
  using namespace nvcuda;
  wmma::fragment<wmma::accumulator, 8, 32, 16, float> f;
  wmma::fill_fragment(f, 0.0f);
  wmma::store_matrix_sync((float *)&s[threadIdx.y][0][0], f, 32, wmma::mem_row_major);
  // CHECK: :[[#@LINE-1]]:3: warning: 4-way
  // CHECK: help: suggested layout: {{.*}}'s[8][8][36]'
  __syncthreads();
  o[threadIdx.x] = s[0][threadIdx.y][threadIdx.x];
}
void run(float *o) { k<<<1, dim3(32, 8)>>>(o); }
