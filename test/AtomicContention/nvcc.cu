// REQUIRES: nvcc
// RUN: %nvcc -arch=sm_90 -cubin -o %t.cubin %s
// RUN: not %warplint --no-cache --checks='-*,warplint-atomic-contention' %s -- -std=c++17 --cuda-path=%cuda_path | FileCheck %s --implicit-check-not=warning:
//
// The file with its remedies, by CUDA's own headers: nvcc compiles both, and of what is
// mended there is nothing to tell.

__global__ void total(float *sum, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, in[i]);
  // CHECK: :[[@LINE-1]]:5: warning: contended atomic: 32 lanes
}

__global__ void totalOfWarps(float *sum, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0)
    atomicAdd(sum, v);
}

__global__ void warps(int *sums, const int *in) {
  int t = threadIdx.x;
  atomicAdd(&sums[t / 32], in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 32 lanes
}

__global__ void warpsReduced(int *sums, const int *in) {
  int t = threadIdx.x;
  int v = __reduce_add_sync(~0u, in[t]);
  if (t % 32 == 0)
    atomicAdd(&sums[t / 32], v);
}

__global__ void groups(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t < 32)
    s[t] = 0;
  __syncthreads();
  atomicAdd(&s[t / 8], in[t]);
  // CHECK: :[[@LINE-1]]:3: warning: contended atomic: 8 lanes
  __syncthreads();
  out[t] = s[t % 32];
}

__global__ void groupsShuffled(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t < 32)
    s[t] = 0;
  __syncthreads();
  float v = in[t];
  for (int d = 4; d > 0; d /= 2)
    v += __shfl_down_sync(~0u, v, d, 8);
  if (t % 8 == 0)
    atomicAdd(&s[t / 8], v);
  __syncthreads();
  out[t] = s[t % 32];
}

void run(float *f, int *i, int n) {
  total<<<8, 256>>>(f, f, n);
  totalOfWarps<<<8, 256>>>(f, f, n);
  warps<<<1, 256>>>(i, i);
  warpsReduced<<<1, 256>>>(i, i);
  groups<<<1, 256>>>(f, f);
  groupsShuffled<<<1, 256>>>(f, f);
}
