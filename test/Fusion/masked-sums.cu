// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s
//
// LLVM makes (t & ~1) + 2 one mask, (t + 2) & ~1, and not (t & ~1) + 3. What nvcc
// 13.0 issues for sm_90 stands behind each kernel.
extern __shared__ float s[];

// 2 LDS.32.
__global__ void plus(float *out) {
  unsigned t = threadIdx.x;
  out[t] = s[(t & ~1u) + 2] + s[(t & ~1u) + 3];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront
  // CHECK: :[[@LINE-2]]:31: remark: conflict-free: this 32-bit load takes 1 wavefront
}
// LDS.32 and LDS.128.
__global__ void shifted(float *out) {
  int t = threadIdx.x;
  out[t] = s[(t >> 2 << 2) + 4] + s[(t >> 2 << 2) + 5] + s[(t >> 2 << 2) + 6] + s[(t >> 2 << 2) + 7];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront
  // CHECK: :[[@LINE-2]]:35: remark: conflict-free: this 32-bit load takes 1 wavefront
}
// 2 LDS.32: (t & ~1) | 1 is t | 1.
__global__ void orOne(float *out) {
  int t = threadIdx.x;
  out[t] = s[(t & ~1) | 1] + s[t & ~1];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront
  // CHECK-NOT: the compiler may issue
}
// LDS.64 and LDS.128: nothing is added, or nothing that the mask could take.
__global__ void first(float *out) {
  unsigned t = threadIdx.x;
  out[t] = s[t & ~1u] + s[(t & ~1u) + 1];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 2 loads are issued as one 64-bit load
}
__global__ void otherMask(float *out) {
  int t = threadIdx.x;
  out[t] = s[(t & 28) + 4] + s[(t & 28) + 5] + s[(t & 28) + 6] + s[(t & 28) + 7];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
void go(float *o) {
  plus<<<1, 64, 1024>>>(o);
  shifted<<<1, 64, 1024>>>(o);
  orOne<<<1, 64, 1024>>>(o);
  first<<<1, 64, 1024>>>(o);
  otherMask<<<1, 64, 1024>>>(o);
}
