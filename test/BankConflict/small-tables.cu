// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// An entry of a small local array is one of few values: the choice by the index. Each
// write must be known where the entry is read.

// The buffers of a pipeline: both move all lanes by whole rows of banks.
__global__ void offsets(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int offset[2] = {0, 64};
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += s[offset[k % 2] + t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    sum += s[offset[k % 2] + 2 * t];
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  }
  g[t] = sum;
}

// The entry decides how far lanes are apart: 1, 4 or 2 words.
__global__ void strides(float *g, int which) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int stride[3] = {1, 4, 2};
  g[t] = s[stride[which] * t];
  // CHECK: :[[@LINE-1]]:10: warning: up to 4-way bank conflict: this 32-bit load takes up to 4 wavefronts, ideal 1 [warplint-bank-conflict]
}

// Entries that lanes choose. 32 * (t % 4) + t lies in bank t; 31 * (t % 4) + t is
// 32 * (t % 4) + 4 * (t / 4), in bank 4 * (t / 4) for four lanes.
__global__ void byLane(float *g) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int row[4] = {0, 32, 64, 96};
  int skewed[4] = {0, 31, 62, 93};
  g[t] = s[row[t % 4] + t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = s[skewed[t % 4] + t];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
}

// Symbols: whatever n is, all lanes are moved alike. The entries that are written in the
// loop move them by 0 or by t words.
__global__ void symbols(float *g, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int offset[3] = {0, n, 2 * n};
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += s[offset[k % 3] + t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    int moved[2];
    moved[0] = 32 * k;
    moved[1] = t;
    sum += s[moved[k & 1] + 32 * t];
    // CHECK: :[[@LINE-1]]:12: warning: up to 32-way bank conflict: this 32-bit load takes up to 32 wavefronts, ideal 1 [warplint-bank-conflict]
  }
  g[t] = sum;
}

struct Stage {
  int Row;
  int Column;
};
__global__ void records(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  Stage stages[2] = {{0, 1}, {1, 33}};
  g[t] = s[stages[n & 1].Column * t % 1024];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// What follows is not known.

__global__ void writtenBetween(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int offset[2] = {0, 64};
  if (t < n)
    offset[1] = g[t];
  g[t] = s[offset[n & 1] + t];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from a local array: offset
}

// The first iteration reads what stands there, the next ones what this one leaves.
__global__ void writtenBehind(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int offset[2] = {0, 64};
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += s[offset[k % 2] + t];
    // CHECK: :[[@LINE-1]]:12: remark: unproven: 32-bit load: the index comes from a local array: offset
    offset[1] = 3 * t;
  }
  g[t] = sum;
}

__global__ void writtenSomewhere(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int offset[4] = {0, 64, 128, 192};
  for (int k = 0; k < n; ++k)
    offset[g[k] > 0] = 3 * t;
  g[t] = s[offset[n & 3] + t];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from a local array: offset
}

__device__ void change(int *);
__global__ void escaped(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int offset[2] = {0, 64};
  change(offset);
  g[t] = s[offset[n & 1] + t];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from a local array: offset
}

__global__ void beyond(float *g, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int offset[2] = {0, 64};
  offset[n & 1] += t;
  g[t] = s[offset[5] + t];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from a local array: offset
}

void run(float *g, int n) {
  offsets<<<1, 32>>>(g, n);
  strides<<<1, 32>>>(g, n);
  byLane<<<1, 32>>>(g);
  symbols<<<1, 32>>>(g, n);
  records<<<1, 32>>>(g, n);
  writtenBetween<<<1, 32>>>(g, n);
  writtenBehind<<<1, 32>>>(g, n);
  writtenSomewhere<<<1, 32>>>(g, n);
  escaped<<<1, 32>>>(g, n);
  beyond<<<1, 32>>>(g, n);
}
