// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// An index is the lower half of a number of 64 bits. If that is used as a whole as well, nvcc
// 13.0 (-O3, sm_90) shifts it to and fro in 64 bits for s[i], adds to it in 32 bits for
// s[i + 1], and does not see that they are neighbors. What it issues stands behind each
// kernel.

#define FILL for (int i = threadIdx.x; i < 1024; i += 256) s[i] = in[i]; __syncthreads();

// 2 LDS.32: all of the number is used as well.
__global__ void ofParameter(float *o, const float *in, long long n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  long long b = n * 4 + t * 4;
  int i = b;
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[i] + s[i + 1];
  o[t + 1] = b;
}
// The same, though LLVM could join first in such an array.
__global__ void aligned(float *o, const float *in, long long n) {
  __shared__ alignas(16) float s[1024];
  int t = threadIdx.x;
  FILL
  long long b = n * 4 + t * 4;
  int i = b;
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[i] + s[i + 1];
  o[t + 1] = b;
}
// LDS.64: all of it is computed in 32 bits.
__global__ void narrow(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  int i = (long long)n * 4 + t * 4ll;
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "fused"
  o[t] = s[i] + s[i + 1];
}
// LDS.64: so is this.
__global__ void halfAlone(float *o, const float *in, long long n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  int i = n * 4 + t * 4;
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "fused"
  o[t] = s[i] + s[i + 1];
}
void go(float *o, float *in, int n) {
  ofParameter<<<1, 256>>>(o, in, n);
  aligned<<<1, 256>>>(o, in, n);
  narrow<<<1, 256>>>(o, in, n);
  halfAlone<<<1, 256>>>(o, in, n);
}
