// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// Elements of eight bytes go by half-warps: 16 lanes of two words each fill the 32
// banks, so two wavefronts are what 32 doubles need.

__global__ void doubles(double *g) {
  __shared__ double s[16 * 32];
  __shared__ double tile[16][16];
  __shared__ double padded[32][17];
  int t = threadIdx.x;

  // Unit stride is as good as it gets: no excess.
  g[t] = s[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  s[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit store takes 2 wavefronts [warplint-bank-conflict]
  // Words 6 * t: modulo 32 these are the 16 even numbers, once in each half-warp.
  g[t] = s[3 * t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  // Words 4 * t: lanes t and t + 8 of a half-warp meet.
  g[t] = s[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 64-bit load takes 4 wavefronts, ideal 2 [warplint-bank-conflict]
  // Words 32 * t: 16 lanes in banks 0 and 1.
  g[t] = tile[t % 16][t / 16];
  // CHECK: :[[@LINE-1]]:10: warning: 16-way bank conflict: this 64-bit load takes 32 wavefronts, ideal 2 [warplint-bank-conflict]
  tile[t % 16][t / 16] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 16-way bank conflict: this 64-bit store takes 32 wavefronts, ideal 2 [warplint-bank-conflict]
  // Words 34 * t: 2 * t modulo 32, 16 different pairs of banks in a half-warp.
  g[t] = padded[t][0];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  // One double for all: pairs agree and the half-warps merge.
  g[t] = s[7];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(double *g) { doubles<<<1, 32>>>(g); }
