// REQUIRES: cuda-toolkit
// RUN: %warplint %s -- -std=c++17 | %check %s
//
// A function of the standard library that may throw: nvcc warns of it, and takes it.

#include <optional>

// Lane t reads word 2 * t: lanes t and t + 16 share a bank.
template <typename T>
__global__ void reads(float *p, std::optional<T> shift) {
  __shared__ float s[512];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with T = float (assumed)
  p[0] = shift.value();
}
