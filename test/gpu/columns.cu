// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// A warp reads a column of a tile, for elements of 1 to 8 bytes. Every access
// of this folder's programs is volatile, or stands between barriers, so that
// nvcc issues it as it is written.

#include "launch.h"
#include <cuda_fp16.h>

// expect column: ld=32 st=32
__global__ void column(const float *in, float *out) {
  __shared__ volatile float tile[32][32];
  int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    tile[k][t] = in[32 * k + t]; // 32 words side by side, 32 times: st 32
  __syncthreads();
  out[t] = tile[t][3]; // words 32 * t + 3: one bank, ld 32
}

// expect columnLoop: ld=1024 st=1
__global__ void columnLoop(const float *in, float *out) {
  __shared__ volatile float tile[32][32];
  int t = threadIdx.x;
  tile[0][t] = in[t]; // st 1
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += tile[t][k]; // one bank for each k: ld 32 * 32
  out[t] = sum;
}

// expect paddedColumn: ld=32 st=1
__global__ void paddedColumn(const float *in, float *out) {
  __shared__ volatile float tile[32][33];
  int t = threadIdx.x;
  tile[t][0] = in[t]; // words 33 * t: 32 banks, st 1
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += tile[t][k]; // words 33 * t + k: ld 1, 32 times
  out[t] = sum;
}

// expect shortColumn: ld=16 st=1
__global__ void shortColumn(const short *in, short *out) {
  __shared__ volatile short tile[32][32];
  int t = threadIdx.x;
  tile[0][t] = in[t]; // 16 words, two lanes each: st 1
  __syncthreads();
  out[t] = tile[t][6]; // words 16 * t + 3: 16 words in each of two banks, ld 16
}

// expect shortPaddedColumn: ld=3 st=1
__global__ void shortPaddedColumn(const short *in, short *out) {
  __shared__ volatile short tile[32][33];
  int t = threadIdx.x;
  tile[31][t] = in[t]; // elements 1023 + t: words 511 to 527, st 1
  __syncthreads();
  // Element 33 * t: words 33 * m for t = 2 * m, 33 * m + 16 for t = 2 * m + 1.
  // The banks are m and m + 16, each once: ld 1.
  int even = tile[t][0];
  // Element 33 * t + 1: words 33 * m and 33 * m + 17. Words 0 and 512 (m = 15)
  // are both in bank 0: ld 2.
  int odd = tile[t][1];
  out[t] = even + odd;
}

// expect charColumn: ld=8 st=1
__global__ void charColumn(const char *in, char *out) {
  __shared__ volatile char tile[32][32];
  int t = threadIdx.x;
  tile[5][t] = in[t]; // 8 words, four lanes each: st 1
  __syncthreads();
  out[t] = tile[t][7]; // words 8 * t + 1: 8 words in each of four banks, ld 8
}

// expect halfColumn: ld=5 st=1
__global__ void halfColumn(const unsigned short *in, unsigned short *out) {
  __shared__ __half tile[32][40];
  __shared__ __half odd[32][34];
  volatile unsigned short *rows = reinterpret_cast<unsigned short *>(tile);
  volatile unsigned short *oddRows = reinterpret_cast<unsigned short *>(odd);
  int t = threadIdx.x;
  rows[t] = in[t]; // st 1
  __syncthreads();
  int a = rows[40 * t];    // words 20 * t: 4 words in each of 8 banks, ld 4
  int b = oddRows[34 * t]; // words 17 * t: 32 banks, ld 1
  out[t] = a + b;
}

// expect doubleColumn: ld=34 st=2
__global__ void doubleColumn(const double *in, double *out) {
  __shared__ volatile double tile[32][32];
  __shared__ volatile double padded[16][33];
  int t = threadIdx.x;
  tile[0][t] = in[t]; // 32 words a half-warp: st 1 + 1
  __syncthreads();
  // Words 64 * t and 64 * t + 1: 16 words in each of two banks, for each
  // half-warp: ld 16 + 16.
  double a = tile[t][0];
  // Lanes 0-15 read words 66 * t and 66 * t + 1, banks 2 * t and 2 * t + 1: 1;
  // so do lanes 16-31, the same rows one column further: ld 1 + 1.
  double b = padded[t % 16][t / 16];
  out[t] = a + b;
}

int main() {
  const float *in = deviceArray<float>();
  float *out = deviceArray<float>();
  column<<<1, 32>>>(in, out);
  columnLoop<<<1, 32>>>(in, out);
  paddedColumn<<<1, 32>>>(in, out);
  shortColumn<<<1, 32>>>(deviceArray<short>(), deviceArray<short>());
  shortPaddedColumn<<<1, 32>>>(deviceArray<short>(), deviceArray<short>());
  charColumn<<<1, 32>>>(deviceArray<char>(), deviceArray<char>());
  halfColumn<<<1, 32>>>(deviceArray<unsigned short>(),
                        deviceArray<unsigned short>());
  doubleColumn<<<1, 32>>>(deviceArray<double>(), deviceArray<double>());
  return finish();
}
