// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s --check-prefixes=CHECK,WHOLE
// RUN: %warplint %s --report-clean --fail-on=never %stub -rdc=true | FileCheck %s --check-prefixes=CHECK,RDC
// RUN: %warplint %s --report-clean --fail-on=never %stub -dc | FileCheck %s --check-prefixes=CHECK,RDC
// RUN: %warplint %s --report-clean --fail-on=never %stub -rdc=true -rdc=false | FileCheck %s --check-prefixes=CHECK,WHOLE
//
// With -rdc=true, which CMake's CUDA_SEPARABLE_COMPILATION writes, the linker lays
// static arrays out: the assembler knows the alignment that they are declared with,
// and no other. Of several -rdc the last counts.

// 4 LDS.32 instead of LDS.128: words 4t of 32 lanes are 4 to a bank.
__global__ void plain(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  s[t + 512] = o[t + 512];
  __syncthreads();
  o[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
  // WHOLE: :[[@LINE-1]]:10: remark: conflict-free: these 4 loads are issued as one 128-bit load
  // RDC: :[[@LINE-2]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // RDC-NOT: note: as written; the compiler may
}
// 2 LDS.64 of an array that is declared with an alignment of 8.
__global__ void eight(float *o) {
  __shared__ alignas(8) float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  s[t + 512] = o[t + 512];
  __syncthreads();
  o[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
  // WHOLE: :[[@LINE-1]]:10: remark: conflict-free: these 4 loads are issued as one 128-bit load
  // RDC: :[[@LINE-2]]:10: warning: 2-way bank conflict: these 2 loads are issued as one 64-bit load: 4 wavefronts, ideal 2
}
// LDS.128 in any case: what is extern, and what is declared with 16.
__global__ void dynamic(float *o) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t] = o[t];
  __syncthreads();
  o[t] = d[4 * t] + d[4 * t + 1] + d[4 * t + 2] + d[4 * t + 3];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
__global__ void sixteen(float *o) {
  __shared__ alignas(16) float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  s[t + 512] = o[t + 512];
  __syncthreads();
  o[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: these 4 loads are issued as one 128-bit load
}
// Four bytes of an extern array: LDS.32, with -rdc=true 4 LDS.U8, since LLVM takes
// the array's own alignment.
__global__ void bytes(unsigned char *o) {
  extern __shared__ unsigned char px[];
  int t = threadIdx.x;
  px[t] = o[t];
  __syncthreads();
  o[t] = px[4 * t];
  // WHOLE: :[[@LINE-1]]:10: remark: conflict-free: these 4 loads are issued as one 32-bit load
  // RDC: :[[@LINE-2]]:10: remark: conflict-free: this 8-bit load
  o[t + 64] = px[4 * t + 1];
  o[t + 128] = px[4 * t + 2];
  o[t + 192] = px[4 * t + 3];
}
void go(float *o, unsigned char *b) {
  plain<<<1, 64>>>(o);
  eight<<<1, 64>>>(o);
  dynamic<<<1, 64, 4096>>>(o);
  sixteen<<<1, 64>>>(o);
  bytes<<<1, 64, 4096>>>(b);
}
