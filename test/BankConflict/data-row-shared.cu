// RUN: %warplint --report-unproven %s %stub | FileCheck %s --implicit-check-not=warning:
//
// What looks like data-row.cu and is not clean for all data.

// Two lanes share a bank.
__global__ void half_row(const int *value, int *out) {
  __shared__ unsigned count[64][32];
  count[0][threadIdx.x % 32] = 0;
  __syncthreads();
  atomicAdd(&count[value[threadIdx.x] & 63][threadIdx.x % 16], 1u);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the index comes from memory
}
// Rows of 33 words: the row moves the bank.
__global__ void odd_row(const int *value, int *out) {
  __shared__ unsigned count[64][33];
  count[0][threadIdx.x % 32] = 0;
  __syncthreads();
  atomicAdd(&count[value[threadIdx.x] & 63][threadIdx.x % 32], 1u);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the index comes from memory
}
// Two values for a warp.
__global__ void half_warp(const int *first, float *out) {
  __shared__ float t[2048];
  t[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[first[threadIdx.x / 16] + threadIdx.x % 32];
  // CHECK: :[[@LINE-1]]:22: remark: unproven: 32-bit load: the index comes from memory
}
void run(const int *v, int *o, float *f) {
  half_row<<<1, 256>>>(v, o);
  odd_row<<<1, 256>>>(v, o);
  half_warp<<<1, 256>>>(v, f);
}
