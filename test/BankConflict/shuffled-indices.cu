// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Indices that come from another lane.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

static __inline__ __device__ int up(int v, int by) {
  return __nvvm_shfl_sync_up_i32(0xffffffffu, v, by, 0);
}
static __inline__ __device__ int down(int v, int by) {
  return __nvvm_shfl_sync_down_i32(0xffffffffu, v, by, 31);
}

// The usual way to tell the compiler that the warp's number is uniform.
__global__ void uniformWarp(float *g) {
  __shared__ float tile[8][32];
  int lane = threadIdx.x % 32;
  int warp = __shfl_sync(0xffffffffu, int(threadIdx.x / 32), 0);
  g[threadIdx.x] = tile[warp][lane];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[threadIdx.x] = tile[warp][lane / 2 * 2];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

__global__ void moved(float *g) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  // Lane l gets 32 * (l ^ 1): 32 words of one bank, in another order.
  g[t] = s[__shfl_xor_sync(0xffffffffu, 32 * t, 1)];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // Lane l gets 32 * (l + 16), the upper half their own 32 * l: words of 16 lanes
  // twice, 16 words in one bank.
  g[t] = s[down(32 * t, 16)];
  // CHECK: :[[@LINE-1]]:10: warning: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1 [warplint-bank-conflict]
  // Lane l gets 32 * (l - 24), the first 24 lanes their own: words 32 * 0 to 32 * 7
  // again for lanes 24 to 31, 24 words.
  g[t] = s[up(32 * t, 24)];
  // CHECK: :[[@LINE-1]]:10: warning: 24-way bank conflict: this 32-bit load takes 24 wavefronts, ideal 1 [warplint-bank-conflict]
  // From the first lane of each group of 8: words 32 * 0, 8, 16 and 24.
  g[t] = s[__shfl_sync(0xffffffffu, 32 * t, 0, 8)];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  // Reversed: words 31 - l.
  g[t] = s[__shfl_sync(0xffffffffu, t, 31 - t)];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// One lane's atomic, given to all: uniform, whatever it is.
__global__ void reserved(int *counter, float *g) {
  __shared__ float s[1024];
  int t = threadIdx.x, base = 0;
  if (t == 0)
    base = atomicAdd(counter, 32);
  base = __shfl_sync(0xffffffffu, base, 0);
  s[base + t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  s[base + 2 * t] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  kept = s;
}

// A loaded value of another lane stays unknown, lane by lane.
__global__ void loaded(int *index, float *g) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  g[t] = s[__shfl_xor_sync(0xffffffffu, index[t], 1)];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from another lane: index[t]
}

void run(int *i, float *g) {
  uniformWarp<<<1, 256>>>(g);
  moved<<<1, 32>>>(g);
  reserved<<<1, 32>>>(i, g);
  loaded<<<1, 32>>>(i, g);
}
