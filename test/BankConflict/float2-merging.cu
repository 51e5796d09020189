// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// A 64-bit load is served by half-warps, unless for x = 1 or for x = 2 every active
// lane i finds lane i xor x inactive or at its own address: then the whole warp
// is served at once. An element is the words 2 * index and 2 * index + 1.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

__global__ void pairs(float2 *g) {
  __shared__ float2 v[128];
  int t = threadIdx.x;

  // All different: 256 bytes need two wavefronts, and lanes 0-15 fill one.
  g[t] = v[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  // Lanes i and i xor 1 agree: 16 elements, 128 bytes, one wavefront.
  g[t] = v[t >> 1];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 1 wavefront [warplint-bank-conflict]
  // Lanes i and i xor 2 agree.
  g[t] = v[(t & 1) | (t >> 2 << 1)];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 1 wavefront [warplint-bank-conflict]
  // Lanes i and i xor 4 agree, which is no reason to merge: one wavefront for
  // each half-warp, and no layout changes that.
  g[t] = v[(t & 3) | (t >> 3 << 2)];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  // The half-warps read the same 16 elements, but no pair does.
  g[t] = v[t & 15];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  // Lanes 0-15 agree by x = 1, lanes 16-31 by x = 2: it takes one x for all.
  g[t] = v[t < 16 ? t >> 1 : (t & 1) | (t >> 2 << 1)];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  // One element for all.
  g[t] = v[9];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 1 wavefront [warplint-bank-conflict]
  // Lanes i and i xor 1 agree, at 16 elements of stride 2: words 4 * (t / 2).
  // Pairs 0 and 8 meet in banks 0 and 1.
  g[t] = v[t >> 1 << 1];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 64-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// Only lanes whose partner is idle are active, so the warp is served at once:
// here lanes 0, 2, 4, ... with words 2 * t. Lanes 0 and 16 meet in bank 0.
// Packed, the 16 elements would fill one wavefront.
__global__ void evenLanes(float2 *g) {
  __shared__ float2 v[64];
  int t = threadIdx.x;
  if (t % 2 == 0) {
    g[t] = v[t];
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 64-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
    g[t] = v[t / 2];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 64-bit load takes 1 wavefront [warplint-bank-conflict]
  }
}

// Lanes 0, 1, 4, 5, 8, 9, ...: partners by x = 2 are idle. Lane t is at the words
// 2 * t: lanes 0 and 16 meet in bank 0.
__global__ void pairsOfLanes(float2 *g) {
  __shared__ float2 v[64];
  int t = threadIdx.x;
  if ((t & 2) == 0)
    g[t] = v[t];
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 64-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// Stores never merge: a half-warp with an active lane is a wavefront.
__global__ void stores(float2 *g) {
  __shared__ float2 v[128];
  int t = threadIdx.x;
  v[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit store takes 2 wavefronts [warplint-bank-conflict]
  v[t >> 1] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit store takes 2 wavefronts [warplint-bank-conflict]
  v[9] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit store takes 2 wavefronts [warplint-bank-conflict]
  if (t % 2 == 0)
    v[t / 2] = g[t];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 64-bit store takes 2 wavefronts [warplint-bank-conflict]
  if (t < 16)
    v[t] = g[t];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 64-bit store takes 1 wavefront [warplint-bank-conflict]
  // Words 4 * t: lanes t and t + 8 of a half-warp meet.
  v[2 * t] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 64-bit store takes 4 wavefronts, ideal 2 [warplint-bank-conflict]
  kept = v;
}

void run(float2 *g) {
  pairs<<<1, 32>>>(g);
  evenLanes<<<1, 32>>>(g);
  pairsOfLanes<<<1, 32>>>(g);
  stores<<<1, 32>>>(g);
}
