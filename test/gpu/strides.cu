// REQUIRES: cuda-toolkit
// RUN: %validate %s
//
// Strides, in elements of 4 and 8 bytes.

#include "launch.h"

// Words Stride * t: 32 / gcd(Stride, 32) banks, gcd(Stride, 32) words in each.
//
// expect strided<2>: ld=2 st=2
// expect strided<3>: ld=1 st=1
// expect strided<8>: ld=8 st=8
// expect strided<12>: ld=4 st=4
// expect strided<32>: ld=32 st=32
// expect strided<33>: ld=1 st=1
template <int Stride> __global__ void strided(const float *in, float *out) {
  __shared__ volatile float s[32 * Stride];
  int t = threadIdx.x;
  s[Stride * t] = in[t];
  __syncthreads();
  out[t] = s[Stride * t];
}

// Words 2 * Stride * t and the next. For lanes 0-15, and so for 16-31:
//   Stride 1: 32 words, 32 banks                          1 + 1
//   Stride 2: 4 * t takes 8 banks modulo 32, two lanes each  2 + 2
//   Stride 3: 6 * t takes 16 even banks modulo 32         1 + 1
//   Stride 16: 32 * t takes one                           16 + 16
//
// expect doubles<1>: ld=2 st=2
// expect doubles<2>: ld=4 st=4
// expect doubles<3>: ld=2 st=2
// expect doubles<16>: ld=32 st=32
template <int Stride> __global__ void doubles(const double *in, double *out) {
  __shared__ volatile double s[32 * Stride];
  int t = threadIdx.x;
  s[Stride * t] = in[t];
  __syncthreads();
  out[t] = s[Stride * t];
}

// expect broadcast: ld=3 st=2
__global__ void broadcast(const float *in, float *out) {
  __shared__ volatile float s[256];
  int t = threadIdx.x;
  s[t] = in[t];          // st 1
  s[t / 4] = in[32 + t]; // 8 words, four lanes each: merged, st 1
  __syncthreads();
  float a = s[7];      // one word: ld 1
  float b = s[t % 8];  // 8 words: ld 1
  float c = s[31 - t]; // 32 words, backwards: ld 1
  out[t] = a + b + c;
}

int main() {
  const float *in = deviceArray<float>();
  const double *wide = deviceArray<double>();
  float *out = deviceArray<float>();
  double *wideOut = deviceArray<double>();
  strided<2><<<1, 32>>>(in, out);
  strided<3><<<1, 32>>>(in, out);
  strided<8><<<1, 32>>>(in, out);
  strided<12><<<1, 32>>>(in, out);
  strided<32><<<1, 32>>>(in, out);
  strided<33><<<1, 32>>>(in, out);
  doubles<1><<<1, 32>>>(wide, wideOut);
  doubles<2><<<1, 32>>>(wide, wideOut);
  doubles<3><<<1, 32>>>(wide, wideOut);
  doubles<16><<<1, 32>>>(wide, wideOut);
  broadcast<<<1, 32>>>(in, out);
  return finish();
}
