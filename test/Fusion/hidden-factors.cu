// RUN: %warplint %s --report-clean --fail-on=never %stub -arch=sm_90 | FileCheck %s
//
// Multiples of 4 words of which the assembler sees less. What nvcc 13.0 issues for
// sm_90 stands before each kernel.

#define SUM4(s, c) s[c] + s[c + 1] + s[c + 2] + s[c + 3]

// 4 LDS.32: a mask that is taken away. Words -16 * (t ^ 4) of 32 lanes are in two
// banks.
__global__ void masked(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = 640 - (t ^ 4) * 16;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: warning: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// 4 LDS.32: a shift back and forth is a mask, and 127 is multiplied with the rest.
__global__ void shifted(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = (127 - t / 2 * 4) * 4;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// 4 LDS.32: a multiple by a power of two that is taken from what is no constant.
__global__ void shiftedAway(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x, y = threadIdx.y;
  s[t] = out[t];
  __syncthreads();
  int c = (y + 8) * 64 - t * 16;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: warning: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load
}
// LDS.128: no mask, added, or a multiple of the difference itself.
__global__ void plain(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = 640 - t * 16;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: {{.*}}these 4 loads are issued as one 128-bit load
}
__global__ void added(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = 64 + (t ^ 4) * 16;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: {{.*}}these 4 loads are issued as one 128-bit load
}
__global__ void whole(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x, y = threadIdx.y;
  s[t] = out[t];
  __syncthreads();
  int c = (y + 32 - (t ^ 4)) * 16;
  out[t] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:12: {{.*}}these 4 loads are issued as one 128-bit load
}

// 3 LDS.32: 127 - 4 * t is computed before it is multiplied by 3.
__global__ void difference(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = (127 - t * 4) * 3;
  out[t] = s[c + 1] + s[c + 2];
  // CHECK: :[[@LINE-1]]:12: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 2 loads as one 64-bit load
}
// LDS.64: a sum is multiplied part by part.
__global__ void sum(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = (127 + t * 4) * 3;
  out[t] = s[c + 1] + s[c + 2];
  // CHECK: :[[@LINE-1]]:12: {{.*}}these 2 loads are issued as one 64-bit load
}

// 2 LDS.32: 4 * t + 2 is t + 2, which is at hand, plus 3 * t.
__global__ void compared(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = t * 4;
  float a = 0;
  if (t + 2 < n)
    a = s[c + 2] + s[c + 3];
  // CHECK: :[[@LINE-1]]:9: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue these 2 loads as one 64-bit load
  out[t] = a;
}
// LDS.64: the sum has another constant, or comes later, or an index of 4 * t stands
// before.
__global__ void otherConstant(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = t * 4;
  float a = 0;
  if (t + 3 < n)
    a = s[c + 2] + s[c + 3];
  // CHECK: :[[@LINE-1]]:9: {{.*}}these 2 loads are issued as one 64-bit load
  out[t] = a;
}
__global__ void later(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = t * 4;
  float a = s[c + 2] + s[c + 3];
  // CHECK: :[[@LINE-1]]:13: {{.*}}these 2 loads are issued as one 64-bit load
  out[t + 2] = a;
}
__global__ void indexBefore(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  int c = t * 4;
  out[t + 2] = 1;
  out[t + 3] = SUM4(s, c);
  // CHECK: :[[@LINE-1]]:16: {{.*}}these 4 loads are issued as one 128-bit load
}

void launch(float *out, int n) {
  masked<<<1, 32>>>(out);
  shifted<<<1, 32>>>(out);
  shiftedAway<<<1, 32>>>(out);
  plain<<<1, 32>>>(out);
  added<<<1, 32>>>(out);
  whole<<<1, 32>>>(out);
  difference<<<1, 32>>>(out);
  sum<<<1, 32>>>(out);
  compared<<<1, 32>>>(out, n);
  otherConstant<<<1, 32>>>(out, n);
  later<<<1, 32>>>(out);
  indexBefore<<<1, 32>>>(out);
}
