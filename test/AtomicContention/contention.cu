// RUN: not %warplint --checks='-*,warplint-atomic-contention' %s %stub | %check %s
//
// Lanes of a warp that update one word take turns, unless nvcc combines them: it sees
// that an address is the same in all lanes when nothing in it depends on threadIdx. What
// it does then was read off the machine code of nvcc 13.0 for sm_90: 32-bit integers are
// joined by REDUX, the number of lanes by POPC, floating-point numbers not at all.

// 32 lanes, one word.
__global__ void floatSum(float *sum, const float *in) {
  int t = threadIdx.x;
  atomicAdd(sum, in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp update one word in turn with this 32-bit atomic [warplint-atomic-contention]
  // CHECK: note: in warp 0, lanes 0, 1, 2, 3, ... update one word
  // CHECK: note: reduce across the lanes first: for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d); if (lane % 32 == 0) atomic...(p, v){{$}}
  if (t % 32 == 0) // One lane a warp.
    atomicAdd(sum, in[t]);
}

// A constant in place of the sum is no help for floating point.
__global__ void floatCount(float *sum) {
  atomicAdd(sum, 1.0f);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp
}

__global__ void sharedFloatSum(float *out, const float *in) {
  __shared__ float sum;
  atomicAdd(&sum, in[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp update one word in turn with this 32-bit atomic of 'sum'
  __syncthreads();
  out[0] = sum;
}

// 64 bits of varying values are not joined, be they integers or not.
__global__ void wideSums(double *d, unsigned long long *u, const double *in,
                         const unsigned long long *values) {
  atomicAdd(d, in[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp update one word in turn with this 64-bit atomic
  atomicAdd(u, values[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp update one word in turn with this 64-bit atomic
  atomicAdd(u, 2ull); // Joined: the number of lanes, times two.
}

// nvcc joins these: no lane waits.
__global__ void joined(int *c, unsigned *u, const int *in, int n, int *out) {
  __shared__ int s;
  int t = threadIdx.x;
  atomicAdd(c, 1);
  atomicAdd(c, n);
  atomicAdd(c, in[t]);
  atomicMax(c, in[t]);
  atomicAdd(c + blockIdx.x, in[t]);
  out[t] = atomicAdd(c, 1);
  if (in[t] > n)
    atomicAdd(u, 1u);
  atomicAdd(&s, in[t]);
  out[t] += s;
}

// The same word for a warp, which nvcc does not see: the address depends on threadIdx.
__global__ void wordOfWarp(int *c, const int *in) {
  int t = threadIdx.x;
  atomicAdd(c + t / 32, in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp
  // CHECK: note: reduce across the lanes first: v = __reduce_add_sync(~0u, v); if (lane % 32 == 0)
  atomicMin(c + t / 32, in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp
  // CHECK: note: reduce across the lanes first: v = __reduce_min_sync(~0u, v);
}

// Eight lanes a word, and words of their own.
__global__ void groups(float *c, int *out, const float *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  atomicAdd(&s[t / 8], in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 8 lanes of a warp update one word in turn with this 32-bit atomic of 's'
  // CHECK: note: reduce across the lanes first: for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d, 8); if (lane % 8 == 0)
  // CHECK: note: or give these lanes separate copies
  atomicAdd(&s[t % 4], in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 8 lanes of a warp
  // CHECK: note: first combine the lanes that update the same word, then let one of them update it; see cooperative_groups::labeled_partition
  atomicAdd(&s[t / 4], in[t]); // Four lanes are few.
  atomicAdd(&s[t], in[t]);
  atomicAdd(c + t, in[t]);
  __syncthreads();
  out[t] = s[t];
}

// The result is a lane's own, and only additions can be told apart afterwards.
__global__ void results(int *c, int *out, const int *in) {
  int t = threadIdx.x;
  out[t] = atomicMax(c, in[t]);
  // CHECK: :[[@LINE-1]]:12: warning: contended atomic: 32 lanes of a warp
  // CHECK: note: let one of the 32 lanes update the word, and share its result
  atomicExch(c, in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp
  // CHECK: note: one lane of the 32 is enough
}

// Counting up to a limit is no addition.
__global__ void limited(unsigned *c) {
  atomicInc(c, 100);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes of a warp
  // CHECK: note: let one of the 32 lanes update the word{{$}}
}

// A histogram's bins are data: who meets whom is not known.
__global__ void histogram(int *bins, float *weights, const int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  atomicAdd(&s[data[t] & 255], 1);
  atomicAdd(&weights[data[t]], 1.0f);
  __syncthreads();
  atomicAdd(&bins[t], s[t]);
}

// Who comes here is data, too.
__global__ void chosen(float *sum, const float *in) {
  if (in[threadIdx.x] > 0)
    atomicAdd(sum, in[threadIdx.x]);
}

// A bound is met by whole warps, and the last one does not matter.
__global__ void bounded(float *sum, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, in[i]);
  // CHECK: :[[@LINE-1]]:5: warning: contended atomic: 32 lanes of a warp
  // CHECK: note: reduce across the lanes first: {{.*}}; lanes that the condition excludes contribute
}

// A lock is what it is.
__global__ void lock(int *c) {
  while (atomicCAS(c, 0, 1))
    ;
}

// One of them, after the block's sum.
__global__ void oneThread(float *sum, const float *in) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t == 0)
    atomicAdd(sum, s[0]);
}

// With a block of eight threads there are no more than eight.
__global__ void smallBlock(float *sum) { atomicAdd(sum, 1.0f); }
// CHECK: :[[@LINE-1]]:42: warning: contended atomic: 8 lanes of a warp

// A stride may be 0, or not: not proven.
__global__ void strided(float *sums, int stride, const float *in) {
  atomicAdd(&sums[threadIdx.x * stride], in[threadIdx.x]);
}

void run(float *f) {
  floatSum<<<1, 64>>>(f, f);
  floatCount<<<1, 32>>>(f);
  sharedFloatSum<<<1, 32>>>(f, f);
  bounded<<<8, 256>>>(f, f, *(int *)f);
  smallBlock<<<1, 8>>>(f);
}
