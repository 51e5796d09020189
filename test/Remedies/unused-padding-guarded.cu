// A tile at the edge of a matrix is filled under a condition that is not known, in a
// loop of unknown length: all lanes are taken then, so that what they do not touch
// nobody does.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: not %warplint --verbose %s %stub | FileCheck %s
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s --check-prefix=EDITED

// Lanes 0 and 31 store to words 0 and 17 + 15 = 32: bank 0. In rows of 16 a warp
// stores to 32 words in a row.
#define TILE 16
__global__ void sums(const float *a, float *out, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 1];
  const int row = blockIdx.y * TILE + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < (columns + TILE - 1) / TILE; ++t) {
    if (row < rows && t * TILE + threadIdx.x < columns)
      tile[threadIdx.y][threadIdx.x] = a[row * columns + t * TILE + threadIdx.x];
    else
      tile[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += tile[threadIdx.y][k];
    __syncthreads();
  }
  out[row] = sum;
}
// CHECK: help: suggested layout: rows of 16, because nothing accesses their last element, 'tile[16][16]': {{.*}}, 64 bytes less)
// EDITED: __shared__ float tile[TILE][TILE];

// A lane may use the last column: longer rows, not shorter ones.
__global__ void carry(const float *a, float *out, int n) {
  __shared__ float tile[TILE][TILE + 1];
  for (int t = 0; t < n; ++t) {
    tile[threadIdx.y][threadIdx.x] = a[t];
    if (a[t] > 0)
      tile[threadIdx.y][TILE] = 1;
    __syncthreads();
    out[t] += tile[threadIdx.y][t & 15];
    __syncthreads();
  }
}
// EDITED-NOT: __shared__ float tile[TILE][TILE];

void run(const float *a, float *o, int r, int c) {
  sums<<<dim3(1, r / TILE), dim3(TILE, TILE)>>>(a, o, r, c);
  carry<<<1, dim3(TILE, TILE)>>>(a, o, c);
}
