// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// 32-bit accesses at a stride of k words: lanes t and t' meet in a bank when
// k * (t - t') is a multiple of 32, which makes gcd(k, 32) lanes a bank.

__global__ void strides(float *g) {
  __shared__ float s[33 * 32];
  int t = threadIdx.x;

  g[t] = s[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s[4 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s[6 * t]; // gcd(6, 32) = 2
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s[8 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s[12 * t]; // gcd(12, 32) = 4
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s[16 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s[32 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]

  // An odd stride shares no factor with 32.
  g[t] = s[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = s[3 * t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = s[5 * t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = s[33 * t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Backwards is a stride of -1.
  g[t] = s[31 - t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // A constant offset moves all lanes by the same number of banks.
  g[t] = s[t + 7];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float *g) { strides<<<1, 32>>>(g); }
