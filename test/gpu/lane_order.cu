// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Matrix products whose lanes share out rows and columns in one order and in
// another: what warplint-lane-order tells of and what it writes. Loads of 16 bytes are
// served by quarter-warps, which merge in pairs where all lanes agree with lane i xor
// 1, or all with lane i xor 2; stores never merge. C of each pair is the same, which
// main compares.

#include "launch.h"

constexpr int Steps = 4, Depth = 8;

__device__ inline void add(float4 &sum, float4 a, float4 b) {
  sum.x += a.x * b.x;
  sum.y += a.y * b.y;
  sum.z += a.z * b.z;
  sum.w += a.w * b.w;
}

// 4 warps of 4 rows x 8 columns. A step stores 128 + 256 vectors side by side, by 32
// lanes each: (4 + 8) requests of 4. It loads 8 times, in each warp, one vector of a by
// quarter, pairs agree: 2, and eight vectors of b by quarter, no pairs agree: 4.
// st: 4 steps * 12 * 4 = 192. ld: 4 warps * 4 steps * 8 * (2 + 4) = 768.
//
// expect rowMajor: ld=768 st=192
__global__ void rowMajor(const float4 *A, const float4 *B, float4 *C) {
  __shared__ float4 a[Depth][16], b[Depth][32];
  int t = threadIdx.x;
  int row = t / 8, col = t % 8;
  float4 sum = {};
  for (int step = 0; step < Steps; ++step) {
    a[t / 16][t % 16] = A[step * 128 + t];
    b[t / 32][t % 32] = B[step * 256 + t];
    b[4 + t / 32][t % 32] = B[step * 256 + 128 + t];
    __syncthreads();
    for (int k = 0; k < Depth; ++k)
      add(sum, a[k][row], b[k][col]);
    __syncthreads();
  }
  C[row * 8 + col] = sum;
}

// Z-order: bits 0, 2 and 4 of the lane are the column's, 1 and 3 the row's. Lanes i and
// i xor 1 agree on a, two vectors of 4 banks by half-warp: 2. Lanes i and i xor 2 agree
// on b, four vectors by half-warp: 2.
// ld: 4 warps * 4 steps * 8 * (2 + 2) = 512.
//
// expect zOrder: ld=512 st=192
__global__ void zOrder(const float4 *A, const float4 *B, float4 *C) {
  __shared__ float4 a[Depth][16], b[Depth][32];
  int t = threadIdx.x;
  int row = (t >> 1 & 1) | (t >> 3 & 1) << 1 | (t >> 5) << 2;
  int col = (t & 1) | (t >> 2 & 1) << 1 | (t >> 4 & 1) << 2;
  float4 sum = {};
  for (int step = 0; step < Steps; ++step) {
    a[t / 16][t % 16] = A[step * 128 + t];
    b[t / 32][t % 32] = B[step * 256 + t];
    b[4 + t / 32][t % 32] = B[step * 256 + 128 + t];
    __syncthreads();
    for (int k = 0; k < Depth; ++k)
      add(sum, a[k][row], b[k][col]);
    __syncthreads();
  }
  C[row * 8 + col] = sum;
}

// What the check writes: bit 0 is one of the row, bits 1 to 3 are the column's, bit 4
// is one of the row. The same: 512.
//
// expect byPairs: ld=512 st=192
__global__ void byPairs(const float4 *A, const float4 *B, float4 *C) {
  __shared__ float4 a[Depth][16], b[Depth][32];
  int t = threadIdx.x;
  int row = t / 16 * 2 + t % 2, col = t / 2 % 8;
  float4 sum = {};
  for (int step = 0; step < Steps; ++step) {
    a[t / 16][t % 16] = A[step * 128 + t];
    b[t / 32][t % 32] = B[step * 256 + t];
    b[4 + t / 32][t % 32] = B[step * 256 + 128 + t];
    __syncthreads();
    for (int k = 0; k < Depth; ++k)
      add(sum, a[k][row], b[k][col]);
    __syncthreads();
  }
  C[row * 8 + col] = sum;
}

// A block of 16 x 16: 8 warps of 2 rows x 16 columns. Of b a half-warp reads 16 vectors
// in a row, and lanes i and i + 16 the same ones: 4. a: one vector by half-warp, pairs
// agree: 2. st: 8 * 4 for either tile. ld: 8 warps * 16 * (2 + 4) = 768.
//
// expect square: ld=768 st=64
__global__ void square(const float4 *A, const float4 *B, float4 *C) {
  __shared__ float4 a[16][16], b[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int t = ty * blockDim.x + tx;
  a[t / 16][t % 16] = A[t];
  b[t / 16][t % 16] = B[t];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 16; ++k)
    add(sum, a[k][ty], b[k][tx]);
  C[ty * 16 + tx] = sum;
}

// Lanes i and i xor 1 share a column, i and i xor 2 a row. b: 8 vectors by half-warp,
// 32 banks: 2. a: 2 vectors by half-warp: 2. ld: 8 warps * 16 * (2 + 2) = 512.
//
// expect squareByPairs: ld=512 st=64
__global__ void squareByPairs(const float4 *A, const float4 *B, float4 *C) {
  __shared__ float4 a[16][16], b[16][16];
  const int tx = threadIdx.x / 2 + threadIdx.y % 2 * 8, ty = threadIdx.x % 2 + threadIdx.y / 2 * 2;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  a[t / 16][t % 16] = A[t];
  b[t / 16][t % 16] = B[t];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 16; ++k)
    add(sum, a[k][ty], b[k][tx]);
  C[ty * 16 + tx] = sum;
}

/// Elements of which no two in a tile are the same.
static float4 *numbers(int Count) {
  float4 *Host = static_cast<float4 *>(std::malloc(Count * sizeof(float4)));
  for (int I = 0; I < Count; ++I)
    Host[I] = {I % 97 + 1.0f, I % 89 + 2.0f, I % 83 + 3.0f, I % 79 + 4.0f};
  float4 *Device = deviceArray<float4>(Count);
  check(cudaMemcpy(Device, Host, Count * sizeof(float4), cudaMemcpyHostToDevice));
  std::free(Host);
  return Device;
}

static void compare(const char *Name, const float4 *A, const float4 *B, int Count) {
  static float4 X[256], Y[256];
  check(cudaMemcpy(X, A, Count * sizeof(float4), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(Y, B, Count * sizeof(float4), cudaMemcpyDeviceToHost));
  for (int I = 0; I < Count; ++I)
    if (X[I].x != Y[I].x || X[I].y != Y[I].y || X[I].z != Y[I].z || X[I].w != Y[I].w ||
        X[I].x == 0) {
      std::fprintf(stderr, "%s: element %d differs\n", Name, I);
      std::exit(1);
    }
}

int main() {
  const float4 *A = numbers(Steps * 128), *B = numbers(Steps * 256);
  float4 *C[5];
  for (float4 *&Result : C)
    Result = deviceArray<float4>(256);
  rowMajor<<<1, 128>>>(A, B, C[0]);
  zOrder<<<1, 128>>>(A, B, C[1]);
  byPairs<<<1, 128>>>(A, B, C[2]);
  square<<<1, dim3(16, 16)>>>(A, B, C[3]);
  squareByPairs<<<1, dim3(16, 16)>>>(A, B, C[4]);
  const int Status = finish();
  compare("zOrder", C[0], C[1], 128);
  compare("byPairs", C[0], C[2], 128);
  compare("squareByPairs", C[3], C[4], 256);
  return Status;
}
