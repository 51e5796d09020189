// RUN: %warplint --negligible=warning %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// Stores are joined in whatever order, as long as none to another window of 16
// bytes (8 of 16-bit elements) stands among them. What nvcc 13.0 issues for
// sm_90 stands behind each kernel.

// STS.128, of all 24 orders.
__global__ void fourBackwards(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[4 * t + 3] = in[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 4 stores are issued as one 128-bit store
  s[4 * t + 1] = in[t + 1];
  s[4 * t + 2] = in[t + 2];
  s[4 * t] = in[t + 3];
  __syncthreads();
  out[t] = s[t ^ 1];
}

// STS.32; STS.64 of words 2, 0, 1.
__global__ void three(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[4 * t + 2] = in[t];
  // CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1
  s[4 * t] = in[t + 1];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: these 2 stores are issued as one 64-bit store
  s[4 * t + 1] = in[t + 2];
  __syncthreads();
  out[t] = s[t ^ 1];
}

// 4 STS.32: the stores to another window keep those to one apart.
__global__ void byTurns(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[2 * t] = in[t];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1
  s[2 * t + 256] = in[t + 1];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1
  s[2 * t + 1] = in[t + 2];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1
  s[2 * t + 257] = in[t + 3];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1
  __syncthreads();
  out[t] = s[t ^ 1];
}

// STS.64: variables of a kernel lie behind each other.
__global__ void variables(int *out, const int *in) {
  __shared__ int start, top;
  if (threadIdx.x == 5) {
    top = in[0];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: these 2 stores are issued as one 64-bit store
    start = in[1];
  }
  __syncthreads();
  out[threadIdx.x] = start * top;
}

// STS.32 twice: nobody else reads `end`, which is gone, so that `flag` is not
// where it seems.
__global__ void handedOn(int *out, const int *in) {
  __shared__ int a, begin, end, flag;
  if (threadIdx.x == 5) {
    a = in[2];
    begin = in[0];
    end = in[1];
    // CHECK-NOT: :[[@LINE-1]]:5: {{.*}}issued
    flag = end - begin;
    // CHECK-NOT: :[[@LINE-1]]:5: {{.*}}issued
  }
  __syncthreads();
  out[threadIdx.x] = begin * flag + a;
}

// STS.64, no LDS: what is stored is handed on, and keeps nothing apart.
__global__ void readAgain(int *out, const int *in) {
  extern __shared__ int words[];
  int t = threadIdx.x;
  words[2 * t] = in[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 2 stores are issued as one 64-bit store
  words[2 * t + 1] = in[words[2 * t]];
  // CHECK: :[[@LINE-1]]:25: remark: the compiler removes this 32-bit load: its value is already in a register
  __syncthreads();
  out[t] = words[t ^ 1];
}

// STS, STS, LDS, STS: what is between may be in its place.
__global__ void overwritten(int *out, const int *in) {
  extern __shared__ int words[];
  int t = threadIdx.x;
  words[2 * t] = in[t];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store
  words[in[7]] = 3;
  words[2 * t + 1] = in[words[2 * t]];
  // CHECK: :[[@LINE-1]]:25: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts
  __syncthreads();
  out[t] = words[t ^ 1];
}

// STS.64: one of the two words is stored twice, and the first one may stay.
__global__ void twice(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[2 * t] = in[t];
  // CHECK: :[[@LINE-1]]:3: {{.*}}this 32-bit store
  // CHECK: the compiler may issue these 3 stores as one 64-bit store
  s[2 * t] = in[t + 1];
  s[2 * t + 1] = in[t + 2];
  __syncthreads();
  out[t] = s[t ^ 1];
}

// LDS.64 of what is converted, LDS.U16 of integers that are added.
__global__ void loadedHalves(float *out, short *sums, const short *in) {
  __shared__ short s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float x = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    x += s[4 * t + i] * 0.5f;
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: 4 iterations of this load are issued as one 64-bit load
  out[t] = x;
  __syncthreads();
  sums[t] = s[2 * t + 512] + s[2 * t + 513];
  // CHECK: :[[@LINE-1]]:13: remark: conflict-free: this 16-bit load takes 1 wavefront
}

// 2 STS.64; of `e` STS.128.
__global__ void halves(short *out, const short *in) {
  __shared__ short s[1024];
  extern __shared__ short e[];
  int t = threadIdx.x;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    s[8 * t + i] = in[8 * t + i];
  // CHECK: :[[@LINE-1]]:5: warning: 2-way bank conflict: 4 iterations of this store are issued as one 64-bit store
#pragma unroll
  for (int i = 0; i < 8; ++i)
    e[8 * t + i] = in[8 * t + i];
  // CHECK: :[[@LINE-1]]:5: remark: conflict-free: 8 iterations of this store are issued as one 128-bit store
  __syncthreads();
  out[t] = s[t ^ 1] + e[t ^ 2];
}

void run(float *f, int *i, short *h) {
  fourBackwards<<<1, 32>>>(f, f);
  three<<<1, 32>>>(f, f);
  byTurns<<<1, 32>>>(f, f);
  variables<<<1, 32>>>(i, i);
  handedOn<<<1, 32>>>(i, i);
  readAgain<<<1, 32, 512>>>(i, i);
  overwritten<<<1, 32, 512>>>(i, i);
  twice<<<1, 32>>>(i, i);
  loadedHalves<<<1, 32>>>(f, h, h);
  halves<<<1, 32, 512>>>(h, h);
}
