// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --format=json --fail-on=never %stub | FileCheck %s
//
// A bit-field is loaded and stored with its neighbors, in widths of nvcc's own, and what
// the fields of one word make needless is left out. What nvcc 13.0 (-O3, sm_90) issues
// stands behind each kernel.

struct Word {
  unsigned a : 5, b : 11, c : 16;
};
// One STS.32 and one LDS.32: all bits of the word are stored.
__global__ void whole(unsigned *o, const unsigned *in) {
  __shared__ Word s[256];
  int t = threadIdx.x;
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  s[t].a = in[t];
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  s[t].b = in[t + 32];
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  s[t].c = in[t + 64];
  __syncthreads();
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[255 - t].a + s[255 - t].b;
}
struct Pair {
  int a : 9;
  int : 0;
  int b : 7;
};
// 2 LDS.32, 2 STS.32, and one LDS.64 for both fields behind the barrier.
__global__ void pair(int *o, const int *in) {
  __shared__ Pair s[256];
  int t = threadIdx.x;
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  s[t].a = in[t];
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  s[t].b = in[t + 9];
  __syncthreads();
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[255 - t].a + s[255 - t].b;
}
struct Mixed {
  unsigned a : 8, b : 8;
  float f;
};
// A member beside them may be loaded with them.
__global__ void beside(float *o, const float *in) {
  __shared__ Mixed s[256];
  int t = threadIdx.x;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  s[t].f = in[t];
  // CHECK: "line": [[@LINE+4]],
  // CHECK: "issue": "maybe-fused"
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  s[t].a = t;
  __syncthreads();
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "maybe-fused"
  o[t] = s[255 - t].f;
}
struct Plain {
  unsigned short a, b;
};
// LDS.U16: no fields.
__global__ void plain(unsigned *o) {
  __shared__ Plain s[256];
  int t = threadIdx.x;
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  s[t].a = t;
  __syncthreads();
  // CHECK: "line": [[@LINE+2]],
  // CHECK: "issue": "as-written"
  o[t] = s[255 - t].a;
}
void go(unsigned *u, int *i, float *f) {
  whole<<<1, 256>>>(u, u);
  pair<<<1, 256>>>(i, i);
  beside<<<1, 256>>>(f, f);
  plain<<<1, 256>>>(u);
}
