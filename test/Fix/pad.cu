// --fix-style=pad takes the best padding that the declaration can say, where a
// better one has no declaration.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix --fix-style=pad %t/fixed.cu %stub | FileCheck %s --check-prefix=NOTES
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: cp %t/fixed.cu %t/again.cu && not %warplint --fix --fix-style=pad %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu

// Read by column: 8 warps, 8 columns of 32 rows which are 8 words apart, so that
// 8 meet: 512 wavefronts, and 16 for the rows that are stored. In rows of 9 a
// column is free, 9 being odd: 64. Four rows, which a warp stores, end in words
// 32 to 34 then and meet the first three: 2 * 16.
__global__ void columns(const float *in, float *out) {
  __shared__ float as[64][8];
  // CHECK: float as[64][9];
  // NOTES: suggested layout: padding of 1 after every 8 elements, 'as[64][9]': 528 -> 96 wavefronts per block (256 bytes more)
  int t = threadIdx.x;
  as[t / 8][t % 8] = in[t];
  as[t / 8 + 32][t % 8] = in[t + 256];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k)
    sum += k * as[t % 64][k];
  out[t] = sum;
}

// Lanes along the slowest dimension: 8 words of one bank for each of 4 rows. In
// rows of 9 words planes are 72 words apart, 8 banks, and two of eight meet.
__global__ void cube(const float *in, float *out) {
  __shared__ float cubes[8][8][8];
  // CHECK: float cubes[8][8][9];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  cubes[z][y][x] = in[z * 64 + y * 8 + x];
  __syncthreads();
  out[z * 64 + y * 8 + x] = cubes[x][y][z];
}

// Bytes: rows grow by a word, 9 of them are odd.
__global__ void bytes(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char tile[32][32];
  // CHECK: unsigned char tile[32][36];
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + i];
}

void run(const float *in, float *out, const unsigned char *from,
         unsigned char *to) {
  columns<<<1, 256>>>(in, out);
  cube<<<1, dim3(8, 8, 8)>>>(in, out);
  bytes<<<1, dim3(32, 8)>>>(from, to);
}
