// RUN: not %warplint --keep-going --format=json %s %stub 2>/dev/null | FileCheck %s
//
// A function of which nothing is known may be a barrier, or nothing at all: what
// is joined around it is not told. Where there is none, it is.

#include "library/vec.hpp"

__global__ void unknown(float *out, const vec3 *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x].x;
  __syncthreads();
  out[threadIdx.x] = s[4 * threadIdx.x] + s[4 * threadIdx.x + 1] + s[4 * threadIdx.x + 2] + s[4 * threadIdx.x + 3];
  // CHECK:      "line": [[@LINE-1]],
  // CHECK:      "kernel": "unknown",
  // CHECK:      "verdict": "excess",
  // CHECK:      "issue": "maybe-fused",
  // CHECK-NEXT: "fusedBytes": null,
}

__global__ void known(float *out, const float *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[4 * threadIdx.x] + s[4 * threadIdx.x + 1] + s[4 * threadIdx.x + 2] + s[4 * threadIdx.x + 3];
  // CHECK:      "line": [[@LINE-1]],
  // CHECK:      "kernel": "known",
  // CHECK:      "issue": "fused",
}
void run(float *o, const vec3 *v, const float *f) {
  unknown<<<1, 64>>>(o, v);
  known<<<1, 64>>>(o, f);
}
