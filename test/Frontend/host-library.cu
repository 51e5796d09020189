// Bodies of the standard library's host code are not parsed, but for templates
// of functions: they may be what instantiates a kernel.

// REQUIRES: cuda-toolkit
// RUN: not %warplint %s -- -std=c++17 --cuda-path=%cuda_path | FileCheck %s

#include <algorithm>
#include <vector>

template <int N> __global__ void column(float *out) {
  __shared__ float tile[32 * N];
  // CHECK: :[[#@LINE+1]]:22: warning: 8-way bank conflict
  out[threadIdx.x] = tile[N * threadIdx.x];
}

void host(float *out) {
  std::vector<int> sizes = {1, 2};
  sizes.push_back(3);
  // CHECK-NOT: assumed
  std::for_each(sizes.begin(), sizes.end(), [&](auto size) {
    column<2 * sizeof(size)><<<1, 32>>>(out);
  });
}
