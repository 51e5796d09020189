// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// A load under a condition that an earlier load's request has room for is made with that
// one. What nvcc 13.0 (-O3, sm_90) issues stands behind each kernel.

#define FILL for (int i = threadIdx.x; i < 1024; i += 256) s[i] = in[i]; __syncthreads();

// LDS.64, like the next four.
__global__ void byNumber(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  float x = s[2 * t];
  if (n != 7)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    x += s[2 * t + 1];
  o[t] = x;
}
__global__ void byData(float *o, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  float x = s[2 * t];
  if (in[t] != 7)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    x += s[2 * t + 1];
  o[t] = x;
}
__global__ void byItself(float *o, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  float x = s[2 * t];
  if (x > 3)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    x -= s[2 * t + 1];
  o[t] = x;
}
__global__ void withEffects(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  float x = s[2 * t];
  if (in[t] > 5) {
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    x += s[2 * t + 1];
    for (int i = 0; i < n; ++i)
      x += in[i];
  }
  o[t] = x;
}
// LDS.128: two pairs.
__global__ void behindReturn(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[4 * t];
  if (n > 3)
    return;
  // CHECK: "line": [[@LINE+6]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] += s[4 * t + 1] * s[4 * t + 2] + s[4 * t + 3];
}

// 2 LDS.32, all below: the first may not run,
__global__ void firstMayNotRun(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  float x = 0;
  if (n != 7)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    x = s[2 * t];
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  x += s[2 * t + 1];
  o[t] = x;
}
// neither may,
__global__ void neither(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  float x = 0;
  if (n != 7)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    x = s[2 * t];
  if (n + t > 5)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    x += s[2 * t + 1];
  o[t] = x;
}
// a barrier stands between them.
__global__ void barrier(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  float x = s[2 * t];
  __syncthreads();
  if (n != 7)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    x += s[2 * t + 1];
  o[t] = x;
}
void go(float *o, float *in, int n) {
  byNumber<<<1, 256>>>(o, in, n);
  byData<<<1, 256>>>(o, in);
  byItself<<<1, 256>>>(o, in);
  withEffects<<<1, 256>>>(o, in, n);
  behindReturn<<<1, 256>>>(o, in, n);
  firstMayNotRun<<<1, 256>>>(o, in, n);
  neither<<<1, 256>>>(o, in, n);
  barrier<<<1, 256>>>(o, in, n);
}
