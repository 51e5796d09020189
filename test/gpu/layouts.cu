// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Where the tile comes from: template parameters, structs, casts of dynamic
// shared memory, helpers, lambdas, swizzled indices.

#include "launch.h"

// Column k of rows of 32 + Pad words: 32 words of one bank, or of 32 banks.
//
// expect padded<0>: ld=1024 st=32
// expect padded<1>: ld=32 st=32
template <int Pad> __global__ void padded(const float *in, float *out) {
  __shared__ volatile float tile[32][32 + Pad];
  int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    tile[k][t] = in[32 * k + t]; // st 1, 32 times
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 32; ++k)
    sum += tile[t][k]; // ld 32 or 1, 32 times
  out[t] = sum;
}

// expect swizzled: ld=32 st=32
__global__ void swizzled(const float *in, float *out) {
  __shared__ volatile float tile[32][32];
  int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    tile[k][t ^ k] = in[32 * k + t]; // a row in another order: st 1, 32 times
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += tile[t][k ^ t]; // banks k ^ t, all different: ld 1, 32 times
  out[t] = sum;
}

// Chunks of 16 bytes, eight in a row of 32 banks.
//
// expect swizzledChunks: ld=36 st=4
__global__ void swizzledChunks(const float4 *in, float4 *out) {
  __shared__ float4 tile[32][8];
  int t = threadIdx.x;
  int row = t / 8, chunk = t % 8;
  tile[row][chunk ^ row] = in[t]; // a quarter writes one row: st 4
  __syncthreads();
  out[t] = tile[t][3 ^ (t & 7)]; // eight rows, eight chunks: ld 4
  out[32 + t] = tile[t][3];      // eight rows, one chunk: ld 32
}

struct Planes {
  float x[64];
  short y[64];
  float pad[5];
  double z[64];
};

// expect structOfArrays: ld=9 st=5
__global__ void structOfArrays(const float *in, float *out) {
  __shared__ volatile Planes planes;
  int t = threadIdx.x;
  planes.x[2 * t] = in[t];  // words 2 * t: st 2
  planes.y[t] = in[32 + t]; // 16 words: st 1
  planes.z[t] = in[64 + t]; // st 1 + 1
  __syncthreads();
  float a = planes.x[2 * t]; // ld 2
  // Words 64 + t: ld 1.
  int b = planes.y[2 * t];
  // Words 4 * t and the next, from one place on: ld 2 + 2.
  double c = planes.z[2 * t];
  // Words 32 and 33 after the start of x: two lanes' groups, ld 1.
  float d = planes.x[32 + t / 16];
  float e = planes.pad[t % 5]; // five words: ld 1
  out[t] = a + b + c + d + e;
}

// expect carved: ld=35 st=4
__global__ void carved(const float *in, float *out) {
  extern __shared__ __align__(16) char bytes[];
  volatile float *floats = reinterpret_cast<volatile float *>(bytes);
  volatile double *doubles = reinterpret_cast<volatile double *>(bytes + 4096);
  volatile unsigned short *shorts =
      reinterpret_cast<volatile unsigned short *>(doubles + 64);
  int t = threadIdx.x;
  floats[t] = in[t];       // st 1
  doubles[t] = in[32 + t]; // st 1 + 1
  shorts[t] = in[64 + t];  // st 1
  __syncthreads();
  float a = floats[32 * t]; // ld 32
  double b = doubles[t];    // ld 1 + 1
  int c = shorts[2 * t];    // words t: ld 1
  out[t] = a + b + c;
}

__device__ float columnOf(const volatile float (&tile)[32][32], int row,
                          int k) {
  return tile[row][k];
}

__device__ float element(const volatile float *tile, int row, int pitch,
                         int k) {
  return tile[row * pitch + k];
}

// expect helpers: ld=49 st=1
__global__ void helpers(const float *in, float *out) {
  __shared__ volatile float tile[32][32];
  int t = threadIdx.x;
  auto put = [&](int row, float value) { tile[row][t] = value; };
  put(3, in[t]); // st 1
  __syncthreads();
  float a = columnOf(tile, t, 4);           // ld 32
  float b = columnOf(tile, 4, t);           // ld 1
  float c = element(&tile[0][0], t, 16, 5); // words 16 * t + 5: ld 16
  out[t] = a + b + c;
}

int main() {
  const float *in = deviceArray<float>();
  float *out = deviceArray<float>();
  padded<0><<<1, 32>>>(in, out);
  padded<1><<<1, 32>>>(in, out);
  swizzled<<<1, 32>>>(in, out);
  swizzledChunks<<<1, 32>>>(deviceArray<float4>(), deviceArray<float4>());
  structOfArrays<<<1, 32>>>(in, out);
  carved<<<1, 32, 8192>>>(in, out);
  helpers<<<1, 32>>>(in, out);
  return finish();
}
