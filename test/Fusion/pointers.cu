// RUN: %warplint --negligible=warning %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// Loops that stay keep an address that advances in a register, which points at
// the middle of what a turn reaches: of offsets 0 to 28 at 16, of 0 to 12 at 8.
// The assembler sees as much of the alignment as divides that. What nvcc 13.0
// issues for sm_90 stands behind each kernel.

#define FILL(s) s[threadIdx.x] = in[threadIdx.x]; __syncthreads()

// 2 LDS.128. Lane t begins at word 8t: of 8 lanes every fourth meets another.
__global__ void eight(float *out, const float *in, int n) {
  __shared__ float s[4096];
  FILL(s);
  float x = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      x = x * 1.5f + s[128 * k + 8 * threadIdx.x + j];
  // CHECK: :[[@LINE-1]]:22: warning: 2-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 8 wavefronts, ideal 4
  out[threadIdx.x] = x;
}

// 2 LDS.64: 8 bytes are seen.
__global__ void four(float *out, const float *in, int n) {
  __shared__ float s[4096];
  FILL(s);
  float x = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      x = x * 1.5f + s[128 * k + 4 * threadIdx.x + j];
  // CHECK: :[[@LINE-1]]:22: warning: 2-way bank conflict: 2 iterations of this load are issued as one 64-bit load: 4 wavefronts, ideal 2
  out[threadIdx.x] = x;
}

// 8 LDS.32: where the lowest offset is not 0 the register may point at the last.
__global__ void shifted(float *out, const float *in, int n) {
  __shared__ float s[4096];
  FILL(s);
  float x = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      x = x * 1.5f + s[64 * k + 8 * threadIdx.x + j + 2048];
  // CHECK: :[[@LINE-1]]:22: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load: 8 wavefronts together, ideal 4
  out[threadIdx.x] = x;
}

// LDS.128: the first four words of a turn are those that the one before loaded last, and
// LLVM keeps them. The rule does not know what is reached then.
__global__ void sliding(float *out, const float *in, int n) {
  __shared__ float s[4096];
  FILL(s);
  float x = 0;
  for (int k = 0; k < n; ++k) {
    const float *p = s + 4 * threadIdx.x + 4 * k;
    x = x * 1.5f + p[0] + p[1] + p[2] + p[3] + p[4] + p[5] + p[6] + p[7];
    // CHECK: :[[@LINE-1]]:20: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
    // CHECK: note: as written; the compiler may issue these 4 loads as one 128-bit load: 4 wavefronts together, ideal 4
  }
  out[threadIdx.x] = x;
}

// LDS.128: the pointer is the source's own, and stays where it is. The rule
// cannot know that, so that both figures are told.
__global__ void ownPointer(float *out, const float *in, int n) {
  __shared__ float s[4096];
  FILL(s);
  float x = 0;
  const float *p = s + 8 * threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < n; ++k, p += 128)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      x = x * 1.5f + p[j];
  // CHECK: :[[@LINE-1]]:22: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load: 8 wavefronts together, ideal 4
  out[threadIdx.x] = x;
}

// A loop that nvcc may copy: 16 words of two copies or 32 of four have a middle
// that is a multiple of 16 bytes, too. LDS.128 throughout, as in any product of
// matrices.
__global__ void product(float *out, const float *in) {
  __shared__ float a[16][128], b[16][128];
  FILL(a[0]);
  FILL(b[0]);
  float sum[8][8] = {}, ra[8], rb[8];
  for (int k = 0; k < 16; ++k) {
#pragma unroll
    for (int i = 0; i < 8; ++i)
      ra[i] = a[k][threadIdx.x / 16 * 8 + i];
    // CHECK: :[[@LINE-1]]:15: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
#pragma unroll
    for (int i = 0; i < 8; ++i)
      rb[i] = b[k][threadIdx.x % 16 * 8 + i];
    // CHECK: :[[@LINE-1]]:15: warning: 2-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 8 wavefronts, ideal 4
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
      for (int j = 0; j < 8; ++j)
        sum[i][j] += ra[i] * rb[j];
  }
#pragma unroll
  for (int i = 0; i < 64; ++i)
    out[64 * threadIdx.x + i] = sum[i / 8][i % 8];
}

// Functions of one instruction keep nothing apart: LDS.128.
extern "C" __device__ float __nv_fmaxf(float, float);
__global__ void largest(float *out, const float *in, int n) {
  extern __shared__ float e[];
  FILL(e);
  float x = 0;
  for (int i = 0; i < n; ++i)
    x = __nv_fmaxf(x, e[i]);
  // CHECK: :[[@LINE-1]]:23: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
  out[threadIdx.x] = x;
}

// A root has a branch for its slow case, of which both readings are told.
extern "C" __device__ float __nv_powf(float, float);
__global__ void powers(float *out, const float *in, int n) {
  extern __shared__ float e[];
  FILL(e);
  float x = 0;
  for (int i = 0; i < n; ++i)
    x += __nv_powf(e[i + 32 * threadIdx.x], 1.5f);
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load
  // CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load
  out[threadIdx.x] = x;
}

// x % C is x - x / C * C: what divides x and C is seen. LDS.64.
__global__ void remainder(float *out, const float *in) {
  __shared__ float s[128];
  FILL(s);
  unsigned i = 2 * threadIdx.x % 12;
  out[threadIdx.x] = s[i] * 1.5f + s[i + 1];
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free: these 2 loads are issued as one 64-bit load
}

// What is added to one place is needed, each time: 8 LDS.128.
__global__ void addsUp(float *out, const float *in) {
  __shared__ float s[32];
  FILL(s);
  out[threadIdx.x] = 0;
  for (int i = 0; i < 32; ++i)
    out[threadIdx.x] += s[i];
  // CHECK: :[[@LINE-1]]:25: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
}

// No load moves down across a barrier, wherever its value is needed: LDS.64.
__global__ void heldByBarrier(float *out, const float *in, int n) {
  __shared__ int last[2];
  if (threadIdx.x == 0) {
    last[0] = n / 7;
    last[1] = n % 7;
  }
  __syncthreads();
  int thread = last[0], item = last[1];
  // CHECK: :[[@LINE-1]]:16: remark: conflict-free: these 2 loads are issued as one 64-bit load
  __syncthreads();
  if (threadIdx.x == thread)
    out[item] = in[threadIdx.x];
}

void run(float *out, const float *in, int n) {
  eight<<<1, 32>>>(out, in, n);
  four<<<1, 32>>>(out, in, n);
  shifted<<<1, 32>>>(out, in, n);
  ownPointer<<<1, 32>>>(out, in, n);
  product<<<1, 256>>>(out, in);
  largest<<<1, 32>>>(out, in, n);
  powers<<<1, 32>>>(out, in, n);
  remainder<<<1, 32>>>(out, in);
  addsUp<<<1, 32>>>(out, in);
  heldByBarrier<<<1, 32>>>(out, in, n);
}
