// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean %s --sort=source %stub | %check %s
//
// Adjacent accesses that stay what they are.

// What stands between them may change the second word.
__global__ void storeBetween(float *g, int n) {
  __shared__ float s[512], q[512];
  int t = threadIdx.x;
  float a = s[2 * t];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  q[t] = a;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store
  float b = s[2 * t + 1];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  __syncthreads();
  g[t] = a * b + q[t ^ 1];
  // CHECK: :[[@LINE-1]]:18: remark: conflict-free: this 32-bit load
}

__global__ void barrierBetween(float *g) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[2 * t];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: this 32-bit load
  __syncthreads();
  float b = s[2 * t + 1];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: this 32-bit load
  g[t] = a * b;
}

// Neighbours of a stencil: the lowest is aligned in some lanes only.
__global__ void stencil(float *g) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[t];
  // CHECK: :[[@LINE-1]]:13: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  float b = s[t + 1];
  // CHECK: :[[@LINE-1]]:13: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = a - b;
}

// Words 4 * t + 1 and 4 * t + 2 lie in two halves of a window.
__global__ void acrossHalves(float *g) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[4 * t + 1];
  // CHECK: :[[@LINE-1]]:13: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  float b = s[4 * t + 2];
  // CHECK: :[[@LINE-1]]:13: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = a * b;
}

__global__ void volatiles(float *g) {
  __shared__ volatile float s[512];
  int t = threadIdx.x;
  float a = s[2 * t];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: this 32-bit load
  float b = s[2 * t + 1];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: this 32-bit load
  g[t] = a * b;
}

// A loop that stays as it is.
__global__ void kept(float *g) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 2; ++i)
    sum += s[2 * t + i];
  // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = sum;
}

// Where the compiler may do the one or the other both figures are told: nvcc 13.0
// makes one LDS.128 of these.
__global__ void branchBetween(float *g, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float a = s[4 * t];
  // CHECK: :[[@LINE-1]]:13: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: note: as written; the compiler may issue these 3 loads as one 128-bit load: 4 wavefronts together, ideal 4
  if (n > 3)
    g[t + 70] = a + s[4 * t + 2];
  // CHECK: :[[@LINE-1]]:21: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  float b = s[4 * t + 1];
  // CHECK: :[[@LINE-1]]:13: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = a * b;
}

void run(float *g) {
  storeBetween<<<1, 32>>>(g, 1);
  barrierBetween<<<1, 32>>>(g);
  stencil<<<1, 32>>>(g);
  acrossHalves<<<1, 32>>>(g);
  volatiles<<<1, 32>>>(g);
  kept<<<1, 32>>>(g);
  branchBetween<<<1, 32>>>(g, 4);
}
