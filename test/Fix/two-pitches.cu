// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fail-on=never --fix %t/a.cu %stub | FileCheck %s
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t/a.cu
// RUN: cp %t/a.cu %t/again.cu && %warplint --fail-on=never --fix %t/again.cu %stub
// RUN: cmp %t/a.cu %t/again.cu
//
// A buffer of 5120 words, no power of two: two tiles of 32 rows of 64, and one of 32
// rows of 32, in all of which each thread goes along its own row, 32 wavefronts each.
// No single XOR serves both lengths: with bits 6 to 10 the last, which has most of the
// requests, takes two wavefronts each, and a second run would go on. With bits 5 to 9 and bit 10 it is one wavefront:
// thread t is in row t, i / 32 is 2 * t or t, and bit 10 tells t from t + 16 where 2 * t
// does not.

__global__ void attention(const float *q, const float *k, float *out) {
  extern __shared__ float s[];
  // CHECK: :[[@LINE-1]]:27: help: suggested layout: bit matrix of 13 address bits, 's[i ^ ((i >> 5) & 31) ^ ((i >> 10) & 1)]': 45056 -> 1408 wavefronts per block (optimal, no extra memory)
  float *a = s, *b = s + 2048, *p = s + 4096;
  int t = threadIdx.x;
#pragma unroll 1
  for (int x = 0; x < 64; ++x) {
    a[t * 64 + x] = q[x * 32 + t];
    // FIXED: a[t * 64 + (x ^ (x >> 5) ^ ((t & 15) << 1) ^ ((t >> 4) & 1))] = q[x * 32 + t];
    b[t * 64 + x] = k[x * 32 + t];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int x = 0; x < 64; ++x)
    sum += a[t * 64 + x] * b[t * 64 + x];
#pragma unroll 1
  for (int round = 0; round < 16; ++round) {
#pragma unroll 1
    for (int y = 0; y < 32; ++y)
      p[t * 32 + y] = sum * y;
    // FIXED: p[t * 32 + (y ^ (t & 31) ^ ((t >> 5) & 1))] = sum * y;
    __syncthreads();
#pragma unroll 1
    for (int y = 0; y < 32; ++y)
      sum += p[t * 32 + y];
    __syncthreads();
  }
#pragma unroll 1
  for (int x = 0; x < 64; ++x)
    sum += a[t * 64 + x];
#pragma unroll 1
  for (int x = 0; x < 64; ++x)
    sum += b[t * 64 + x];
  out[t] = sum;
}
void run(const float *q, const float *k, float *out) {
  attention<<<1, 32, 5120 * sizeof(float)>>>(q, k, out);
}
