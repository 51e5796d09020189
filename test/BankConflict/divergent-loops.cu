// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Loops that lanes leave at different iterations: who is still in it counts.

// Iteration n has the lanes with t >= n: lane t leaves after t + 1 iterations. With
// all 32 lanes, in the first one, words 32 * t.
__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

__global__ void latch(float *g) {
  __shared__ float s[32 * 32 + 64];
  int t = threadIdx.x, n = 0;
  do {
    s[32 * t + n] = 0;
    // CHECK: :[[@LINE-1]]:5: warning: {{(up to )?}}32-way bank conflict: this 32-bit store takes {{(up to )?}}32 wavefronts, ideal 1 [warplint-bank-conflict]
    ++n;
  } while (n <= t);
  kept = s;
}

// From iteration 1 on only lanes 0 to 3 are left; before that all lanes read
// consecutive words, so that the conflict of four lanes is the worst.
__global__ void fewRemain(float *g) {
  __shared__ float s[4096];
  int t = threadIdx.x, n = 0;
  float sum = 0;
  do {
    sum += s[t * (1 + 31 * n)];
    // CHECK: :[[@LINE-1]]:12: warning: up to 4-way bank conflict: this 32-bit load takes up to 4 wavefronts, ideal 1 [warplint-bank-conflict]
    ++n;
  } while (n < 2 && t < 4);
  g[t] = sum;
}

// Each iteration skips one lane: 31 lanes in one bank are left.
__global__ void skips(float *g) {
  __shared__ float s[32 * 32];
  int t = threadIdx.x;
  for (int k = 0; k < 32; ++k) {
    if (t == k)
      continue;
    s[32 * t] = k;
    // CHECK: :[[@LINE-1]]:5: warning: 31-way bank conflict: this 32-bit store takes 31 wavefronts, ideal 1 [warplint-bank-conflict]
  }
  kept = s;
}

// Lanes from 8 on leave for good in iteration 1. What is left are words 32 * t of 8
// lanes; iteration 0 has words t.
__global__ void leavesEarly(float *g) {
  __shared__ float s[32 * 32];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    if (k == 1 && t >= 8)
      break;
    sum += s[k == 0 ? t : 32 * t];
    // CHECK: :[[@LINE-1]]:12: warning: up to 8-way bank conflict: this 32-bit load takes up to 8 wavefronts, ideal 1 [warplint-bank-conflict]
  }
  g[t] = sum;
}

// The inner loop ends where the outer one stands: the figure is the same throughout.
__global__ void triangle(float *g) {
  __shared__ float s[64][33];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j <= i; ++j)
      sum += s[t][j] + s[j][t];
      // CHECK: :[[@LINE-1]]:14: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
      // CHECK: :[[@LINE-2]]:24: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = sum;
}

void run(float *g) {
  latch<<<1, 32>>>(g);
  fewRemain<<<1, 32>>>(g);
  skips<<<1, 32>>>(g);
  leavesEarly<<<1, 32>>>(g);
  triangle<<<1, 32>>>(g);
}
