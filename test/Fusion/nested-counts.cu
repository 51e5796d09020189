// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// Inner loops whose length depends on the counter of an outer one. Where that has a
// known length, nvcc takes both apart, and what is adjacent then is joined (machine
// code of 13.0, sm_90: of the 21 stages of this sort six are LDS.64 and STS.64).

__global__ void sort(int *o, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  for (int size = 2; size <= 64; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "maybe-fused"
      int a = s[pos];
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "maybe-fused"
      int b = s[pos + stride];
      bool up = (t & (size / 2)) == 0;
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "maybe-fused"
      s[pos] = up ? min(a, b) : max(a, b);
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "maybe-fused"
      s[pos + stride] = up ? max(a, b) : min(a, b);
    }
  __syncthreads();
  o[t] = s[t];
}

// The outer loop's length is the caller's: the inner one stays a loop.
__global__ void sortAny(int *o, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int size = 2; size <= n; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "as-written"
      s[pos] = max(s[pos], s[pos + stride]);
    }
  __syncthreads();
  o[t] = s[t];
}

// So does one that the pragma keeps.
__global__ void kept(int *o, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
#pragma unroll 1
  for (int size = 2; size <= 64; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      // CHECK: "line": [[@LINE+2]],
      // CHECK: "issue": "as-written"
      s[pos] = max(s[pos], s[pos + stride]);
    }
  __syncthreads();
  o[t] = s[t];
}
