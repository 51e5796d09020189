// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven --sort=source --verbose %s \
// RUN:   -- -std=c++17 | %check %s
//
// cuda::atomic and cuda::atomic_ref are inline PTX that does not say that the address
// is shared. Integers cost what they do elsewhere, but adding 1 is no count; what is a
// loop comes after a try of one wavefront.

#include <cuda/atomic>

using cuda::memory_order_relaxed;

__global__ void references(int *g, float *h) {
  __shared__ int s[256];
  __shared__ float f[64];
  int t = threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_block> number(s[2 * t]);
  // Words 2 * t: two lanes a bank.
  number.fetch_add(g[t], memory_order_relaxed);
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit atomic takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = number.fetch_max(3, memory_order_relaxed);
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit atomic takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  cuda::atomic_ref<int, cuda::thread_scope_device> shared(s[t / 4]);
  // Four lanes a word, in turns.
  shared.fetch_add(1, memory_order_relaxed);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit atomic takes 4 wavefronts [warplint-bank-conflict]
  cuda::atomic_ref<float, cuda::thread_scope_block> real(f[t]);
  // A try, a load, a swap: 1 + 1 + 2.
  real.fetch_add(h[t], memory_order_relaxed);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit atomic takes 4 wavefronts [warplint-bank-conflict]
}

__global__ void objects(int *g) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> a[32];
  int t = threadIdx.x;
  a[t].exchange(g[t], memory_order_relaxed);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit atomic takes 1 wavefront [warplint-bank-conflict]
  int expected = 0;
  a[t].compare_exchange_strong(expected, 4, memory_order_relaxed);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit atomic takes 2 wavefronts [warplint-bank-conflict]
}

void run(int *g, float *h) {
  references<<<1, 32>>>(g, h);
  objects<<<1, 32>>>(g);
}
