// REQUIRES: cuda-toolkit
//
// What --fix makes of arrays with conflicts: figures of the program as it is
// ("expect"), with layouts written into the indices ("fixed") and with padding
// ("padded"). Each kernel prints a hash of its output, which has to stay.
//
// RUN: %validate %s
// RUN: rm -rf %t && mkdir -p %t/warplint && cp %S/launch.h %t
// RUN: cp %S/../../include/warplint/swizzle.h %t/warplint
// RUN: cp %s %t/expression.cu && cp %s %t/helper.cu && cp %s %t/pad.cu
// RUN: not %warplint --fix --fix-style=expression %t/expression.cu
// RUN: not %warplint --fix --fix-style=helper %t/helper.cu
// RUN: not %warplint --fix --fix-style=pad %t/pad.cu
// RUN: sed -i -e '/^.. expect /d' -e 's,^// fixed,// expect,' %t/expression.cu
// RUN: sed -i -e '/^.. expect /d' -e 's,^// fixed,// expect,' %t/helper.cu
// RUN: sed -i -e '/^.. expect /d' -e 's,^// padded,// expect,' %t/pad.cu
// RUN: %validate %t/expression.cu
// RUN: %validate %t/helper.cu
// RUN: %validate %t/pad.cu

#include "launch.h"

// Columns of a 32x32 tile: 32 words of one bank, 4 times in each of 8 warps.
//
// expect transposeFloat: ld=1024 st=32
// fixed transposeFloat: ld=32 st=32
// padded transposeFloat: ld=32 st=32
__global__ void transposeFloat(const float *in, float *out) {
  __shared__ float tile[32][32];
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] =
        in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + i];
}

// 8 bytes a lane: a row is 2 wavefronts; a column 16 for each half-warp.
//
// expect transposeDouble: ld=1024 st=64
// fixed transposeDouble: ld=64 st=64
// padded transposeDouble: ld=64 st=64
__global__ void transposeDouble(const double *in, double *out) {
  __shared__ double tile[32][32];
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] =
        in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + i];
}

// 2 bytes a lane: a column has 32 words in banks 0 and 16 alone.
//
// expect transposeShort: ld=512 st=32
// fixed transposeShort: ld=32 st=32
// padded transposeShort: ld=32 st=32
__global__ void transposeShort(const short *in, short *out) {
  __shared__ short tile[32][32];
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] =
        in[(threadIdx.y + i) * 32 + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 32; i += 8)
    out[(threadIdx.y + i) * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + i];
}

// float4 stores want 16 bytes whole: eight chunks in a row, so that 32 rows of
// a column meet four times in each of eight banks at best. An access through
// another type, with an index behind it, is not rewritten.
//
// expect wideStores: ld=256 st=32
// fixed wideStores: ld=256 st=32
// padded wideStores: ld=256 st=32
__global__ void wideStores(const float4 *in, float *out) {
  __shared__ __align__(16) float tile[32][32];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(&tile[t / 8][0])[t % 8] = in[t];
  __syncthreads();
  out[t] = tile[t % 32][t / 32];
}

__device__ void putRow(float (&tile)[32][32], int row, int col, float value) {
  tile[row][col] = value;
}
__device__ float column(float (&tile)[32][32], int row, int col) {
  return tile[row][col];
}
// expect throughFunctions: ld=256 st=32
// fixed throughFunctions: ld=8 st=32
// padded throughFunctions: ld=8 st=32
__global__ void throughFunctions(const float *in, float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    putRow(tile, t / 32 + i, t % 32, in[32 * i + t]);
  __syncthreads();
  out[t] = column(tile, t % 32, t / 32);
}

// One edit has to serve all instances: the XOR of a place has other numbers for
// each length of a row, padding by one has not.
//
// expect sized<32>: ld=256 st=32
// fixed sized<32>: ld=256 st=32
// padded sized<32>: ld=8 st=32
// expect sized<64>: ld=256 st=32
// fixed sized<64>: ld=256 st=32
// padded sized<64>: ld=8 st=32
template <int N> __global__ void sized(const float *in, float *out) {
  __shared__ float tile[32][N];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    tile[t / 32 + i][t % 32] = in[32 * i + t];
  __syncthreads();
  out[t] = tile[t % 32][t / 32];
}

// expect flat: ld=256 st=32
// fixed flat: ld=8 st=32
// padded flat: ld=8 st=32
__global__ void flat(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 1024; i += 256)
    s[t + i] = in[t + i];
  __syncthreads();
  out[t] = s[(t % 32) * 32 + t / 32];
}

// expect dynamic: ld=256 st=32
// fixed dynamic: ld=8 st=32
// padded dynamic: ld=256 st=32
extern __shared__ float buffer[];
__global__ void dynamic(const float *in, float *out) {
  int t = threadIdx.x;
  for (int i = 0; i < 1024; i += 256)
    buffer[t + i] = in[t + i];
  __syncthreads();
  out[t] = buffer[(t % 32) * 32 + t / 32];
}

// Rows of 24 words: the 8 rows of a column begin at 24 r mod 32 = 0, 24, 16, 8:
// two words in each of four banks. Rows would have to be padded four by four.
//
// expect narrow: ld=12 st=6
// fixed narrow: ld=6 st=6
// padded narrow: ld=12 st=6
__global__ void narrow(const float *in, float *out) {
  __shared__ float tile[8][24];
  int t = threadIdx.x;
  tile[t / 24][t % 24] = in[t];
  __syncthreads();
  out[t] = tile[t % 8][t / 8];
}

// The A tile of a matrix product, read by column. nvcc joins four loads to one
// of 16 bytes, lanes 32 bytes apart: 2 wavefronts a quarter-warp, 16 requests.
// Layouts that help the loads as they are written would part them.
//
// expect productTile: ld=128 st=16
// fixed productTile: ld=128 st=16
// padded productTile: ld=128 st=16
__global__ void productTile(const float *a, float *out) {
  __shared__ float as[64][8];
  int t = threadIdx.x;
  as[t / 8][t % 8] = a[t];
  as[t / 8 + 32][t % 8] = a[t + 256];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    sum += k * as[t % 64][k];
  out[t] = sum;
}

// A brick of three dimensions, read along the slowest: planes are 128 words
// apart, 8 words of one bank for each of 4 columns, which lie in as many banks.
//
// expect brick: ld=256 st=32
// fixed brick: ld=32 st=32
// padded brick: ld=32 st=32
__global__ void brick(const float *in, float *out) {
  __shared__ float cube[8][4][32];
  int t = threadIdx.x;
  for (int z = 0; z < 8; ++z)
    cube[z][t / 32][t % 32] = in[z * 128 + t];
  __syncthreads();
  for (int z = 0; z < 8; ++z)
    out[z * 128 + t] = cube[t % 8][t / 32][z * 4 + t % 32 / 8];
}

template <class T> T *numbers(size_t count = 1 << 12) {
  T *made = static_cast<T *>(std::malloc(count * sizeof(T)));
  for (size_t i = 0; i < count * sizeof(T) / 2; ++i)
    reinterpret_cast<unsigned short *>(made)[i] = (i * 40503u) >> 4 & 0x3fff;
  T *there = deviceArray<T>(count);
  check(cudaMemcpy(there, made, count * sizeof(T), cudaMemcpyHostToDevice));
  std::free(made);
  return there;
}

template <class T> void print(const char *name, const T *out, size_t count) {
  check(cudaDeviceSynchronize());
  T *here = static_cast<T *>(std::malloc(count * sizeof(T)));
  check(cudaMemcpy(here, out, count * sizeof(T), cudaMemcpyDeviceToHost));
  unsigned long long hash = 1469598103934665603ull;
  for (size_t i = 0; i < count * sizeof(T); ++i)
    hash =
        (hash ^ reinterpret_cast<unsigned char *>(here)[i]) * 1099511628211ull;
  std::printf("%s %016llx\n", name, hash);
  std::free(here);
}

int main() {
  const float *in = numbers<float>();
  float *out = deviceArray<float>();
  transposeFloat<<<1, dim3(32, 8)>>>(in, out);
  print("transposeFloat", out, 1024);
  double *doubles = deviceArray<double>();
  transposeDouble<<<1, dim3(32, 8)>>>(numbers<double>(), doubles);
  print("transposeDouble", doubles, 1024);
  short *shorts = deviceArray<short>();
  transposeShort<<<1, dim3(32, 8)>>>(numbers<short>(), shorts);
  print("transposeShort", shorts, 1024);
  wideStores<<<1, 256>>>(numbers<float4>(), out);
  print("wideStores", out, 1024);
  throughFunctions<<<1, 256>>>(in, out);
  print("throughFunctions", out, 1024);
  sized<32><<<1, 256>>>(in, out);
  print("sized<32>", out, 1024);
  sized<64><<<1, 256>>>(in, out);
  print("sized<64>", out, 1024);
  flat<<<1, 256>>>(in, out);
  print("flat", out, 1024);
  dynamic<<<1, 256, 4096>>>(in, out);
  print("dynamic", out, 1024);
  narrow<<<1, 192>>>(in, out);
  print("narrow", out, 1024);
  productTile<<<1, 256>>>(in, out);
  print("productTile", out, 1024);
  brick<<<1, 128>>>(in, out);
  print("brick", out, 1024);
  return finish();
}
