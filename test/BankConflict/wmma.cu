// REQUIRES: cuda-toolkit
// RUN: %warplint --report-unproven %s -- -std=c++17 | %check %s
//
// The fragments of nvcuda::wmma are loaded in an order that is not documented:
// unproven, at the user's call.

#include <mma.h>

__global__ void fragments(float *g) {
  __shared__ half a[16 * 16];
  __shared__ float c[16 * 16];
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> left;
  fragment<accumulator, 16, 16, 16, float> sum;
  load_matrix_sync(left, a, 16);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: wmma.load: the lanes of a wmma fragment are not modelled
  fill_fragment(sum, 0.0f);
  store_matrix_sync(c, sum, 16, mem_row_major);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: wmma.store: the lanes of a wmma fragment are not modelled
  g[threadIdx.x] = left.x[0];
}
