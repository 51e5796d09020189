// RUN: not %warplint --checks=-warplint-uncoalesced-access --as-written --report-clean --report-unproven %s %stub | %check %s
//
// A source access is an expression and what it does: a compound assignment loads and
// stores, and a macro may hold several accesses.

#define BOTH(array, index) ((array)[2 * (index)] + (array)[4 * (index)])

__global__ void kernel(float *g) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[2 * t] += g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE-2]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  s[t] += g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // CHECK: :[[@LINE-2]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  ++s[4 * t];
  // CHECK: :[[@LINE-1]]:5: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE-2]]:5: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = BOTH(s, t);
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE-2]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s[2 * t] + s[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE-2]]:21: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

void run(float *g) { kernel<<<1, 32>>>(g); }
