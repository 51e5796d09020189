// Device functions that get the array: their indices, or their extents, change
// with it. Other functions of the same names do not.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: %without_checks %s > %t/padded.cu && %warplint --fix --fix-style=pad %t/padded.cu %stub
// RUN: FileCheck %s --check-prefix=PAD --input-file=%t/padded.cu

__device__ float column(float (&t)[32][32], int c) { return t[threadIdx.x][c]; }
// CHECK: float column(float (&t)[32][32], int c) { return t[threadIdx.x][c ^ threadIdx.x]; }
// PAD: float column(float (&t)[32][33], int c) { return t[threadIdx.x][c]; }

__device__ void fill(float t[][32], const float *in) {
  // CHECK: fill(float t[][32], const float *in)
  // PAD: fill(float t[][33], const float *in)
  t[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
  // CHECK: t[threadIdx.y][threadIdx.x ^ threadIdx.y] = in
}

__device__ float first(const float *p, int i) { return p[32 * i]; }
// CHECK: first(const float *p, int i) { return p[32 * i + i]; }

__global__ void tiles(const float *in, float *out) {
  __shared__ float tile[32][32];
  // CHECK: float tile[32][32];
  // PAD: float tile[32][33];
  fill(tile, in);
  __syncthreads();
  out[32 * threadIdx.y + threadIdx.x] = column(tile, threadIdx.y);
}

__global__ void pointer(const float *in, float *out) {
  __shared__ float flat[1024];
  // PAD: float flat[1056];
  // In row r, column 0 lies at column r, and element i at i ^ (i / 32).
  flat[threadIdx.x] = in[threadIdx.x];
  // CHECK: flat[threadIdx.x ^ (threadIdx.x >> 5)] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = first(flat, threadIdx.x % 32);
}

void run(const float *in, float *out) {
  tiles<<<1, dim3(32, 32)>>>(in, out);
  pointer<<<1, 1024>>>(in, out);
}
