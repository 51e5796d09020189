// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Loop counters. One that all lanes share moves every lane alike; one that begins at
// the lane's number and steps uniformly is the lane's number plus that.

__global__ void counters(float *g, int n) {
  __shared__ float tile[32][32];
  __shared__ float padded[32][33];
  __shared__ float s[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += tile[t][k] * tile[k][t] * padded[t][k];
    // Eight LDS.128 (nvcc 13.0, sm_90), of which eight lanes go together.
    // CHECK: :[[@LINE-2]]:12: warning: 8-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 32 wavefronts, ideal 4 [warplint-bank-conflict]
    // CHECK: :[[@LINE-3]]:25: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    // CHECK: :[[@LINE-4]]:38: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]

  // A bound that is not known changes nothing.
  for (int k = 0; k < n; ++k)
    sum += tile[t][k];
    // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]

  // A stride of the block, which is a multiple of 32 words here.
  for (int i = t; i < 1024; i += blockDim.x)
    s[i] = g[i];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  for (int i = 2 * t; i < 1024; i += 2 * blockDim.x)
    s[i] = g[i];
    // CHECK: :[[@LINE-1]]:5: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1 [warplint-bank-conflict]

  // Bank t ^ k for each k.
  for (int k = 0; k < 32; ++k)
    sum += tile[t][t ^ k];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]

  // The counter multiplies the lane: words k * t, gcd(k, 32) lanes a bank; the worst
  // is k = 16.
  for (int k = 1; k < 32; ++k)
    sum += s[k * t];
    // CHECK: :[[@LINE-1]]:12: warning: up to 16-way bank conflict: this 32-bit load takes up to 16 wavefronts, ideal 1 [warplint-bank-conflict]

  #pragma unroll
  for (int k = 0; k < 4; ++k)
    sum += tile[t][8 * k];
    // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = sum;
}

// Nested: rows by the outer counter, columns by the inner one.
__global__ void nested(float *g) {
  __shared__ float a[64][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 64; i += 32)
    for (int j = 0; j < 64; ++j)
      sum += a[i + t][j] + a[j][i + t];
      // LDS.128 and LDS.32 (nvcc 13.0, sm_90).
      // CHECK: :[[@LINE-2]]:14: warning: 8-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 32 wavefronts, ideal 4 [warplint-bank-conflict]
      // CHECK: :[[@LINE-3]]:28: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = sum;
}

void run(float *g, int n) {
  counters<<<1, 32>>>(g, n);
  nested<<<1, 32>>>(g);
}
