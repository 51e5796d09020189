// RUN: %warplint %s --report-clean --fail-on=never %stub -arch=sm_90 | FileCheck %s
//
// Loops around loops over arrays that become registers. nvcc unrolls the inner ones,
// and weighs the outer one without what is then constant. What nvcc 13.0 issues for
// sm_90 stands before each kernel.

#define KERNEL(NAME) __global__ void NAME(const float *in, float *out, int n)
#define FILL                                                                   \
  __shared__ float s[4096];                                                    \
  float sum[2][4] = {}, row[2], column[4];                                     \
  int t = threadIdx.y * 32 + threadIdx.x;                                      \
  for (int i = t; i < 4096; i += 1024)                                         \
    s[i] = in[i];                                                              \
  __syncthreads();
#define STORE                                                                  \
  for (int q = 0; q < 2; ++q)                                                  \
    for (int v = 0; v < 4; ++v)                                                \
      out[t * 8 + q * 4 + v] = sum[q][v];

// 8 LDS.128 in a loop of four rounds.
KERNEL(sums) {
  FILL
  for (int p = 0; p < 32; ++p)
    for (int v = 0; v < 4; ++v)
      sum[0][v] += s[p * 128 + threadIdx.x * 4 + v];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  STORE
}
// 16 LDS.128: no loop is left.
KERNEL(wholly) {
  FILL
  for (int p = 0; p < 16; ++p)
    for (int v = 0; v < 4; ++v)
      sum[0][v] += s[p * 128 + threadIdx.x * 4 + v];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  STORE
}
// 4 LDS.64 and 4 LDS.128 in a loop of eight rounds.
KERNEL(tile) {
  FILL
  for (int p = 0; p < 32; ++p) {
    for (int q = 0; q < 2; ++q)
      row[q] = s[p * 64 + threadIdx.y * 2 + q];
    // CHECK: :[[@LINE-1]]:16: remark: conflict-free: 2 iterations of this load are issued as one 64-bit load
    for (int v = 0; v < 4; ++v)
      column[v] = s[p * 128 + threadIdx.x * 4 + v];
    // CHECK: :[[@LINE-1]]:19: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
    for (int q = 0; q < 2; ++q)
      for (int v = 0; v < 4; ++v)
        sum[q][v] += row[q] * column[v];
  }
  STORE
}
// 2 LDS.64: one iteration at a time, from a pointer at its middle.
KERNEL(one) {
  FILL
#pragma unroll 1
  for (int p = 0; p < 32; ++p)
    for (int v = 0; v < 4; ++v)
      sum[0][v] += s[p * 128 + threadIdx.x * 4 + v];
  // CHECK: :[[@LINE-1]]:20: warning: 2-way bank conflict: 2 iterations of this load are issued as one 64-bit load
  STORE
}
// 8 LDS.128 as well: a number chooses an element behind the loop.
KERNEL(chosen) {
  FILL
  for (int p = 0; p < 32; ++p)
    for (int v = 0; v < 4; ++v)
      sum[0][v] += s[p * 128 + threadIdx.x * 4 + v];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  sum[0][n & 3] = 0;
  STORE
}
void launch(float *p) {
  sums<<<1, dim3(32, 32)>>>(p, p, 1);
  wholly<<<1, dim3(32, 32)>>>(p, p, 1);
  tile<<<1, dim3(32, 32)>>>(p, p, 1);
  one<<<1, dim3(32, 32)>>>(p, p, 1);
  chosen<<<1, dim3(32, 32)>>>(p, p, 1);
}
