// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Values that nobody knows but all lanes of a warp share move every lane alike.

static __inline__ __device__ unsigned ballot(bool p) {
  return __nvvm_vote_ballot_sync(0xffffffffu, p);
}

__global__ void votes(float *g, int *h) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  bool found = h[t] > 0;
  // Words 2 * t + count.
  g[t] = s[2 * t + __builtin_popcount(ballot(found))];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  if (__nvvm_vote_any_sync(0xffffffffu, found))
    g[t] = s[4 * t];
    // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
}

__global__ void floats(float *g, float scale, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int shift = int(scale * n);
  g[t] = s[t + shift];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // A branch on it is taken by all lanes or none.
  int step = scale > 1.0f ? 2 : 4;
  g[t] = s[step * t];
  // CHECK: :[[@LINE-1]]:10: warning: up to 4-way bank conflict: this 32-bit load takes up to 4 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = s[t + int(scale * t)];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index is converted from floating point
}

// Each load can give another value: the rows of one iteration are not those of the
// next, and a walk along them has no sequence. All lanes walk together.
__global__ void walk(float *g, int *next, int n) {
  __shared__ float tile[64][33];
  int t = threadIdx.x, row = 0;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += tile[row][t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    row = next[row];
  }
  g[t] = sum;
}

// Two loads of one place need not agree: the lanes' words are t + a or t + b. In the
// worst case two lanes share a bank.
__global__ void twoLoads(float *g, volatile int *p) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int a = *p, b = *p;
  g[t] = s[t + (t < 16 ? a : b)];
  // CHECK: :[[@LINE-1]]:10: warning: up to 2-way bank conflict: this 32-bit load takes up to 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// A table in the source has known entries.
__global__ void table(float *g) {
  __shared__ float s[64];
  static const int order[4] = {0, 32, 1, 33};
  int t = threadIdx.x;
  // Words 0, 32, 1, 33 of lanes 0 to 3, by groups of four: two a bank.
  g[t] = s[order[t % 4]];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

void run(float *g, int *h) {
  votes<<<1, 32>>>(g, h);
  floats<<<1, 32>>>(g, 1.5f, 3);
  walk<<<1, 32>>>(g, h, 8);
  twoLoads<<<1, 32>>>(g, h);
  table<<<1, 32>>>(g);
}
