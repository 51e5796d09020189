// RUN: %warplint --checks='-*,warplint-redundant-barrier' --fail-on=never %s %stub | FileCheck %s --implicit-check-not='redundant barrier'
//
// Barriers that no block needs, whatever its size. What they cost is not known.

// Each thread reads what it has stored.
__global__ void own(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  // CHECK: :[[@LINE-1]]:3: remark: redundant barrier: no access needs it
  // CHECK-NOT: cycles
  out[t] = s[t];
}

// Needed in any block of two threads or more.
__global__ void neighbors(int *out, const int *in) {
  __shared__ int s[1025];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t + 1];
}

// Needed in blocks of more than 64 threads alone, which this one may be.
__global__ void large(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t >= 64 ? t - 64 : t];
}

// The order of global memory may need it, together with an atomic.
__global__ void counts(int *out, int *count) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t];
  __syncthreads();
  if (t == 0)
    out[0] = atomicAdd(count, 1);
}

// No launch says that the block is one row: in others the threads of a column share a word.
__global__ void noLaunch(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t];
}

// Threads beyond 16 x 16 access global memory alone, which needs it: thread (0,0) and thread (1023,0).
__global__ void beyond(int *out, const int *in) {
  __shared__ int s[16][16];
  int t = threadIdx.x, row = 1024 * threadIdx.y;
  if (t < 16)
    s[threadIdx.y][t] = in[t];
  out[row + t] = t;
  __syncthreads();
  out[row + t + 1024] = out[row + 1023 - t];
}

void launches(int *p, int *q, int n) {
  beyond<<<1, dim3(n, n)>>>(p, q);
  own<<<1, n>>>(p, q);
  neighbors<<<1, n>>>(p, q);
  large<<<1, n>>>(p, q);
  counts<<<1, n>>>(p, q);
}
