// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json %stub | FileCheck %s
//
// Accesses that change nothing. Of them nvcc 13.0 (-O3, sm_90) issues what stands
// behind each; that depends on its passes, so that none is certain.

// Stored as it was loaded: neither is in the machine code.
__global__ void asItWas(const float *in, float *o, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < n)
    // CHECK: "line": [[@LINE+5]],
    // CHECK: "issue": "maybe-fused"
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[t ^ 1] =
        s[t ^ 1];
  __syncthreads();
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  o[t] = s[t];
}

// The last iteration's value is used: one load, behind the loop.
__global__ void lastOnly(const float *in, float *o, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float m = 0;
  int k = 0;
  for (int i = 0; i < n; i++) {
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    float v = s[i];
    if (in[i] > 0)
      k = i;
    m = v * 2 + 1;
  }
  o[t] = m + k;
}

// What an iteration hands to the next one is used there: a load in each.
__global__ void handedOn(const float *in, float *o, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float last = 0;
  for (int i = 0; i < n; i++) {
    o[i] = last;
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "as-written"
    last = s[i * 33 & 255];
  }
  o[n] = last;
}

// Overwritten with what was there before: nothing is left of the three.
__global__ void andBack(const float *in, float *o, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  float v = s[t];
  if (n > 3) {
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[t] = v + 1;
    // CHECK: "line": [[@LINE+2]],
    // CHECK: "issue": "maybe-fused"
    s[t] = v;
  }
  __syncthreads();
  o[t] = s[255 - t];
}

// The two words may be one: nvcc keeps both swaps.
__global__ void maybeOneWord(const float *in, float *o, int n, int a, int b) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float x = s[a], y = s[b];
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  s[a] = y;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  s[b] = x;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  x = s[a];
  y = s[b];
  s[a] = y;
  s[b] = x;
  __syncthreads();
  o[t] = s[t];
}

// volatile: the compiler leaves it where it is.
__global__ void asked(const float *in, float *o, int n) {
  __shared__ volatile float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  // CHECK: "line": [[@LINE+5]],
  // CHECK: "issue": "as-written"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  s[t ^ 1] =
      s[t ^ 1];
  __syncthreads();
  o[t] = s[t];
}
