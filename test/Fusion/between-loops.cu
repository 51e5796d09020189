// RUN: %warplint %s --format=json --fail-on=never %stub | FileCheck %s
//
// Once loops are unrolled, a word that one of them has stored or loaded is in a
// register for the next, and a store that the next repeats is gone: not certain. The
// counts are those of machine code (nvcc 13.0.88, -O3, sm_90).

// Loads of 16 bytes, no store: the next loop has the values and stores them.
__global__ void twice(float *o, float c) {
  __shared__ float s[1536];
  int m = threadIdx.x;
  for (int n = 0; n < 12; n++)
    s[m * 12 + n] = o[n * 12 + m];
  __syncthreads();
  for (int n = 0; n < 12; n++)
    // CHECK: "line": [[@LINE+5]],
    // CHECK: "issue": "maybe-fused"
    // CHECK-NEXT: "fusedBytes": 16
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[m * 12 + n] = s[m * 12 + n] * c;
  for (int n = 0; n < 12; n++)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[m * 12 + n] = s[m * 12 + n] + 1;
  __syncthreads();
  for (int n = 0; n < 12; n++)
    o[n * 144 + m] = s[m + 12 * n];
}

// The second loop loads nothing.
__global__ void loads(float *o) {
  __shared__ float s[1536];
  int m = threadIdx.x;
  for (int n = 0; n < 12; n++)
    s[m * 12 + n] = o[n * 12 + m];
  __syncthreads();
  float a = 0, b = 0;
  for (int n = 0; n < 12; n++)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "issue": "fused"
    // CHECK-NEXT: "fusedBytes": 16
    a += s[m * 12 + n];
  for (int n = 0; n < 12; n++)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "repeated"
    b += s[m * 12 + n] * a;
  o[m] = b;
}

// The zeros are never stored.
__global__ void stores(float *o, const float *p) {
  __shared__ float s[1536];
  int m = threadIdx.x;
  for (int n = 0; n < 12; n++)
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[m * 12 + n] = 0;
  for (int n = 0; n < 12; n++)
    s[m * 12 + n] = p[n * 32 + m];
  __syncthreads();
  for (int n = 0; n < 12; n++)
    o[n * 144 + m] = s[m + 12 * n];
}

// One word of a loop, behind it.
__global__ void oneAfter(float *o, const float *p) {
  __shared__ float s[1536];
  int m = threadIdx.x;
  for (int n = 0; n < 12; n++)
    s[m * 12 + n] = p[n * 32 + m];
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  float v = s[m * 12 + 5];
  o[m + 40] = v;
  __syncthreads();
  for (int n = 0; n < 12; n++)
    o[n * 144 + m] = s[m + 12 * n];
}

// In each iteration of a loop that stays.
__global__ void inLoop(float *o, const float *p, int r) {
  __shared__ float s[1536];
  int m = threadIdx.x;
  for (int i = 0; i < r; i++) {
    for (int n = 0; n < 12; n++)
      s[m * 12 + n] = p[i * 64 + n * 32 + m];
    float b = 0;
    for (int n = 0; n < 12; n++)
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "maybe-fused"
      b += s[m * 12 + n] * p[n];
    o[m + i * 128] = b;
    __syncthreads();
    o[m + i * 64] += s[m];
    __syncthreads();
  }
}

// Behind a barrier the words may be others: LDS.128 in both loops.
__global__ void waits(float *o) {
  __shared__ float s[1536];
  int m = threadIdx.x;
  for (int n = 0; n < 12; n++)
    s[m * 12 + n] = o[n * 12 + m];
  __syncthreads();
  float a = 0, b = 0;
  for (int n = 0; n < 12; n++)
    a += s[m * 12 + n];
  __syncthreads();
  for (int n = 0; n < 12; n++)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "issue": "fused"
    // CHECK-NEXT: "fusedBytes": 16
    b += s[m * 12 + n] * a;
  o[m] = b;
}

// Other words: LDS.128.
__global__ void others(float *o, const float *p) {
  __shared__ float s[3072];
  int m = threadIdx.x;
  for (int n = 0; n < 12; n++)
    s[m * 24 + n] = p[n * 32 + m];
  float b = 0;
  for (int n = 0; n < 12; n++)
    // CHECK: "line": [[@LINE+3]],
    // CHECK: "issue": "fused"
    // CHECK-NEXT: "fusedBytes": 16
    b += s[m * 24 + 12 + n];
  o[m + 40] = b;
  __syncthreads();
  for (int n = 0; n < 12; n++)
    o[n * 144 + m] = s[m + 12 * n];
}
