// REQUIRES: cuda-toolkit
// RUN: not %warplint --sort=source --report-clean --report-unproven %s | FileCheck %s
//
// What nvcc 13.0 makes of memcpy and memset (machine code for sm_90): up to 16 bytes
// become words where the array's elements are aligned as words, which the assembler
// joins; more are a loop over bytes, unless one side is a local variable.

// 256 bytes from lane to lane: all in one bank.
__global__ void small(const float *in, float *out) {
  __shared__ float s[32 * 64];
  memcpy(&s[threadIdx.x * 64], &in[threadIdx.x * 64], 8);
  // CHECK: :[[@LINE-1]]:3: warning: 16-way bank conflict: 2 copies of this store are issued as one 64-bit store: 32 wavefronts, ideal 2
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void zero(float *out) {
  __shared__ float s[32 * 64];
  memset(&s[threadIdx.x * 64], 0, 16);
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: 4 copies of this store are issued as one 128-bit store: 32 wavefronts, ideal 4
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// STS.U8, 20 times.
__global__ void large(const float *in, float *out) {
  __shared__ float s[32 * 64];
  memcpy(&s[threadIdx.x * 64], &in[threadIdx.x * 64], 20);
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict: this 8-bit store takes 32 wavefronts, ideal 1
  // CHECK: note: executed 20 times per warp
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// The type of the pointer does not matter: 32 STS.U8.
__global__ void builtin(const float4 *in, float *out) {
  __shared__ float4 s[128];
  __builtin_memcpy(&s[threadIdx.x * 2], &in[threadIdx.x], 32);
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: this 8-bit store takes 8 wavefronts, ideal 1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x].x;
}

// LDS.128, twice.
__global__ void local(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 two[2];
  memcpy(two, &s[threadIdx.x], 32);
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit load takes 4 wavefronts
  out[threadIdx.x] = two[0];
  out[threadIdx.x + 32] = two[1];
}

// More than 64 bytes are not followed, and what is said of it is a store.
__global__ void huge(float *out) {
  __shared__ float s[32 * 64];
  memset(&s[threadIdx.x * 64], 0, 256);
  // CHECK: :[[@LINE-1]]:3: remark: {{.*}}8-bit store
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

void run(float *in, float *out) {
  small<<<1, 32>>>(in, out);
  zero<<<1, 32>>>(out);
  large<<<1, 32>>>(in, out);
  builtin<<<1, 32>>>((float4 *)in, out);
  local<<<1, 32>>>((float4 *)in, (float4 *)out);
  huge<<<1, 32>>>(out);
}
