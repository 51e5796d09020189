// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// A condition that depends on the lane decides who takes part.

__global__ void fewLanes(float *g) {
  __shared__ float s[32 * 256];
  int t = threadIdx.x;
  // One lane cannot conflict with itself.
  if (t == 5)
    g[t] = s[32 * t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // One lane in each warp.
  if (t % 32 == 0)
    g[t] = s[t * 4];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Lanes 0-7 of warp 0: words 4 * t are 8 different banks.
  if (t < 8)
    g[t] = s[4 * t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Lanes 0-15: lanes t and t + 8 meet.
  if (t < 16)
    g[t] = s[4 * t];
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // Every other lane: words 2, 6, 10, ...: two lanes a bank among 16.
  if (t & 1)
    g[t] = s[2 * t];
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // The same condition around a store.
  if (t < 8)
    s[32 * t] = g[t];
    // CHECK: :[[@LINE-1]]:5: warning: 8-way bank conflict: this 32-bit store takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
}

// A condition on the branch not taken, and two conditions together.
__global__ void otherBranches(float *g) {
  __shared__ float s[32 * 256];
  int t = threadIdx.x;
  if (t >= 4)
    g[t] = 0;
  else
    g[t] = s[8 * t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Lanes 8-11: words 64, 72, 80, 88.
  if (t >= 8 && t < 12)
    g[t] = s[8 * t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // After an early return only lanes 0-3 are left.
  if (t >= 4)
    return;
  g[t] = s[8 * t + 1];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// A condition that all lanes share changes nothing.
__global__ void uniform(float *g, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (n > 3)
    g[t] = s[2 * t];
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  if (blockIdx.x == 0)
    g[t] = s[t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// The usual bounds check on a global index: whichever lanes are left, a row has no
// conflict; a column may have all 32 of them.
__global__ void bounds(float *g, int n) {
  __shared__ float s[32 * 32];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    g[i] = s[t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    g[i] = s[32 * t];
    // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  }
}

void run(float *g, int n) {
  fewLanes<<<1, 256>>>(g);
  otherBranches<<<1, 32>>>(g);
  uniform<<<1, 32>>>(g, n);
  bounds<<<64, 32>>>(g, n);
}
