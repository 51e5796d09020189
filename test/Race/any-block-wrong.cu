// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// Blocks of unknown size, in some of which each kernel has a race: none may be proven. The comments
// are witnesses.

// CHECK: "races": [
// CHECK-NOT: "verdict": "race-free"
// CHECK: "findings": [

// n = 2, k = 0: thread 1 writes f[1], which thread 0 reads.
__global__ void shrinks(float *o, int n) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (t < n - k)
      f[t] = 1;
    o[t] = f[t + n - k - 1];
    __syncthreads();
  }
}

// n = 4: thread 3, let in by the old n, writes f[3]; thread 1 reads f[1 + 2].
__global__ void oldBound(int n) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  bool in = t < n;
  n /= 2;
  if (in)
    f[t] = f[t + n];
}

// Iteration 1: the condition is that of iteration 0, so that thread d writes what thread 0 reads.
__global__ void lateBound(int n) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  bool in = true;
  for (int d = n; d > 0; d >>= 1) {
    if (in)
      f[t] += f[t + d];
    in = t < d;
    __syncthreads();
  }
}

// Block of 3: threads 0 and 2 come to f[2].
__global__ void oneLess(int n) {
  extern __shared__ float f[];
  for (int i = threadIdx.x; i < n; i += blockDim.x - 1)
    f[i] = i;
}

// Thread 0 writes f[0], which the thread reads that has n - 1 as a place.
__global__ void reversed(float *o, int n) {
  extern __shared__ float f[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    f[i] = i;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    o[i] = f[n - 1 - i];
}

// Thread 0 writes the last thread's word.
__global__ void lastWord() {
  extern __shared__ float f[];
  f[threadIdx.x] = 1;
  f[blockDim.x - 1] = 2;
}

// Block of 2: thread 0 reads the word of thread 1.
__global__ void mirrored(float *o, int n) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  f[blockDim.x * n + t] = 1;
  o[t] = f[blockDim.x * n + (blockDim.x - 1 - t)];
}

// Thread 0 stores in iteration 1 while thread 1 still reads in iteration 0.
__global__ void oneBarrier(float *o, int n) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    f[t] = k;
    __syncthreads();
    o[t] = f[t ^ 1];
  }
}

// n = 2: thread 1 writes f[1], thread 0 reads f[0 + 1].
__global__ void halfBound(float *o, int n) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  if (t < n)
    f[t] = t;
  if (t < n / 2)
    o[t] = f[t + n / 2];
}

// Block of 4: threads 0 and 1 stay, and read each other's word.
__global__ void halfEnds(float *o) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  if (t >= blockDim.x / 2)
    return;
  f[t] = 1;
  o[t] = f[blockDim.x / 2 - 1 - t];
}

// Thread 1 writes f[2], which thread 0 reads if n is 2.
__global__ void everySecond(float *o, int n) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  if (t < n)
    f[2 * t] = 1;
  o[t] = f[n + t];
}

// Blocks of several rows: each writes the same words. The output alone asks for the row.
__global__ void rowsOfOutput(float *o) {
  __shared__ float f[1024];
  f[threadIdx.x] = 1;
  o[1024 * threadIdx.y + threadIdx.x] = f[threadIdx.x];
}

void run(float *f, int n, dim3 any) {
  shrinks<<<1, n>>>(f, n);
  oldBound<<<1, n>>>(n);
  lateBound<<<1, n>>>(n);
  oneLess<<<1, n>>>(n);
  reversed<<<1, n>>>(f, n);
  lastWord<<<1, n>>>();
  mirrored<<<1, n>>>(f, n);
  oneBarrier<<<1, n>>>(f, n);
  halfBound<<<1, n>>>(f, n);
  halfEnds<<<1, n>>>(f);
  everySecond<<<1, n>>>(f, n);
  rowsOfOutput<<<1, any>>>(f);
}
