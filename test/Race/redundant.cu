// RUN: %warplint --checks='-*,warplint-redundant-barrier' %s %stub | %check %s
// RUN: cp %s %t.cu
// RUN: %warplint --checks='-*,warplint-redundant-barrier' --fix --assumed-fixes %t.cu %stub > %t.out
// RUN: %warplint --checks='-*,warplint-redundant-barrier' %t.cu %stub | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: redundant barrier
//
// Barriers that order nothing that has to be ordered: no access before them conflicts with
// one behind them.

// Own elements alone.
__global__ void own(float *out, const float *__restrict__ in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier: no access needs it [warplint-redundant-barrier]
  // CHECK: :[[@LINE-2]]:3: note: removing it saves about 20 cycles per block
  out[t] = s[t];
}

// The last thing that a kernel does.
__global__ void atTheEnd(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[255 - t];
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  // CHECK: note: removing it saves about 28 cycles per block
}

// The first thing.
__global__ void atTheBegin(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  s[t] = t;
  __syncthreads();
  out[t] = s[127 - t];
}

// Two in a row: one of them.
__global__ void twice(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  __syncthreads();
  out[t] = s[127 - t];
}

// Two buffers in turn need one barrier in each iteration.
__global__ void buffersInTurn(float *out, const float *__restrict__ in, int n) {
  __shared__ float s[2][128];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    s[k % 2][t] = in[k * 128 + t];
    __syncthreads();
    sum += s[k % 2][127 - t];
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: remark: redundant barrier
    // CHECK: note: removing it saves about 20 cycles per block each time it executes
  }
  out[t] = sum;
}

// Own elements in a loop.
__global__ void ownInLoop(float *out, const float *__restrict__ in, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    s[t] = in[k * 128 + t];
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: remark: redundant barrier
    out[k * 128 + t] = s[t];
  }
}

// Loads on both sides.
__global__ void loads(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  float v = s[127 - t];
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  out[t] = v + s[t ^ 1];
}

// Other arrays behind it.
__global__ void otherArrays(float *out) {
  __shared__ float a[128], b[128];
  int t = threadIdx.x;
  a[t] = t;
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[127 - t] + b[127 - t];
}

// One thread alone touches it.
__global__ void oneThread(float *out) {
  __shared__ float s;
  if (threadIdx.x == 0)
    s = 1;
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  if (threadIdx.x == 0)
    out[0] = s;
}

// Each warp reads what it wrote, behind its own barrier.
__global__ void eachWarp(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  float v = s[t ^ 1];
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  out[t] = v;
}

// Atomics do not conflict with each other.
__global__ void atomics(int *out, const int *__restrict__ in) {
  __shared__ int bins[32];
  int t = threadIdx.x;
  if (t < 32)
    bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] & 31], 1);
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  atomicAdd(&bins[in[t + 128] & 31], 1);
  __syncthreads();
  if (t < 32)
    out[t] = bins[t];
}

// A place that an atomic gives, between barriers that only its counter needs.
__global__ void slots(int *out, const int *__restrict__ in) {
  __shared__ int n, s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  if (t == 0)
    n = 0;
  __syncthreads();
  if (s[t] > 0)
    out[atomicAdd(&n, 1)] = s[t];
}

// Halves that each thread keeps to.
__global__ void halves(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  s[t + 128] = 2;
  __syncthreads();
  out[t] = s[127 - t] + s[255 - t];
}

// The condition is one of the block.
__global__ void underCondition(float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (n > 4)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: remark: redundant barrier
  out[t] = s[t];
}

// Columns of a tile that each thread owns.
__global__ void columns(float *out) {
  __shared__ float s[4][128];
  int t = threadIdx.x;
  for (int r = 0; r < 4; ++r)
    s[r][t] = r;
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  // CHECK: note: removing it saves about 20 cycles per block
  float sum = 0;
  for (int r = 0; r < 4; ++r)
    sum += s[r][t];
  out[t] = sum;
}

// One warp.
__global__ void oneWarp(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  // CHECK: note: removing it saves about 14 cycles per block
  out[t] = s[31 - t];
}

// Threads that have ended take no part.
__global__ void early(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t >= 100)
    return;
  s[t] = t;
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  out[t] = s[t];
}

// What the pointers of structures lead to.
struct Vector {
  int length;
  float *elements;
};
__global__ void structures(Vector out, Vector in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in.elements[t];
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier
  out.elements[t] = s[t];
}

void run(float *f, int *p, int n, Vector v, Vector w) {
  structures<<<1, 128>>>(w, v);
  own<<<1, 128>>>(f, f);
  atTheEnd<<<1, 256>>>(f);
  atTheBegin<<<1, 128>>>(f);
  twice<<<1, 128>>>(f);
  buffersInTurn<<<1, 128>>>(f, f, n);
  ownInLoop<<<1, 128>>>(f, f, n);
  loads<<<1, 128>>>(f);
  otherArrays<<<1, 128>>>(f);
  oneThread<<<1, 128>>>(f);
  eachWarp<<<1, 128>>>(f);
  atomics<<<1, 128>>>(p, p);
  slots<<<1, 128>>>(p, p);
  halves<<<1, 128>>>(f);
  underCondition<<<1, 128>>>(f, n);
  columns<<<1, 128>>>(f);
  oneWarp<<<1, 32>>>(f);
  early<<<1, 128>>>(f);
}
