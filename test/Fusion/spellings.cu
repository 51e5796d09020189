// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// Places that are equal or neighbors whatever the numbers are, though they are written
// in different ways. What nvcc 13.0 (-O3, sm_90) issues stands behind each kernel.

#define FILL for (int i = threadIdx.x; i < 1024; i += 256) s[i] = in[i]; __syncthreads();

// LDS.64: (2i + 1) & 63 is (2i & 63) + 1.
__global__ void maskedSums(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  int i = t + n;
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[(2 * i) & 63] + s[(2 * i + 1) & 63];
}
// One LDS.32: h - h % 2 is h / 2 * 2.
__global__ void remainders(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  int h = n + t;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[h / 2 * 2] * 3;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t + 1] = s[h - h % 2];
}
// One LDS.32: h & -2 is (h >> 1) * 2.
__global__ void shifts(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  int h = n + t;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[(h >> 1) * 2] * 3;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t + 1] = s[h & -2];
}

// 2 LDS.32 each, all below: of negative numbers h / 2 is another than h >> 1,
__global__ void quotients(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  int h = n + t;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  o[t] = s[h / 2 * 3] * 3;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  o[t + 1] = s[(h >> 1) * 3];
}
// and a barrier stands between them.
__global__ void barrier(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  int h = n + t;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  o[t] = s[(h >> 1) * 2] * 3;
  __syncthreads();
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  o[t + 1] = s[h & -2];
}
void go(float *o, float *in, int n) {
  maskedSums<<<1, 256>>>(o, in, n);
  remainders<<<1, 256>>>(o, in, n);
  shifts<<<1, 256>>>(o, in, n);
  quotients<<<1, 256>>>(o, in, n);
  barrier<<<1, 256>>>(o, in, n);
}
