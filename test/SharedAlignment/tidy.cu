// REQUIRES: tidy
// RUN: not %tidy %s %tidy_stub 2>/dev/null | FileCheck %s %tidy_strict
//
// clang-tidy's error and warning are the same.

__global__ void kernel(float4 *g) {
  __shared__ int flag;
  __shared__ float s[256];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[4 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned array: this 128-bit load of 's' needs 16-byte alignment, but nvcc places 's' at offset 4 (mod 16) [warplint-shared-alignment]
  g[t] = *reinterpret_cast<float4 *>(&s[t]);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 128-bit load of 's' needs 16-byte alignment; the kernel traps [warplint-shared-alignment]
  if (t == 0)
    flag = int(g[1].x);
  __syncthreads();
  g[0].x = flag;
}
