// Of a 64-bit number of which one half is needed the assembler loads only that: LDS
// in place of LDS.64, as seen in nvcc 13.0's code for sm_90. It cannot always see that,
// so both figures are given.

// RUN: not %warplint %s --report-clean -- %stub_flags | FileCheck %s

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

void run(unsigned *out) {
  low<<<1, 32>>>(out);
  high<<<1, 32>>>(out);
  both<<<1, 32>>>(out);
}
