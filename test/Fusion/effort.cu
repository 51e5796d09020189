// RUN: %warplint %s --report-clean --fail-on=never %stub | FileCheck %s --check-prefixes=FULL
// RUN: %warplint %s --report-clean --fail-on=never %stub -arch=sm_90 -G -dopt=on | FileCheck %s --check-prefixes=FULL
// RUN: %warplint %s --report-clean --fail-on=never %stub -Xptxas -O0,-O3 | FileCheck %s --check-prefixes=FULL
// RUN: %warplint %s --report-clean --fail-on=never %stub -Ofc=min --Ofast-compile=0 | FileCheck %s --check-prefixes=FULL
// RUN: %warplint %s --report-clean --fail-on=never %stub -arch=sm_90 -G | FileCheck %s --check-prefixes=NONE
// RUN: %warplint %s --report-clean --fail-on=never %stub --Ofast-compile=max | FileCheck %s --check-prefixes=NONE
// RUN: %warplint %s --report-clean --fail-on=never %stub -Xptxas -O0 | FileCheck %s --check-prefixes=LESS
// RUN: %warplint %s --report-clean --fail-on=never %stub -Xptxas=--opt-level=0 | FileCheck %s --check-prefixes=LESS
// RUN: %warplint %s --report-clean --fail-on=never %stub --Ofast-compile=min | FileCheck %s --check-prefixes=LESS
// RUN: %warplint %s --report-clean --fail-on=never %stub -Ofc mid | FileCheck %s --check-prefixes=LESS
// RUN: %warplint %s --report-clean --fail-on=never %stub -dlto | FileCheck %s --check-prefixes=LINK
//
// What options leave of nvcc's optimization: all; nothing is joined nor dropped; or
// LLVM joins and the assembler does not, which is told as possible alone.

// LDS.128, else 4 LDS.32: the assembler alone joins arrays of this alignment.
__global__ void plain(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  s[t + 512] = o[t + 512];
  __syncthreads();
  o[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
  // FULL: :[[@LINE-1]]:10: remark: conflict-free: these 4 loads are issued as one 128-bit load
  // NONE: :[[@LINE-2]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // NONE-NOT: the compiler may issue
  // LESS: :[[@LINE-4]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // LINK: :[[@LINE-5]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // LINK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// LDS.128 where LLVM optimizes, else 4 LD.32: it joins what is extern.
__global__ void dynamic(float *o) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t] = o[t];
  __syncthreads();
  o[t] = d[4 * t] + d[4 * t + 1] + d[4 * t + 2] + d[4 * t + 3];
  // FULL: :[[@LINE-1]]:10: remark: conflict-free: these 4 loads are issued as one 128-bit load
  // NONE: :[[@LINE-2]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // NONE-NOT: the compiler may issue
  // LESS: :[[@LINE-4]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // LESS: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// A load of what nobody needs: gone, but for -G, where it is one LD.32.
__global__ void unused(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  float x = s[t + 1];
  // FULL: :[[@LINE-1]]:13: remark: the compiler removes this 32-bit load: its result is unused
  // NONE: :[[@LINE-2]]:13: remark: conflict-free: this 32-bit load
  o[t] = s[t + 2];
}
void go(float *o) {
  plain<<<1, 64>>>(o);
  dynamic<<<1, 64, 4096>>>(o);
  unused<<<1, 64>>>(o);
}
