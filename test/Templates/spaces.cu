// RUN: not %warplint --report-clean --report-unproven %s %stub | %check %s
//
// Pointers without an address space: whether they lead to shared memory is told by
// what they were made from. What certainly leads elsewhere is no shared access.

struct Lists {
  float *out;
  float **rows;
  int n;
};

__device__ float *base;

// Parameters, pointers out of parameters and global memory, variables: elsewhere.
__global__ void elsewhere(Lists lists, float *g) {
  int t = threadIdx.x;
  float *chosen = t % 2 ? lists.out : lists.rows[t];
  chosen[t] = 1;
  base[t] = 2;
  float local[8];
  float *either = t % 3 ? local : g;
  either[t % 8] = 3;
  g[t] = local[t % 8];
}

// A by-value parameter that the kernel changes. Words 32 * t.
__global__ void changedParameter(Lists lists) {
  __shared__ float s[1024];
  lists.out = s;
  lists.n *= 32;
  float **p = &lists.out;
  (*p)[32 * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict: this 32-bit store takes 32 wavefronts, ideal 1
}

// A pointer kept in shared memory may lead to either.
__global__ void keptInShared(float *g) {
  __shared__ float *kept[32];
  __shared__ float s[32];
  int t = threadIdx.x;
  kept[t] = t % 2 ? s : g;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit store takes 2 wavefronts
  __syncthreads();
  *kept[31 - t] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the pointer may lead to shared or to global memory: loaded from shared memory
  // CHECK: :[[@LINE-2]]:4: remark: conflict-free: this 64-bit load takes 2 wavefronts
}

void launch(Lists lists, float *g) {
  elsewhere<<<1, 32>>>(lists, g);
  changedParameter<<<1, 32>>>(lists);
  keptInShared<<<1, 32>>>(g);
}
