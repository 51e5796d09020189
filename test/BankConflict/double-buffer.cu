// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Which of two buffers is in use is the same for all lanes and a multiple of four
// bytes apart: it does not matter.

__global__ void toggledIndex(float *g, int n) {
  __shared__ float tile[2][32][32];
  __shared__ float padded[2][32][33];
  int t = threadIdx.x;
  int stage = 0;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += tile[stage][t][k % 32];
    // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
    sum += padded[stage][t][k % 32];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    stage ^= 1;
    tile[stage][k % 32][t] = g[t];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  }
  g[t] = sum;
}

__global__ void swappedPointers(float *g, int n) {
  __shared__ float a[1024], b[1024];
  float *from = a, *to = b;
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    to[t] = from[2 * t];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
    // CHECK: :[[@LINE-2]]:13: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
    float *other = from;
    from = to;
    to = other;
    __syncthreads();
  }
  g[t] = from[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float *g, int n) {
  toggledIndex<<<1, 32>>>(g, n);
  swappedPointers<<<1, 256>>>(g, n);
}
