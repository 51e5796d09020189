// Rows of an unknown length have no layout, but of an odd length they have no
// conflicts: 32 lanes, an odd number of words apart, are in 32 banks.
//
// RUN: not %warplint %s %stub | FileCheck %s --implicit-check-not='an odd length of rows'

__global__ void rows(float *out, const float *in, int d) {
  extern __shared__ float a[];
  // CHECK: [[@LINE-1]]:27: help: suggested layout: an odd length of rows in 'a', 'd | 1' instead of 'd'; no access conflicts then
  for (int i = 0; i < d; ++i)
    a[threadIdx.x * d + i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < d; ++i)
    sum += a[threadIdx.x * d + i] * in[i];
  out[threadIdx.x] = sum;
}

// Rows that are 2 * d long are in every other bank: 2-way, with an odd d, too.
__global__ void even(float *out, const float *in, int d) {
  extern __shared__ float b[];
  b[threadIdx.x * 2 * d] = in[0];
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x * d];
}

// Vectors would no longer be aligned.
__global__ void vectors(float *out, const float4 *in, int d) {
  extern __shared__ float4 v[];
  float *c = reinterpret_cast<float *>(v);
  v[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x * d];
}

// What one access costs is unknown.
__global__ void data(float *out, const int *in, int d) {
  extern __shared__ float e[];
  e[in[threadIdx.x]] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x * d];
}

void run(float *o, const float *i, const float4 *v, const int *n, int d) {
  rows<<<1, 32, 32 * d * 4>>>(o, i, d);
  even<<<1, 32, 64 * d * 4>>>(o, i, d);
  vectors<<<1, 32, 32 * d * 4>>>(o, v, d);
  data<<<1, 32, 32 * d * 4>>>(o, n, d);
}
