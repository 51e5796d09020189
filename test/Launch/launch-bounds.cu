// RUN: %warplint %s --checks='-*,warplint-bank-conflict' --fail-on=never %stub 2>&1 | FileCheck %s
//
// No block is larger than __launch_bounds__ allows, and none is assumed to be.

// A warp is not full: 16 lanes write 16 words of one bank, and load 16 of 16 banks.
__global__ void __launch_bounds__(16) few(float *o) {
  __shared__ float s[512];
  // CHECK: [[@LINE+4]]:3: warning: 16-way bank conflict: this 32-bit store takes 16 wavefronts, ideal 1
  // CHECK: block shape unknown; assuming block (16,1,1), since the kernel allows 16 threads
  // CHECK-NOT: warning
  // CHECK: 17 -> 2 wavefronts per block of 16 x 1 x 1 threads
  s[threadIdx.x * 32] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}

// Of blocks of whole warps along x there is one: 32 + 1 wavefronts.
__global__ void __launch_bounds__(48) oneWarp(float *o) {
  __shared__ float s[2048];
  // CHECK: [[@LINE+4]]:3: warning: 32-way bank conflict: this 32-bit store takes 32 wavefronts, ideal 1
  // CHECK: block shape unknown; assuming block (32,1,1), since the kernel allows 48 threads
  // CHECK-NOT: warning
  // CHECK: 33 -> 2 wavefronts per block of 32 x 1 x 1 threads
  s[threadIdx.x * 32] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}

// The array is large enough for 256 threads; four warps cost 4 * (32 + 1).
__global__ void __launch_bounds__(128) fewer(float *o) {
  __shared__ float s[8192];
  // CHECK: [[@LINE+3]]:3: warning: 32-way bank conflict
  // CHECK: assuming blockDim.x is a multiple of 32
  // CHECK: 132 -> 8 wavefronts per block of 128 x 1 x 1 threads
  s[threadIdx.x * 32] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}

// CHECK: 6 shared-memory accesses: {{.*}}; 2 assume that blockDim.x is a multiple of 32
