// RUN: not %warplint --checks='-*,warplint-shared-race' --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// Indices that are loaded from memory: for some data they lead to what another thread accesses.
// Two accesses by such indices may be meant never to meet, and are no error.

// CHECK: "races": [

// The zero of another thread's bin may come behind an addition.
// CHECK: "kernel": "zerosUnordered",
// CHECK-NEXT: "verdict": "race",
__global__ void zerosUnordered(int *out, const int *in) {
  __shared__ int bins[128];
  int t = threadIdx.x;
  bins[t] = 0;
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  out[t] = bins[t];
}

// Others may still add.
// CHECK: "kernel": "readsTooEarly",
// CHECK-NEXT: "verdict": "race",
__global__ void readsTooEarly(int *out, const int *in) {
  __shared__ int bins[128];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] & 127], 1);
  out[t] = bins[t];
}

// A table that others fill.
// CHECK: "kernel": "table",
// CHECK-NEXT: "verdict": "race",
__global__ void table(float *out, const float *values, const int *in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = values[t];
  out[t] = s[in[t]];
}

// Bytes select a row of 8: rows 0 to 15 belong to 128 threads.
// CHECK: "kernel": "rowOfOthers",
// CHECK-NEXT: "verdict": "race",
__global__ void rowOfOthers(int *out, const unsigned char *in) {
  __shared__ int s[256][8];
  int t = threadIdx.x;
  s[t][0] = t;
  out[t] = s[in[t]][0];
}

// Scattered, then read where others may have written.
// CHECK: "kernel": "scatters",
// CHECK-NEXT: "verdict": "race",
__global__ void scatters(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[in[t]] = t;
  out[t] = s[t];
}

// With barriers.
// CHECK: "kernel": "histogram",
// CHECK-NEXT: "verdict": "race-free"
__global__ void histogram(int *out, const int *in) {
  __shared__ int bins[128];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  out[t] = bins[t];
}

// Words 8 * t to 8 * t + 7 of thread t.
// CHECK: "kernel": "ownRow",
// CHECK-NEXT: "verdict": "race-free"
__global__ void ownRow(int *out, const int *in) {
  __shared__ int s[128][8];
  int t = threadIdx.x;
  s[t][in[t] & 7] = t;
  out[t] = s[t][in[t + 1] & 7];
}

// A row of the warp: warps 0 to 3 have bins 32 * w to 32 * w + 31, and __syncwarp orders the lanes.
// CHECK: "kernel": "rowOfWarp",
// CHECK-NEXT: "verdict": "race-free"
__global__ void rowOfWarp(int *out, const int *in) {
  __shared__ int bins[4][32];
  int t = threadIdx.x;
  bins[t / 32][t % 32] = 0;
  __syncwarp();
  atomicAdd(&bins[t / 32][in[t] & 31], 1);
  __syncwarp();
  out[t] = bins[t / 32][t % 32];
}

// One bit more, and the row is also that of the next warp.
// CHECK: "kernel": "rowOfTwoWarps",
// CHECK-NEXT: "verdict": "race",
__global__ void rowOfTwoWarps(int *out, const int *in) {
  __shared__ int bins[5][32];
  int t = threadIdx.x;
  bins[t / 32][t % 32] = 0;
  __syncwarp();
  atomicAdd(&bins[0][t / 32 * 32 + (in[t] & 63)], 1);
  __syncthreads();
  out[t] = bins[t / 32][t % 32];
}

// The data may keep to 8 words of each thread.
// CHECK: "kernel": "perhapsOwnRow",
// CHECK-NEXT: "verdict": "unproven",
__global__ void perhapsOwnRow(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[8 * t + in[t]] = t;
  out[t] = s[8 * t];
}

// The data may be a permutation.
// CHECK: "kernel": "permutation",
// CHECK-NEXT: "verdict": "unproven",
__global__ void permutation(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[in[t]] = t;
  __syncthreads();
  out[t] = s[t];
}

// Stores and loads by the same data.
// CHECK: "kernel": "twiceByData",
// CHECK-NEXT: "verdict": "unproven",
__global__ void twiceByData(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[in[t]] = t;
  out[t] = s[in[t]];
}

// No two threads get one slot.
// CHECK: "kernel": "slots",
// CHECK-NEXT: "verdict": "unproven",
__global__ void slots(int *out, const int *in) {
  __shared__ int n, s[128];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  s[t] = 0;
  __syncthreads();
  int slot = atomicAdd(&n, 1);
  s[slot] = in[t];
  out[t] = s[t];
}

// Another array.
// CHECK: "kernel": "otherArray",
// CHECK-NEXT: "verdict": "race-free"
__global__ void otherArray(int *out, const int *in) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = t;
  __syncthreads();
  a[t] = 2 * t;
  out[t] = b[in[t]];
}

// CHECK: "findings": [
// CHECK: for some data: an index or a condition depends on them

void run(int *p, float *f, unsigned char *c) {
  zerosUnordered<<<1, 128>>>(p, p);
  readsTooEarly<<<1, 128>>>(p, p);
  table<<<1, 128>>>(f, f, p);
  rowOfOthers<<<1, 128>>>(p, c);
  scatters<<<1, 128>>>(p, p);
  histogram<<<1, 128>>>(p, p);
  ownRow<<<1, 128>>>(p, p);
  rowOfWarp<<<1, 128>>>(p, p);
  rowOfTwoWarps<<<1, 128>>>(p, p);
  perhapsOwnRow<<<1, 128>>>(p, p);
  permutation<<<1, 128>>>(p, p);
  twiceByData<<<1, 128>>>(p, p);
  slots<<<1, 128>>>(p, p);
  otherArray<<<1, 128>>>(p, p);
}
