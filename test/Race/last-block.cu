// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --block=128 --format=json %s %stub | %races | FileCheck %s
//
// Which block is the last one and where the data end go together, and only the
// host knows how: what needs both is not proven.

// Right where the last block has the last elements: thread 127 of that block reads
// next[0] only with an i that is below n - 1.
// CHECK: "stencil": "unproven"
__global__ void stencil(int *out, const int *in, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  bool last = blockIdx.x == gridDim.x - 1;
  int *now = s, *next = s + 128;
  if (i < n)
    now[t] = in[i];
  __syncthreads();
  if (i < n && (last || t < 127)) {
    next[t] = i < n - 1 ? now[t + 1] : 0;
    out[i] = next[t];
  }
}

// Race in any grid: the last block alone does that, without a bound.
// CHECK: "total": "race"
__global__ void total(int *out, const int *in) {
  __shared__ int s[128];
  s[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  if (blockIdx.x == gridDim.x - 1)
    out[threadIdx.x] = s[127 - threadIdx.x];
}

// Race with any n: the first block has elements, and reads those of other threads.
// CHECK: "first": "race"
__global__ void first(int *out, const int *in, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];
  if (blockIdx.x == 0 && i < n)
    out[i] = s[127 - threadIdx.x];
}

// Race: behind its atomic thread 0 has no fence, so that it learns nothing of thread 1, which reads early.
// CHECK: "flagOfLast": "race"
__global__ void flagOfLast(int *out, unsigned *done) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    __nvvm_membar_gl();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  if (!last)
    return;
  out[threadIdx.x] = 2;
}

// Unproven: with the fence thread 0 may know that thread 1 has read.
// CHECK: "flagBehindFence": "unproven"
__global__ void flagBehindFence(int *out, unsigned *done) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    unsigned n = atomicAdd(done, 1u);
    __nvvm_membar_gl();
    last = n == gridDim.x - 1;
  }
  if (!last)
    return;
  out[threadIdx.x] = 2;
}

// Right.
// CHECK: "flagBehindBarrier": "race-free"
__global__ void flagBehindBarrier(int *out, unsigned *done) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    __nvvm_membar_gl();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last)
    return;
  out[threadIdx.x] = 2;
}
