// Of a 64-bit number of which one half is needed the assembler loads only that: LDS
// in place of LDS.64, as seen in nvcc 13.0's code for sm_90; of a float4 one or two words
// of it, but all four where three are needed. It cannot always see that, so both figures
// are given.

// RUN: not %warplint %s --sort=source --report-clean -- %stub_flags | FileCheck %s

// Two words a lane, every other one: 64 bits in 2 groups of 16 lanes, each 2-way; the
// low words alone 4 words apart, 4-way.
__global__ void low(unsigned *out) {
  __shared__ long long s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  // CHECK: needed-half.cu:[[@LINE+2]]:{{.*}}: warning: 2-way bank conflict: this 64-bit load takes 4 wavefronts, ideal 2
  // CHECK: needed-half.cu:[[@LINE+1]]:{{.*}}: note: as written; the compiler may issue this load as one 32-bit load: 4 wavefronts together, ideal 1
  out[threadIdx.x] = (unsigned)s[threadIdx.x * 2 % 256];
}

__global__ void high(unsigned *out) {
  __shared__ long long s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  // CHECK: needed-half.cu:[[@LINE+1]]:{{.*}}: note: as written; the compiler may issue this load as one 32-bit load: 4 wavefronts together, ideal 1
  out[threadIdx.x] = (unsigned)(s[threadIdx.x * 2 % 256] >> 32);
}

// Both halves, and bits of both.
// CHECK-NOT: may issue
__global__ void both(unsigned *out) {
  __shared__ long long s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const long long v = s[threadIdx.x * 2 % 256];
  out[threadIdx.x] = (unsigned)(v >> 32) + (unsigned)v;
  out[threadIdx.x + 32] = (unsigned)(s[threadIdx.x] >> 16);
}

// Lanes 8 words apart. 128 bits: 4 groups of 8 lanes, each 2-way. Single words: all in
// banks 0, 8, 16 and 24, 8 lanes each.
__global__ void some(float *out) {
  __shared__ float4 s[256];
  s[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
  __syncthreads();
  const float4 v = s[threadIdx.x * 2];
  // CHECK: needed-half.cu:[[@LINE-1]]:{{.*}}: warning: 2-way bank conflict: this 128-bit load takes 8 wavefronts, ideal 4
  // CHECK: needed-half.cu:[[@LINE-2]]:{{.*}}: note: as written; the compiler may issue this load as 2 32-bit loads: up to 8 wavefronts each, ideal 1
  out[threadIdx.x] = v.x + v.z;
}

__global__ void pair(float *out) {
  __shared__ float4 s[256];
  s[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
  __syncthreads();
  const float4 v = s[threadIdx.x * 2];
  // CHECK: needed-half.cu:[[@LINE-1]]:{{.*}}: note: as written; the compiler may issue this load as one 64-bit load: 8 wavefronts together, ideal 2
  out[threadIdx.x] = v.z + v.w;
}

// Three words are loaded with the fourth.
// CHECK-NOT: may issue
__global__ void three(float *out) {
  __shared__ float4 s[256];
  s[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
  __syncthreads();
  const float4 v = s[threadIdx.x * 2];
  // CHECK: needed-half.cu:[[@LINE-1]]:{{.*}}: warning: 2-way bank conflict: this 128-bit load
  out[threadIdx.x] = v.x + v.z + v.w;
}

void run(unsigned *out) {
  some<<<1, 32>>>((float *)out);
  pair<<<1, 32>>>((float *)out);
  three<<<1, 32>>>((float *)out);
  low<<<1, 32>>>(out);
  high<<<1, 32>>>(out);
  both<<<1, 32>>>(out);
}
