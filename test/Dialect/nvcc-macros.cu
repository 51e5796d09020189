// REQUIRES: cuda-toolkit
// RUN: not %warplint --checks='*' %s -- -std=c++17 | %check %s
// RUN: %warplint %s -- -std=c++17 -DCHIP=0 -arch=sm_90 -use_fast_math
// RUN: %warplint %s -- -std=c++17 -DCHIP=1 -DFAMILY=100 -arch=sm_100f
// RUN: not %warplint %s -- -std=c++17 -DCHIP=2 -DFAMILY=90 -arch=sm_90a | %check %s
// RUN: not %warplint %s -- -std=c++17 --cuda-gpu-arch=sm_90 -DCLANG 2>&1 \
// RUN: | FileCheck %s --check-prefix=CLANG
//
// Macros by which code tells that nvcc compiles it, and for what, as nvcc 13.0 has
// them: __USE_FAST_MATH__ it never defines. CUDA's own libraries still see clang.

#include <cub/block/block_reduce.cuh>
#include <cuda/std/atomic>
#include <thrust/complex.h>

#ifdef __NVCC__
#define HD __host__ __device__
#else
#define HD
#endif
HD inline int idx(int t) { return 8 * t; }

// CLANG: skipped 'k': it has an error: {{.*}}no matching function for call to 'idx'

#ifndef CLANG
#if defined(__USE_FAST_MATH__) || !defined(__NVCC_DIAG_PRAGMA_SUPPORT__) ||    \
    !defined(__CUDACC_DEVICE_ATOMIC_BUILTINS__) || __CUDA_ARCH_LIST__ < 900
#error "nvcc has others"
#endif
#if CHIP > 0
static_assert(__CUDA_ARCH_FAMILY_SPECIFIC__ == FAMILY * 10);
#elif defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
#error "of no family"
#endif
#if CHIP > 1
static_assert(__CUDA_ARCH_SPECIFIC__ == FAMILY * 10);
#elif defined(__CUDA_ARCH_SPECIFIC__)
#error "of no chip"
#endif
#endif

#if !defined(CHIP) || CHIP > 1
__global__ void k(float *o) {
  __shared__ float s[512];
  s[threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  // Words 8*x: banks 0, 8, 16 and 24, eight lanes in each.
  o[threadIdx.x] = s[idx(threadIdx.x)];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 8-way bank conflict
}
void go(float *b) { k<<<1, 64>>>(b); }
#endif

// What nvcc's own atomics would be.
__global__ void libraries(float *o) {
  using Reduce = cub::BlockReduce<float, 64>;
  __shared__ Reduce::TempStorage storage;
  __shared__ cuda::std::atomic<int> count;
  if (threadIdx.x == 0)
    count.store(0);
  __syncthreads();
  count.fetch_add(1);
  thrust::complex<float> z(1, 2);
  o[threadIdx.x] = Reduce(storage).Sum(o[threadIdx.x]) + abs(z) + count.load();
}
