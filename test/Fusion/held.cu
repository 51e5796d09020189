// RUN: %warplint %s --report-clean --sort=source --fail-on=never %stub | FileCheck %s
//
// A word that was loaded is loaded again only if a store in between may have
// changed it. What nvcc 13.0 issues for sm_90 stands beside each kernel.

// The second half of a scan: one LDS.64, one STS.64. temp[a] is not temp[b].
__global__ void swap(int *out) {
  __shared__ int temp[512];
  const int tid = threadIdx.x;
  temp[tid] = out[tid];
  __syncthreads();
  const int a = 2 * tid, b = 2 * tid + 1;
  const int t = temp[a];
  // CHECK: :[[@LINE-1]]:17: remark: conflict-free: these 2 loads are issued as one 64-bit load
  temp[a] = temp[b];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: these 2 stores are issued as one 64-bit store
  temp[b] += t;
  // CHECK: :[[@LINE-1]]:3: remark: the compiler removes this 32-bit load: its value is already in a register
  __syncthreads();
  out[tid] = temp[tid];
}

// Three LDS: temp[t + n] may be temp[t].
__global__ void unknown(float *out, int n) {
  __shared__ float temp[512];
  const int t = threadIdx.x;
  temp[t] = out[t];
  __syncthreads();
  const float x = temp[t];
  temp[t + n] = 2 * x;
  out[t] = x + temp[t];
  // CHECK: :[[@LINE-1]]:16: remark: conflict-free: this 32-bit load takes 1 wavefront
  __syncthreads();
  out[t + 256] = temp[t];
}

// The stride of the way down begins with what that of the way up ends with, so
// that the last turn has neighbors: one LDS.64, one STS.64 of it.
__global__ void scan(int *out) {
  constexpr int N = 512;
  __shared__ int temp[N];
  const int tid = threadIdx.x;
  temp[2 * tid] = out[2 * tid];
  temp[2 * tid + 1] = out[2 * tid + 1];
  int offset = 1;
  for (int d = N >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d)
      temp[offset * (2 * tid + 2) - 1] += temp[offset * (2 * tid + 1) - 1];
    offset *= 2;
  }
  if (tid == 0)
    temp[N - 1] = 0;
  for (int d = 1; d < N; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      const int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      const int t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
      // CHECK: :[[@LINE-1]]:7: remark: the compiler removes this 32-bit load
    }
  }
  __syncthreads();
  out[2 * tid] = temp[2 * tid];
  out[2 * tid + 1] = temp[2 * tid + 1];
}

// LDS.128: the length is loaded once, before the loop, which has four copies.
__global__ void counted(const int *in, int *out) {
  __shared__ int found[256];
  __shared__ int count;
  found[threadIdx.x] = in[threadIdx.x];
  count = in[1000];
  __syncthreads();
  for (int i = 0; i < count; ++i)
    // CHECK: :[[@LINE-1]]:23: remark: conflict-free: this 32-bit load takes 1 wavefront
    out[i] = found[i];
  // CHECK: :[[@LINE-1]]:14: remark: conflict-free: 4 iterations of this load are issued as one 128-bit load
}

// LDS: what the loop stores to may be the length.
__global__ void recounted(const int *in, int *out) {
  __shared__ int found[256];
  __shared__ int count;
  found[threadIdx.x] = in[threadIdx.x];
  count = in[1000];
  __syncthreads();
  for (int i = 0; i < count; ++i) {
    out[i] = found[i];
    // CHECK: :[[@LINE-1]]:14: remark: conflict-free: this 32-bit load
    if (in[i] > 3)
      count = 0;
  }
}
