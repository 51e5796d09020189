// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// Lanes past the end of the block take no part, and every warp is judged.

// 48 threads: warp 1 has 16 lanes.
__global__ void tail(float *g) {
  __shared__ float s[48 * 2];
  int t = threadIdx.x;
  // Words 2 * t. Warp 0: lanes t and t + 16 meet. Warp 1: words 64, 66, ... 94, all
  // in different banks.
  g[t] = s[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: note: in warp 0, {{.*}}; 1 of 2 warps conflict
}

// 40 threads: warp 1 has 8 lanes, one quarter of a warp.
__global__ void shortTail(float4 *g) {
  __shared__ float4 v[64];
  int t = threadIdx.x;
  g[t] = v[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
}

// 16 threads: one half-warp.
__global__ void halfWarp(float *g, double *d) {
  __shared__ float s[64];
  __shared__ double e[16];
  int t = threadIdx.x;
  // Words 2 * t up to 30: one a bank.
  g[t] = s[2 * t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  d[t] = e[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 1 wavefront [warplint-bank-conflict]
  // Words 4 * t: lanes t and t + 8 meet.
  g[t] = s[4 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// Warp 0 is clean, warp 1 has stride 2.
__global__ void secondWarpOnly(float *g) {
  __shared__ float s[128];
  int t = threadIdx.x;
  int i = t < 32 ? t : 2 * t;
  g[t] = s[i];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: note: in warp 1, {{.*}}; 1 of 2 warps conflict
}

// Six warps, each with another row of the tile: no warp conflicts.
__global__ void everyWarp(float *g) {
  __shared__ float tile[6][32];
  int t = threadIdx.x;
  g[t] = tile[t / 32][t % 32];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float *g, float4 *v, double *d) {
  tail<<<1, 48>>>(g);
  shortTail<<<1, 40>>>(v);
  halfWarp<<<1, 16>>>(g, d);
  secondWarpOnly<<<1, 64>>>(g);
  everyWarp<<<1, 192>>>(g);
}
