// RUN: %warplint --report-clean --fail-on=never --checks='-*,warplint-bank-conflict' %s %stub | FileCheck %s
//
// LLVM loads the byte or the two of an integer that are needed, and joins nothing with
// it. What nvcc 13.0 issues for sm_90 stands behind each kernel.
#define KERNEL(name, value)                                                    \
  __global__ void name(unsigned *o) {                                          \
    __shared__ unsigned s[512];                                                \
    int t = threadIdx.x;                                                       \
    s[t] = o[t];                                                               \
    __syncthreads();                                                           \
    unsigned x = 0;                                                            \
    for (int i = 0; i < 4; ++i)                                                \
      x += value;                                                              \
    o[t] = x;                                                                  \
  }                                                                            \
  void launch_##name(unsigned *o) { name<<<1, 64>>>(o); }

KERNEL(lowest, s[4 * t + i] & 0xff) // 4 LDS.U8
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
// CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load
KERNEL(upperHalf, s[4 * t + i] >> 16) // 4 LDS.U16
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
// CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load
KERNEL(remainder, s[4 * t + i] % 256) // 4 LDS.U8
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
// CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load
KERNEL(quotient, s[4 * t + i] / 65536) // 4 LDS.U16
// CHECK: :[[@LINE-1]]:1: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
// CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load

KERNEL(fourBits, s[4 * t + i] & 0xf) // LDS.128: no byte, and no load of 4 bits.
// CHECK: :[[@LINE-1]]:1: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
KERNEL(twice, (s[4 * t + i] & 0xff) * (s[4 * t + i] >> 24)) // LDS.128: two uses.
// CHECK: :[[@LINE-1]]:1: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
KERNEL(shifted, s[4 * t + i] >> i) // LDS.128
// CHECK: :[[@LINE-1]]:1: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
