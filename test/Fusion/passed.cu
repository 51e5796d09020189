// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// Of arrays that are declared with an alignment of 16, or `extern`, LLVM joins
// before the assembler does, and looks at what stands between: another array,
// or other elements of the same one, keep nothing apart. What nvcc 13.0 issues
// for sm_90 stands behind each kernel.

// 2 STS.128: stores to two arrays by turns. With plain arrays 8 STS.32.
__global__ void byTurns(float *out, const float *in) {
  __shared__ alignas(16) float a[512], b[512];
  __shared__ float p[512], q[512];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    a[4 * t + i] = in[4 * t + i];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: 4 iterations of this store are issued as one 128-bit store
    b[4 * t + i] = in[4 * t + i + 512];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: 4 iterations of this store are issued as one 128-bit store
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    p[4 * t + i] = in[4 * t + i];
    // CHECK: :[[@LINE-1]]:5: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1
    q[4 * t + i] = in[4 * t + i + 512];
    // CHECK: :[[@LINE-1]]:5: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1
  }
  __syncthreads();
  out[t] = a[t ^ 1] + b[t ^ 2] + p[t ^ 3] + q[t ^ 4];
}

// LDS.128 and STS.128: each load stands before the store of its own element.
__global__ void inPlace(float *out) {
  extern __shared__ float e[];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    e[4 * t + i] = e[4 * t + i] * 2;
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: 4 iterations of this store are issued as one 128-bit store
    // CHECK: :[[@LINE-2]]:20: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  __syncthreads();
  out[t] = e[t ^ 1];
}

// LDS.32 twice: the store may be to the word that the second one loads.
__global__ void unknownStore(float *out, int n) {
  extern __shared__ float e[];
  int t = threadIdx.x;
  float x = e[2 * t];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
  e[n] = x;
  float y = e[2 * t + 1];
  // CHECK: :[[@LINE-1]]:13: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
  out[t] = x * y;
}

// LDS.64: here it is to another array.
__global__ void otherArray(float *out, int n) {
  __shared__ alignas(16) float a[512];
  __shared__ float q[512];
  int t = threadIdx.x;
  a[t] = out[t];
  __syncthreads();
  float x = a[2 * t];
  // CHECK: :[[@LINE-1]]:13: remark: conflict-free: these 2 loads are issued as one 64-bit load
  q[n] = x;
  float y = a[2 * t + 1];
  __syncthreads();
  out[t] = x * y + q[t];
}

void run(float *out, const float *in, int n) {
  byTurns<<<1, 32>>>(out, in);
  inPlace<<<1, 32, 2048>>>(out);
  unknownStore<<<1, 32, 2048>>>(out, n);
  otherArray<<<1, 32>>>(out, n);
}
