// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s
//
// nvcc warns of the pragmas that it does not know and ignores them: of those that
// keep a loop as it is there is `unroll 1` alone. What nvcc 13.0 issues for sm_90
// stands behind each kernel.

#define LOOP(NAME, PRAGMA)                                                     \
  __global__ void NAME(float *out) {                                           \
    __shared__ alignas(16) float s[1024];                                      \
    int t = threadIdx.x;                                                       \
    s[t] = out[t];                                                             \
    __syncthreads();                                                           \
    float a = 0;                                                               \
    _Pragma(PRAGMA) for (int i = 0; i < 4; ++i) a += s[4 * t + i];             \
    out[t] = a;                                                                \
  }
// LDS.128, all of these.
LOOP(no, "nounroll")
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
LOOP(zero, "unroll 0")
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
LOOP(minus, "unroll -1")
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
LOOP(gcc, "GCC unroll 1")
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
LOOP(ofClang, "clang loop unroll(disable)")
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
// LDS.32.
LOOP(one, "unroll 1")
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
LOOP(oneInBraces, "unroll(1)")
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1

// The words of the source as they stand in it.
__global__ void asWritten(float *out) {
  __shared__ alignas(16) float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float a = 0;
#pragma nounroll
  for (int i = 0; i < 4; ++i)
    a += s[4 * t + i];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
#pragma unroll 1
  for (int i = 0; i < 4; ++i)
    a += s[4 * t + i + 512];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  out[t] = a;
}

// 16 LDS.128 a turn, of 36 copies 9.
template <int N> __global__ void wide(float *out, int n) {
  __shared__ alignas(16) float s[4096];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float a = 0;
#pragma unroll N
  for (int i = 0; i < n; ++i)
    a += s[4 * t + i];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  out[t] = a;
}
void go(float *b, int n) {
  no<<<1, 64>>>(b);
  zero<<<1, 64>>>(b);
  minus<<<1, 64>>>(b);
  gcc<<<1, 64>>>(b);
  ofClang<<<1, 64>>>(b);
  one<<<1, 64>>>(b);
  oneInBraces<<<1, 64>>>(b);
  asWritten<<<1, 64>>>(b);
  wide<36><<<1, 64>>>(b, n);
  wide<64><<<1, 64>>>(b, n);
}
