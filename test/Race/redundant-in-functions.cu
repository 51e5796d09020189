// RUN: %warplint --checks='-*,warplint-redundant-barrier' --fail-on=never %s %stub -I %S/Inputs 2>&1 | FileCheck %s --implicit-check-not='redundant barrier'
//
// A barrier in a function is needed if one of its callers needs it.

#include "barrier-in-header.h"

__device__ float own(float *s, float v) {
  s[threadIdx.x] = v;
  __syncthreads(); // Both callers give each thread a word of its own.
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  return 2 * s[threadIdx.x];
}

__device__ float at(float *s, int place, float v) {
  s[threadIdx.x] = v;
  __syncthreads(); // 'reverses' loads what another thread stored.
  return s[place];
}

__device__ float twice(float *s, float v) {
  __syncthreads(); // Before its second call others may still load.
  s[threadIdx.x] = v;
  __syncthreads();
  return s[127 - threadIdx.x];
}

__global__ void first(float *out, const float *__restrict__ in) {
  __shared__ float s[128];
  out[threadIdx.x] = own(s, in[threadIdx.x]);
}
__global__ void second(float *out, const float *__restrict__ in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float v = own(s, in[t]);
  out[t] = at(s, t, v);
}
__global__ void reverses(float *out, const float *__restrict__ in) {
  __shared__ float s[128];
  out[threadIdx.x] = at(s, 127 - threadIdx.x, in[threadIdx.x]);
}
__global__ void calls(float *out, const float *__restrict__ in) {
  __shared__ float s[128];
  float v = twice(s, in[threadIdx.x]);
  out[threadIdx.x] = twice(s, v);
}

// No caller needs it here; those of other files are not known.
__global__ void ofHeader(float *out, const float *__restrict__ in) {
  __shared__ float s[128];
  out[threadIdx.x] = ofHeaders(s, in[threadIdx.x]);
}

void run(float *out, const float *in) {
  first<<<1, 128>>>(out, in);
  second<<<1, 128>>>(out, in);
  reverses<<<1, 128>>>(out, in);
  calls<<<1, 128>>>(out, in);
  ofHeader<<<1, 128>>>(out, in);
}
