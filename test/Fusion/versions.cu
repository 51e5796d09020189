// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// A condition that does not change in a loop is decided before it. nvcc 13.0 (-O3, sm_90)
// makes a version of the loop for each way, which stands behind each kernel; in one of
// them the copies of the store or load stand beside each other.

#define FILL for (int i = threadIdx.x; i < 1024; i += 256) s[i] = in[i];

// STS.128 where m <= 0, else 4 STS.32.
__global__ void sums(float *o, const float *in, int m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    float x = 0;
    for (int j = 0; j < m; ++j)
      x += in[i * m + j];
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[4 * t + i] = x;
  }
  __syncthreads();
  o[t] = s[1023 - t];
}
// One STS.128 in each of two versions.
__global__ void chosen(float *o, const float *in, int m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    float x = 0;
    if (m)
      x += in[t + i * 256];
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[4 * t + i] = x;
  }
  __syncthreads();
  o[t] = s[1023 - t];
}
// LDS.128 where m <= 0, else 4 LDS.32.
__global__ void loads(float *o, const float *in, int m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL
  __syncthreads();
  float x = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < m; ++j)
      x = x * 3 + o[i * m + j];
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    x += s[4 * t + i];
  }
  o[t] = x;
}
// 4 LDS.32 with an atomic behind each, and LDS.128 without.
__global__ void atomics(float *o, const float *in, bool m) {
  __shared__ float s[1024];
  __shared__ int c;
  int t = threadIdx.x;
  FILL
  __syncthreads();
  float x = 0;
  for (int i = 0; i < 4; ++i) {
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    x += s[4 * t + i];
    if (m)
      atomicAdd(&c, 1);
  }
  o[t] = x + c;
}
// What stands in uniform memory: STS.128, else 4 STS.32.
__global__ void fromMemory(float *o, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  bool f = in[0] > 2;
  for (int i = 0; i < 4; ++i) {
    float x = 1;
    if (f)
      x += in[i] * in[i + t] / in[3 * t];
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[4 * t + i] = x;
  }
  __syncthreads();
  o[t] = s[1023 - t];
}

// 4 STS.32, all below: lanes differ in the condition,
__global__ void ofLanes(float *o, const float *in, int m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float x = 0;
    for (int j = t; j < m; j += 32)
      x += in[i * m + j];
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    s[4 * t + i] = x;
  }
  __syncthreads();
  o[t] = s[1023 - t];
}
// it changes with the iteration,
__global__ void ofIterations(float *o, const float *in, const int *m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float x = 0;
    for (int j = 0; j < m[i] + i; ++j)
      x += in[i * 77 + j];
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    s[4 * t + i] = x;
  }
  __syncthreads();
  o[t] = s[1023 - t];
}
// the inner loop always has an iteration,
__global__ void once(float *o, const float *in, int m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    float x = 0;
    int j = 0;
    do {
      x += in[i * m + j];
    } while (++j < m);
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    s[4 * t + i] = x;
  }
  __syncthreads();
  o[t] = s[1023 - t];
}
// or a barrier keeps the loop in one version.
__global__ void barriers(float *o, const float *in, bool m) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    s[4 * t + i] = in[t + i * 256];
    if (m)
      __syncthreads();
  }
  __syncthreads();
  o[t] = s[1023 - t];
}
void go(float *o, float *in, int *m) {
  sums<<<1, 256>>>(o, in, *m);
  chosen<<<1, 256>>>(o, in, *m);
  loads<<<1, 256>>>(o, in, *m);
  atomics<<<1, 256>>>(o, in, *m);
  fromMemory<<<1, 256>>>(o, in);
  ofLanes<<<1, 256>>>(o, in, *m);
  ofIterations<<<1, 256>>>(o, in, m);
  once<<<1, 256>>>(o, in, *m);
  barriers<<<1, 256>>>(o, in, *m);
}
