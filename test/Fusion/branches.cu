// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// Loads that always run are moved up across branches, whatever stands in these
// but a loop, a barrier, or a slow case. What nvcc 13.0 issues for sm_90 stands
// beside each kernel.

// 2 LDS.128, across eight branches (BRA) that store to global memory.
__global__ void everyTurn(float *out, const float *in, float limit) {
  __shared__ alignas(16) float s[512];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) {
    sum += s[8 * t + k];
    // Of 8 lanes that go together two are in the same banks: 8 wavefronts.
    // CHECK: :[[@LINE-2]]:12: warning: 2-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 8 wavefronts, ideal 4
    // CHECK-NOT: the compiler may issue
    if (in[64 * k + t] > limit)
      out[1024 * k + t] = sum;
  }
  out[t] = sum;
}

// A pair leaves room in its window of 16 bytes for what another branch loads:
// both figures are told.
__global__ void pair(float *out, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[4 * t];
  // CHECK: :[[@LINE-1]]:13: warning
  // CHECK: note: as written; the compiler may issue these 2 loads as one 64-bit load
  if (n > 3)
    out[t + 70] = a;
  out[t] = a * s[4 * t + 1];
}

// 8 LDS.32 in a branch of each copy: what is loaded in one may not be in the next.
__global__ void inTheBranch(float *out, const float *in, float limit) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    if (in[64 * k + t] > limit)
      sum += s[8 * t + k];
  // CHECK: :[[@LINE-1]]:14: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts
  out[t] = sum;
}

void run(float *out, const float *in) {
  everyTurn<<<1, 32>>>(out, in, 1);
  pair<<<1, 32>>>(out, 1);
  inTheBranch<<<1, 32>>>(out, in, 1);
}
