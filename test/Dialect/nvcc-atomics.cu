// REQUIRES: cuda-toolkit
// RUN: not %warplint --verbose --checks='*,-warplint-uncoalesced-access' --sort=source -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// nvcc's own atomics (CUDA 12.8), which clang lacks.

// REMEDY: worked around atomics of nvcc

#ifndef __CUDACC_DEVICE_ATOMIC_BUILTINS__
#error "nvcc 13.0 says that it has them"
#endif

__global__ void k(int *p) {
  __shared__ int s[64];
  __nv_atomic_store_n(&s[2 * threadIdx.x], 0, __NV_ATOMIC_RELAXED,
                      __NV_THREAD_SCOPE_BLOCK);
  // CHECK: :[[@LINE-2]]:{{[0-9]+}}: warning: 2-way bank conflict
  __nv_atomic_add(&s[2 * threadIdx.x], 1, __NV_ATOMIC_RELAXED);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
  int old = __nv_atomic_fetch_max(&s[threadIdx.x], 1, __NV_ATOMIC_RELAXED,
                                  __NV_THREAD_SCOPE_BLOCK);
  int expected = 3;
  bool changed = __nv_atomic_compare_exchange_n(
      &s[threadIdx.x], &expected, old, false, __NV_ATOMIC_ACQ_REL,
      __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  p[threadIdx.x] = changed + __nv_atomic_load_n(&s[2 * threadIdx.x],
                                                __NV_ATOMIC_ACQUIRE);
  // CHECK: :[[@LINE-2]]:{{[0-9]+}}: warning: 2-way bank conflict
}
void run(int *p) { k<<<1, 32>>>(p); }
