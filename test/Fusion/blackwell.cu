// RUN: %warplint %s --report-clean --fail-on=never --checks='-*,warplint-bank-conflict' %stub -arch=sm_90 | FileCheck %s --check-prefixes=BOTH,HOPPER
// RUN: %warplint %s --report-clean --fail-on=never --checks='-*,warplint-bank-conflict' %stub -arch=sm_100 | FileCheck %s --check-prefixes=BOTH,BLACKWELL
//
// For sm_100 and above nvcc 13.0 has another LLVM, which computes s + 16t from s + 4t:
// the assembler joins what that is seen to be a multiple of. What it issues stands
// behind each kernel.

__global__ void undeclared(float *out) { // LDS.128 for sm_90, 4 LDS.32 for sm_100
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
  // HOPPER: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
  // BLACKWELL: :[[@LINE-2]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // BLACKWELL: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
__global__ void aligned(float *out) { // LDS.128: LLVM joins them.
  __shared__ alignas(16) float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
  // BOTH: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
__global__ void dynamic(float *out) { // LDS.128
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t] = out[t];
  __syncthreads();
  out[t] = d[4 * t] + d[4 * t + 1] + d[4 * t + 2] + d[4 * t + 3];
  // BOTH: :[[@LINE-1]]:12: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
void go(float *o) {
  undeclared<<<1, 32>>>(o);
  aligned<<<1, 32>>>(o);
  dynamic<<<1, 32, 4096>>>(o);
}
