// RUN: not %warplint --report-clean --report-unproven %s %stub | %check %s
//
// Atomics on 32-bit integers: lanes take turns in a bank, also those at one word. What
// one word costs no layout can help; what meets in a bank beyond that is a conflict.

__global__ void add(int *g) {
  __shared__ int s[256];
  int t = threadIdx.x;
  // A bank for each lane.
  atomicAdd(&s[t], g[t]);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit atomic takes 1 wavefront [warplint-bank-conflict]
  // Words 2 * t: two lanes a bank.
  atomicAdd(&s[2 * t], g[t]);
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit atomic takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // Words 8 * t: eight lanes a bank.
  g[t] = atomicAdd(&s[8 * t], g[t]);
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit atomic takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  // All lanes at one word: nvcc adds the operands up first, in one wavefront,
  // where the result is not used and the address is seen to be uniform. That is
  // not modelled, so no figure is given.
  atomicAdd(&s[0], g[t]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the hardware model has no rule for the instruction [warplint-bank-conflict]
  // Two lanes a word, 16 words of 16 banks.
  atomicAdd(&s[t / 2], g[t]);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit atomic takes 2 wavefronts [warplint-bank-conflict]
  // Two lanes a word at words 32 * (t / 8), four words in bank 0: 32 lanes take
  // turns there, where eight at one word would have to.
  atomicAdd(&s[t / 8 * 32], g[t]);
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict: this 32-bit atomic takes 32 wavefronts, ideal 8 [warplint-bank-conflict]
}

// Adding the constant 1 without using the result counts the lanes of a word at
// once: distinct words of a bank are what costs.
__global__ void count() {
  __shared__ int s[32 * 32];
  int t = threadIdx.x;
  atomicAdd(&s[0], 1);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit atomic takes 1 wavefront [warplint-bank-conflict]
  atomicAdd(&s[t / 2], 1);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit atomic takes 1 wavefront [warplint-bank-conflict]
  atomicAdd(&s[4 * t], 1);
  // CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict: this 32-bit atomic takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
}

// Compare-and-swap takes two passes for each turn.
__global__ void swap(int *g) {
  __shared__ int s[256];
  int t = threadIdx.x;
  g[t] = atomicCAS(&s[t], 0, t);
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit atomic takes 2 wavefronts [warplint-bank-conflict]
  g[t] = atomicCAS(&s[4 * t], 0, t);
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit atomic takes 8 wavefronts, ideal 2 [warplint-bank-conflict]
  g[t] = atomicCAS(&s[0], 0, t);
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit atomic takes 64 wavefronts [warplint-bank-conflict]
}

// Loops of compare-and-swap in hardware, or never measured: no figure is given.
__global__ void unmeasured(float *g, int *h) {
  __shared__ float f[64];
  __shared__ int s[64];
  __shared__ unsigned long long wide[64];
  int t = threadIdx.x;
  atomicAdd(&f[2 * t], g[t]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the hardware model has no rule for the instruction
  atomicMax(&s[2 * t], h[t]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the hardware model has no rule for the instruction
  atomicExch(&s[2 * t], h[t]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the hardware model has no rule for the instruction
  atomicAdd(&wide[t], 2ull);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 64-bit atomic: the hardware model has no rule for the instruction
}

void run(int *g, float *f) {
  add<<<1, 32>>>(g);
  count<<<1, 32>>>();
  swap<<<1, 32>>>(g);
  unmeasured<<<1, 32>>>(f, g);
}
