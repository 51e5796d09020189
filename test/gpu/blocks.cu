// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Blocks of several warps, incomplete warps, and lanes that do not take part.

#include "launch.h"

// Lane = x + 4 * y, warp = z.
//
// expect threeDimensional: ld=10 st=16
__global__ void threeDimensional(const float *in, float *out) {
  __shared__ volatile float tile[2][32][32];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int t = x + 4 * (y + 8 * z);
  tile[z][y][x] = in[t]; // words 32 * y + x: four banks, 8 words each, st 8 + 8
  __syncthreads();
  // Words 32 * x + y: 8 banks, four words each, ld 4 + 4.
  float a = tile[z][x][y];
  float b = tile[z][0][8 * x + y]; // 32 words: ld 1 + 1
  out[t] = a + b;
}

// 80 threads: warps 0 and 1 whole, warp 2 of 16 lanes.
//
// expect incompleteWarp: ld=15 st=3
__global__ void incompleteWarp(const float *in, float *out) {
  __shared__ volatile float s[4 * 80];
  int t = threadIdx.x;
  s[t] = in[t]; // st 1 + 1 + 1
  __syncthreads();
  float a = s[2 * t]; // two lanes a bank; 16 lanes have 16 banks: ld 2 + 2 + 1
  float b = s[4 * t]; // four lanes a bank; 16 lanes have 8 banks: ld 4 + 4 + 2
  out[t] = a + b;
}

// expect secondWarpOnly: ld=5 st=3
__global__ void secondWarpOnly(const float *in, float *out) {
  __shared__ volatile float s[256];
  int t = threadIdx.x;
  int warp = t / 32, lane = t % 32;
  s[(warp + 1) * lane] = in[t]; // words lane and 2 * lane: st 1 + 2
  __syncthreads();
  out[t] = s[warp ? 4 * lane : lane]; // ld 1 + 4
}

// expect guards: ld=11 st=4
__global__ void guards(const float *in, float *out) {
  __shared__ volatile float tile[32][32];
  int t = threadIdx.x;
  tile[0][t] = in[t]; // st 1
  if (t == 5)
    tile[t][3] = in[32]; // one lane: st 1
  if (t % 16 == 0)
    tile[t][3] = in[33]; // two lanes, one bank: st 2
  __syncthreads();
  float sum = 0;
  if (t < 8)
    sum += tile[t][0]; // 8 words of one bank: ld 8
  if (t >= 31)
    sum += tile[t][t]; // one lane: ld 1
  if (t % 2)
    sum += tile[0][t]; // 16 banks: ld 1
  if (t & 4)
    sum += tile[1][t / 8]; // four words: ld 1
  out[t] = sum;
}

// 16 x 16 threads, tiles of 16 x 16: a warp is two rows y of 16 columns x.
//
// expect matrixProduct: ld=256 st=16
__global__ void matrixProduct(const float *in, float *out) {
  __shared__ volatile float a[16][16];
  __shared__ volatile float b[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = in[16 * y + x];       // 32 words: st 1, 8 warps
  b[y][x] = in[256 + 16 * y + x]; // st 1, 8 warps
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    // Words 16 * y + k: two, in banks k and k + 16; words 16 * k + x: 16. So
    // ld 1 + 1, 16 times, 8 warps.
    sum += a[y][k] * b[k][x];
  out[16 * y + x] = sum;
}

// The same with tile a transposed by its stores: words 16 * x + y for two rows
// y. Banks 16 * (x % 2) + y: four of them, 8 words each.
//
// expect transposedProduct: ld=256 st=72
__global__ void transposedProduct(const float *in, float *out) {
  __shared__ volatile float a[16][16];
  __shared__ volatile float b[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  a[x][y] = in[16 * y + x];       // st 8, 8 warps
  b[y][x] = in[256 + 16 * y + x]; // st 1, 8 warps
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum +=
        a[k][y] * b[k][x]; // two words, 16 words: ld 1 + 1, 16 times, 8 warps
  out[16 * y + x] = sum;
}

int main() {
  const float *in = deviceArray<float>();
  float *out = deviceArray<float>();
  threeDimensional<<<1, dim3(4, 8, 2)>>>(in, out);
  incompleteWarp<<<1, 80>>>(in, out);
  secondWarpOnly<<<1, 64>>>(in, out);
  guards<<<1, 32>>>(in, out);
  matrixProduct<<<1, dim3(16, 16)>>>(in, out);
  transposedProduct<<<1, dim3(16, 16)>>>(in, out);
  return finish();
}
