// The block comes from a variable that nobody knows. The edit is for the block that
// is assumed, as for a kernel that nobody launches, and the text says so; in blocks
// of half warps the edited tile would still conflict.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: %warplint --fix-style=pad --fix --fail-on=never %t/a.cu %stub | FileCheck %s --check-prefix=SAID
// RUN: %without_checks %t/a.cu | FileCheck %s
// SAID: help: suggested layout (assumed): padding of 1 after every 32 elements, 'tile[32][33]': 1056 -> 64 wavefronts per block of 32 x 32 x 1 threads
__global__ void transpose(float *out, const float *in, int n) {
  // CHECK: __shared__ float tile[32][33];
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

extern dim3 threads;
void run(float *o, const float *i, int n) { transpose<<<n, threads>>>(o, i, n); }
