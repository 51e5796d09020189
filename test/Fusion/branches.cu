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

// LDS.64: nothing else is loaded that could fill the window of 16 bytes.
__global__ void pair(float *out, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[4 * t];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: these 2 loads are issued as one 64-bit load: 4 wavefronts, ideal 2
  // CHECK-NOT: the compiler may issue
  if (n > 3)
    out[t + 70] = a;
  out[t] = a * s[4 * t + 1];
}

// LDS.128: what the branch loads is moved up, too. Both figures are told.
__global__ void pairAndMore(float *out, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[4 * t];
  // CHECK: :[[@LINE-1]]:13: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts
  // CHECK: note: as written; the compiler may issue these 3 loads as one 128-bit load
  if (n > 3)
    out[t + 70] = a + s[4 * t + 2];
  out[t] = a * s[4 * t + 1];
}

// Two STS.64: the branch loads from memory and stays, and no store crosses it.
__global__ void storesAround(int *out, const int *in, int n) {
  __shared__ alignas(16) int s[4];
  if (threadIdx.x == 0) {
    s[0] = n;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: these 2 stores are issued as one 64-bit store
    s[1] = n + 1;
    int x = n + 2;
    if (n > 3)
      x = in[1];
    s[2] = x;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: these 2 stores are issued as one 64-bit store
    s[3] = n + 3;
  }
  __syncthreads();
  out[threadIdx.x] = s[n & 3];
}

// STS.128: x is the one or the other word of memory, and the branch goes. That
// they are pairs is not told for certain.
__global__ void storesAroundSelect(int *out, const int *in, int n) {
  __shared__ alignas(16) int s[4];
  if (threadIdx.x == 0) {
    s[0] = n;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: this 32-bit store takes 1 wavefront
    s[1] = n + 1;
    int x = in[3];
    if (n > 3)
      x = in[1];
    s[2] = x;
    s[3] = n + 3;
  }
  __syncthreads();
  out[threadIdx.x] = s[n & 3];
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
  pairAndMore<<<1, 32>>>(out, 1);
  storesAround<<<1, 32>>>((int *)out, (const int *)in, 1);
  storesAroundSelect<<<1, 32>>>((int *)out, (const int *)in, 1);
  inTheBranch<<<1, 32>>>(out, in, 1);
}
