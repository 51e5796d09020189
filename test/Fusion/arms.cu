// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// Of the accesses in the two arms of a branch one may be left, behind it, with the place
// that either arm would have. What nvcc 13.0 (-O3, sm_90) issues stands behind each kernel.

#define FILL for (int i = threadIdx.x; i < 1024; i += 256) s[i] = in[i]; __syncthreads();

// One LDS.32.
__global__ void loads(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  float x;
  if (t < n)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    x = s[t];
  else
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    x = s[t + 64];
  o[t] = x;
}
// One STS.32, of two values that are loaded alike.
__global__ void stores(float *o, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  if (t & 1)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[t] = in[t];
  else
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[t + 64] = in[2 * t];
  __syncthreads();
  o[t] = s[511 - t];
}

// 2 LDS.32: each arm goes on with its value.
__global__ void used(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  float x;
  if (t < n)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    x = s[t] + 1;
  else
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    x = s[t + 64] * 3;
  o[t] = x;
}
// 2 STS.32: of different values.
__global__ void unlike(float *o, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  if (t < n)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    s[t] = 0;
  else
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    s[t + 64] = in[t];
  __syncthreads();
  o[t] = s[511 - t];
}
void go(float *o, float *in, int n) {
  loads<<<1, 256>>>(o, in, n);
  stores<<<1, 256>>>(o, in);
  used<<<1, 256>>>(o, in, n);
  unlike<<<1, 256>>>(o, in, n);
}
