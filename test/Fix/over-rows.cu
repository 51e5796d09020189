// One index that goes over the rows of a tile keeps to one place for each element,
// as those of two subscripts do.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cp %s %t/b.cu
// RUN: %warplint --fix --fix-style=expression --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fix-style=expression --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu
// RUN: %warplint --fix --fix-style=pad --fail-on=never %t/b.cu %stub
// RUN: %without_checks %t/b.cu | FileCheck %s --check-prefix=PAD

// The element i is column i % 64 of row i / 64, and lies i / 64 paddings behind. Rows
// are read by four, which a padding by 4 leaves aligned.
__global__ void first_row(float *out, const float *in) {
  __shared__ float tile[64][64];
  for (int i = threadIdx.x; i < 64 * 64; i += 64)
    tile[0][i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += tile[threadIdx.x][k];
  out[threadIdx.x] = sum;
}
// CHECK-LABEL: void first_row
// CHECK: tile[0][i ^ ((i >> 6) & 31)] = in[i];
// CHECK: tile[threadIdx.x][k ^ (threadIdx.x & 31)];
// PAD-LABEL: void first_row
// PAD: float tile[64][65];
// PAD: tile[0][unsigned(i) + unsigned(i) / 64] = in[i];
// PAD: tile[threadIdx.x][k];

__global__ void address(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int i = threadIdx.x; i < 1024; i += 32)
    (&tile[0][0])[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += tile[threadIdx.x][k];
  out[threadIdx.x] = sum;
}
// CHECK-LABEL: void address
// CHECK: (&tile[0][0])[i ^ (i >> 5)] = in[i];
// PAD-LABEL: void address
// PAD: float tile[32][36];
// PAD: (&tile[0][0])[unsigned(i) + unsigned(i) / 32 * 4] = in[i];

// An index that stays in the first row is a column of that.
__global__ void stays(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int r = 0; r < 32; ++r)
    tile[r][threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  float sum = tile[0][threadIdx.x];
  for (int k = 0; k < 32; ++k)
    sum += tile[threadIdx.x][k];
  out[threadIdx.x] = sum;
}
// CHECK-LABEL: void stays
// CHECK: float sum = tile[0][threadIdx.x];
// PAD-LABEL: void stays
// PAD: float sum = tile[0][threadIdx.x];

void run(float *out, const float *in) {
  first_row<<<1, 64>>>(out, in);
  address<<<1, 32>>>(out, in);
  stays<<<1, 32>>>(out, in);
}
