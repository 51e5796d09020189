// Columns that nothing accesses are no part of the array: padding that does not
// help gives way to a swizzle, and its memory is saved.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cp %s %t/pad.cu
// RUN: not %warplint --verbose %s %stub | FileCheck %s
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s --check-prefix=EDITED
// RUN: %warplint --fix --fail-on=never --fix-style=pad %t/pad.cu %stub
// RUN: %without_checks %t/pad.cu | FileCheck %s --check-prefix=PADDED
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu
// RUN: not %warplint --format=json %s %stub | FileCheck %s --check-prefix=JSON

// The 16 requests take 2 wavefronts each: rows of 17 put the last element of one
// row and the first of the row before into one bank (16 + 17 - 1 = 32), and so do
// the columns, whose lanes l and l + 16 are one element apart.
#define TILE 16
__global__ void transpose(float *out, const float *in, int pitch) {
  __shared__ float tile[TILE][TILE + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * pitch + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * pitch + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// CHECK: help: suggested layout: rows of 16, because nothing accesses their last element; XOR swizzle <4,0,4>, 'tile[16][16], tile[row][col ^ row]'{{.*}}: 32 -> 16 wavefronts per block (optimal, 64 bytes less)
// JSON: "extraBytes": -64
// EDITED: __shared__ float tile[TILE][TILE];
// EDITED: tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
// EDITED: = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];

// Column 32 is used: it stays.
__global__ void sums(float *out, const float *in) {
  __shared__ float tile[32][36];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    tile[threadIdx.y][32] = tile[threadIdx.y][0];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y] + tile[threadIdx.x][32];
}
// EDITED: __shared__ float tile[32][33];
// PADDED: __shared__ float tile[32][33];

// So does one that an index may name which is data.
__global__ void data(float *out, const float *in, const unsigned *at) {
  __shared__ float tile[32][34];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y] + tile[threadIdx.x][at[threadIdx.y]];
}
// EDITED: __shared__ float tile[32][34];

void run(float *o, const float *i, const unsigned *at, int p) {
  transpose<<<1, dim3(16, 16)>>>(o, i, p);
  sums<<<1, dim3(32, 32)>>>(o, i);
  data<<<1, dim3(32, 32)>>>(o, i, at);
}
