// REQUIRES: cuda-toolkit
// RUN: rm -rf %t
// RUN: env WARPLINT_CACHE_DIR=%t %warplint --fail-on=never %s | %check %s
// RUN: env WARPLINT_CACHE_DIR=%t %warplint --fail-on=never --checks=warplint-atomic-contention %s | %check %s
//
// A barrier in the shared memory of a template has a constructor. It is taken, also
// behind compiled headers, which the second run has. A column of rows of 32 words is
// in one bank.
#include <cuda/barrier>

template <int N> __global__ void rows(const float *in, float *out) {
  __shared__ float t[N][N];
  __shared__ cuda::barrier<cuda::thread_scope_block> done;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    init(&done, N * N);
  __syncthreads();
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
  done.arrive_and_wait();
  out[threadIdx.y * N + threadIdx.x] = t[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:40: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
}
void go(const float *a, float *b) { rows<32><<<1, dim3(32, 32)>>>(a, b); }
