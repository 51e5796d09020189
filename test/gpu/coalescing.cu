// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Sectors of 32 bytes that global loads and stores touch. What cudaMalloc returns
// begins one.

#include "launch.h"

constexpr int Pitch = 40; // Elements: 160 bytes, five sectors.

// 128 bytes in a row: 4 sectors.
//
// expect rows: gld=4 gst=4
__global__ void rows(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x];
}

// 4 * S bytes from lane to lane: ceil((124 * S + 4) / 32) sectors up to S = 8, then
// one for each lane. S = 2: 8, S = 3: 12, S = 8 and 100: 32.
//
// expect strides: gld=84 gst=4
__global__ void strides(const float *in, float *out) {
  int t = threadIdx.x;
  out[t] = in[2 * t] + in[3 * t] + in[8 * t] + in[100 * t];
}

// From byte 4 on 128 bytes reach into a fifth sector; from byte 32 on they don't.
//
// expect starts: gld=9 gst=5
__global__ void starts(const float *in, float *out) {
  int t = threadIdx.x;
  out[t + 3] = in[t + 1] + in[t + 8];
}

// 8 elements for 32 lanes: 1 sector. Two of them, 256 bytes apart: 2.
//
// expect shared: gld=3 gst=4
__global__ void shared(const float *in, float *out) {
  int t = threadIdx.x;
  out[t] = in[t / 4] + in[64 * (t % 2)];
}

// Three loads and three stores of 4 bytes, 12 bytes from lane to lane: 12 each.
//
// expect triples: gld=36 gst=36
__global__ void triples(const float3 *in, float3 *out) {
  out[threadIdx.x] = in[threadIdx.x];
}

// 16 bytes a lane, side by side: 16 sectors. One of four members: 16 for 4 bytes
// each.
//
// expect quadruples: gld=32 gst=20
__global__ void quadruples(const float4 *in, float4 *out, float *one) {
  int t = threadIdx.x;
  out[t] = in[t];
  one[t] = in[t + 64].y;
}

// Narrow and wide elements: 2 bytes, 8 bytes at a stride of 2 (16 * 31 + 8 bytes:
// 16 sectors).
//
// expect widths: gld=18 gst=8
__global__ void widths(const short *halves, const double *in, double *out) {
  int t = threadIdx.x;
  out[t] = in[2 * t] + halves[t];
}

// A warp has two rows of 16: 64 bytes each, which begin sectors: 4. Eight warps. The
// store goes down columns: 16 of them, two elements side by side in each: 16.
//
// expect tiles: gld=32 gst=128
__global__ void tiles(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[x * Pitch + y] = in[y * Pitch + x];
}

// Four rows of 8, each of which lies in two sectors: 5 elements before the end of
// one. 8 for each of two warps, less where two rows share one: pitch 40 keeps them
// apart.
//
// expect narrow: gld=16 gst=8
__global__ void narrow(const float *in, float *out) {
  out[threadIdx.y * 8 + threadIdx.x] = in[threadIdx.y * Pitch + threadIdx.x + 3];
}

// 100 elements by 64 threads. Warp 0: 0-31 and 64-95, 4 each; warp 1: 32-63, 4, and
// 96-99, 1.
//
// expect tail: gld=13 gst=13
__global__ void tail(const float *in, float *out) {
  for (int i = threadIdx.x; i < 100; i += blockDim.x)
    out[i] = in[i];
}

// Eight lanes of 32, every fourth: bytes 16 * l: 4 sectors.
//
// expect some: gld=4 gst=4
__global__ void some(const float *in, float *out) {
  if (threadIdx.x % 4 == 0)
    out[threadIdx.x] = in[threadIdx.x];
}

int main() {
  const float *in = deviceArray<float>();
  float *out = deviceArray<float>();
  rows<<<1, 32>>>(in, out);
  strides<<<1, 32>>>(in, out);
  starts<<<1, 32>>>(in, out);
  shared<<<1, 32>>>(in, out);
  triples<<<1, 32>>>(deviceArray<float3>(), deviceArray<float3>());
  quadruples<<<1, 32>>>(deviceArray<float4>(), deviceArray<float4>(), out);
  widths<<<1, 32>>>(deviceArray<short>(), deviceArray<double>(), deviceArray<double>());
  tiles<<<1, dim3(16, 16)>>>(in, out);
  narrow<<<1, dim3(8, 8)>>>(in, out);
  tail<<<1, 64>>>(in, out);
  some<<<1, 32>>>(in, out);
  return finish();
}
