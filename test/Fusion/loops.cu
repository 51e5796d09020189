// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// Loops that are unrolled in part, and what keeps their loads apart. What
// nvcc 13.0 issues for sm_90 stands behind each kernel: requests of the
// machine code, those of the rest of the loop behind a plus.

#define FILL(s) s[threadIdx.x] = in[threadIdx.x]; __syncthreads()

// An unknown length: four iterations at a time. 28 words in LDS.128 + LDS.32.
__global__ void unknownLength(float *out, const float *in, int n) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (int i = 0; i < n; ++i)
    x = x * 1.5f + s[i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  out[threadIdx.x] = x;
}

// From word 1 on: words 1 to 3 are one request, word 4 is alone, where the loop
// has a pointer; LDS.32 where it keeps the counter, which is odd.
// LDS.128, LDS.32 + LDS.32; 4 LDS.128, LDS.32 for 16 iterations at a time.
__global__ void fromOne(float *out, const float *in, int n) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (int i = 1; i < n; ++i)
    x = x * 1.5f + s[i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
  out[threadIdx.x] = x;
}

// The counter begins with a parameter, whose multiple of 4 is not seen: LDS.32.
__global__ void fromParameter(float *out, const float *in, int n, int m) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (int i = 4 * m; i < n; ++i)
    x = x * 1.5f + s[i];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
  out[threadIdx.x] = x;
}

// Left in the middle: no copies. LDS.32.
__global__ void leftEarly(float *out, const float *in, int n) {
  extern __shared__ float s[];
  FILL(s);
  float x = 0;
  for (int i = 0; i < n && x < 100; ++i)
    x += s[i];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront
  out[threadIdx.x] = x;
}

// Lane t reads row t, and the array is not declared with an alignment: LDS.64.
// With one it is LDS.128.
__global__ void rows(float *out, const float *in, int n) {
  __shared__ float s[4096];
  __shared__ alignas(16) float aligned[4096];
  FILL(s);
  FILL(aligned);
  float x = 0, y = 0;
  for (int i = 0; i < n; ++i)
    x = x * 1.5f + s[64 * threadIdx.x + i];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load: 32 wavefronts together, ideal 4
  for (int i = 0; i < n; ++i)
    y = y * 1.5f + aligned[64 * threadIdx.x + i];
  // CHECK: :[[@LINE-1]]:20: warning: 8-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 32 wavefronts, ideal 4
  out[threadIdx.x] = x + y;
}

// A division has a branch for its slow case: LDS.32 in a static array.
__global__ void division(float *out, const float *in, int n) {
  __shared__ float s[4096];
  FILL(s);
  float x = 0;
  for (int i = 0; i < n; ++i)
    x += 1.f / s[i];
  // CHECK: :[[@LINE-1]]:16: remark: conflict-free: this 32-bit load takes 1 wavefront
  out[threadIdx.x] = x;
}

// Variables of one kernel lie side by side in the order of their declarations:
// one LDS.64.
__global__ void scalars(float *out, const float *in) {
  __shared__ float mean, deviation;
  if (threadIdx.x == 0) {
    mean = in[0];
    deviation = in[1];
  }
  __syncthreads();
  out[threadIdx.x] = (in[threadIdx.x] - mean) * deviation;
  // CHECK: :[[@LINE-1]]:41: remark: conflict-free: these 2 loads are issued as one 64-bit load
}

// Values that pass through an array in registers, all of which are used: 16
// LDS.128. Lane t reads words 8t to 8t + 7 of a row: 8 lanes of a 128-bit load
// touch 32 words, 4 to a bank of every other quad.
__global__ void nested(float *out, const float *in) {
  __shared__ float b[8][128];
  float s = 0, r[8];
  FILL(b[0]);
#pragma unroll
  for (int k = 0; k < 8; ++k) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      r[j] = b[k][threadIdx.x % 16 * 8 + j];
    // CHECK: :[[@LINE-1]]:14: warning: 2-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 8 wavefronts, ideal 4
#pragma unroll
    for (int j = 0; j < 8; ++j)
      s += r[j];
  }
  out[threadIdx.x] = s;
}
