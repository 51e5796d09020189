// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Words that nvcc keeps in a register: what a thread has just loaded or stored it
// does not load again, and a loop that stores to one word in each iteration stores
// once behind it.

#include "launch.h"

#define MAXIMUM(A, B) ((A) > (B) ? (A) : (B))

// expect byMacro: ld=16 st=1
__global__ void byMacro(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x]; // st 1
  __syncthreads();
  float m = -1;
  for (int i = 0; i < 32; ++i)
    m = MAXIMUM(m, s[i]); // each word once, 8 requests of 16 bytes: ld 8 * 2
  out[threadIdx.x] = m;
}

// expect inBranch: ld=1 st=1
__global__ void inBranch(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x]; // st 1
  __syncthreads();
  float a = s[threadIdx.x ^ 1]; // ld 1
  if (in[threadIdx.x + 40] < 3) {
    a += s[threadIdx.x ^ 1] * 5;
    out[500 + threadIdx.x] = 7;
  }
  out[threadIdx.x] = a;
}

// expect sum: ld=1 st=2
__global__ void sum(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 0; // st 1
  for (int i = 0; i < 1000; ++i)
    s[threadIdx.x] += in[32 * i + threadIdx.x]; // behind the loop: st 1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // ld 1
}

// expect sumBehindBarrier: ld=502 st=3
__global__ void sumBehindBarrier(const float *in, float *out) {
  __shared__ float s[32], t[1000];
  s[threadIdx.x] = 0;               // st 1
  t[threadIdx.x] = in[threadIdx.x]; // st 1
  __syncthreads();
#pragma unroll 4
  for (int i = 0; i < 1000; ++i)
    s[threadIdx.x] += t[i]; // s before the loop and behind it: ld 1, st 1; t: ld 250 * 2
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // ld 1
}

// expect sumOfNestedLoops: ld=1 st=2
__global__ void sumOfNestedLoops(const int *in, int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = 0; // st 1
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 100; ++j)
      s[threadIdx.x] += in[i * j] > 0; // st 1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // ld 1
}

// expect sumBesideGlobal: ld=1 st=2
__global__ void sumBesideGlobal(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = 0; // st 1
  for (int i = 0; i < 1000; ++i) {
    s[threadIdx.x] += in[i]; // st 1
    atomicAdd(out + i, 1.f);
    out[2000 + 32 * i + threadIdx.x] = s[threadIdx.x];
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // ld 1
}

// expect twoWords: ld=1 st=4
__global__ void twoWords(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = 0;      // st 1
  s[threadIdx.x + 32] = 1; // st 1
  for (int i = 0; i < 1000; ++i) {
    s[threadIdx.x] += in[i];      // st 1
    s[threadIdx.x + 32] *= in[i]; // st 1
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 33]; // ld 1
}

// expect underCondition: ld=2 st=0 unpredicted
__global__ void underCondition(const float *in, float *out) {
  __shared__ float s[32];
  // The word is loaded before the loop, ld 1; no value of memory is larger than 0.
  for (int i = 0; i < 1000; ++i)
    if (in[32 * i + threadIdx.x] > s[threadIdx.x] + 1e30f)
      s[threadIdx.x] = in[32 * i + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // ld 1
}

// expect ofExternArray: ld=1002 st=1002
__global__ void ofExternArray(const float *in, float *out) {
  extern __shared__ float e[];
  e[threadIdx.x] = 0;                    // st 1
  e[threadIdx.x + 32] = in[threadIdx.x]; // st 1
  __syncthreads();
  // What is read may be what was stored: st 1000, ld 1000; e[threadIdx.x] itself
  // is loaded before the loop, ld 1.
  for (int i = 0; i < 1000; ++i)
    e[threadIdx.x] += e[32 + i % 32];
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x ^ 1]; // ld 1
}

// expect product: ld=200 st=32
__global__ void product(const float *in, float *out) {
  __shared__ float a[16][16], b[16][16], c[16][16];
  const int x = threadIdx.x, y = threadIdx.y; // 8 warps, each two rows of 16
  a[y][x] = in[16 * y + x];                   // st 8
  b[y][x] = in[16 * x + y];                   // st 8
  c[y][x] = 0;                                // st 8
  __syncthreads();
  // c before and behind the loop: ld 8, st 8. a: four words a request of
  // two wavefronts: ld 4 * 2 * 8. b: one row of 16 words: ld 16 * 8.
  for (int k = 0; k < 16; ++k)
    c[y][x] += a[y][k] * b[k][x];
  out[16 * y + x] = c[y][x];
}

// expect tree: ld=46 st=31 unpredicted
__global__ void tree(const float *in, float *out) {
  __shared__ float w[256];
  const int x = threadIdx.x, y = threadIdx.y; // 8 warps, each two rows of 16
  w[16 * y + x] = in[16 * y + x];             // st 8
  __syncthreads();
  // 8, 8, 4, 2 and 1 warps have a row that adds: st 23, ld 23 for its own word. The
  // other one is the same word for i = 1: ld 15.
  for (int i = 1; i <= 16; i *= 2) {
    if (y % i == 0)
      w[16 * y + x] = w[16 * y + x] + w[16 * (y + i / 2) + x];
    __syncthreads();
  }
  out[16 * y + x] = w[16 * y + x]; // ld 8
}

int main() {
  const float *in = deviceArray<float>();
  float *out = deviceArray<float>();
  byMacro<<<1, 32>>>(in, out);
  inBranch<<<1, 32>>>(in, out);
  sum<<<1, 32>>>(in, out);
  sumBehindBarrier<<<1, 32>>>(in, out);
  sumOfNestedLoops<<<1, 32>>>(deviceArray<int>(), deviceArray<int>());
  sumBesideGlobal<<<1, 32>>>(in, out);
  twoWords<<<1, 32>>>(in, out);
  underCondition<<<1, 32>>>(in, out);
  ofExternArray<<<1, 32, 256>>>(in, out);
  product<<<1, dim3(16, 16)>>>(in, out);
  tree<<<1, dim3(16, 16)>>>(in, out);
  return finish();
}
