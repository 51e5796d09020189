// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// A 128-bit load is served by quarter-warps of 8 lanes; quarters 0 and 1, and 2
// and 3, merge when for x = 1 or for x = 2 every active lane i finds lane i xor x
// inactive or at its own address. An element is four words from 4 * index on; 8
// of them side by side fill the 32 banks.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

__global__ void pairs(float4 *g) {
  __shared__ float4 v[256];
  int t = threadIdx.x;

  // All different: 512 bytes, four wavefronts.
  g[t] = v[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  // Lanes i and i xor 1 agree: lanes 0-15 read 8 elements in one wavefront.
  g[t] = v[t >> 1];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 2 wavefronts [warplint-bank-conflict]
  // Lanes i and i xor 2 agree.
  g[t] = v[(t & 1) | (t >> 2 << 1)];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 2 wavefronts [warplint-bank-conflict]
  // Lanes i and i xor 4 agree: no merging.
  g[t] = v[(t & 3) | (t >> 3 << 2)];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  // All quarters read the same 8 elements: no merging.
  g[t] = v[t & 7];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  // Elements 8 * t: 8 lanes of a quarter in banks 0-3, each with words of its own.
  g[t] = v[8 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 128-bit load takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  // Elements 2 * t: lanes t and t + 4 of a quarter meet.
  g[t] = v[2 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 128-bit load takes 8 wavefronts, ideal 4 [warplint-bank-conflict]
  // Three is odd: 3 * t takes 8 different values modulo 8.
  g[t] = v[3 * t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  // Pairs agree, at elements 8 * (t / 2): 8 of them for lanes 0-15, in one bank.
  g[t] = v[t >> 1 << 3];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 128-bit load takes 16 wavefronts, ideal 2 [warplint-bank-conflict]
}

__global__ void stores(float4 *g) {
  __shared__ float4 v[256];
  int t = threadIdx.x;
  v[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts [warplint-bank-conflict]
  // Stores never merge.
  v[t >> 1] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts [warplint-bank-conflict]
  v[0] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts [warplint-bank-conflict]
  // Lanes 0-15 are two quarters.
  if (t < 16)
    v[t] = g[t];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 128-bit store takes 2 wavefronts [warplint-bank-conflict]
  v[8 * t] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: this 128-bit store takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  kept = v;
}

void run(float4 *g) {
  pairs<<<1, 32>>>(g);
  stores<<<1, 32>>>(g);
}
