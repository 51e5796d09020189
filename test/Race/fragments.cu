// REQUIRES: cuda-toolkit
// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s -- -std=c++17 --cuda-gpu-arch=sm_90 | %races | FileCheck %s
//
// Fragments of WMMA. Which lane has which element PTX does not say: whoever reads what a fragment's store
// has written, or writes what its load reads, needs a barrier of the warp, or of the block for other warps.
// Some bytes of a fragment are enough for a race. A proof takes all of shared memory for a store's bytes.

#include <mma.h>
using namespace nvcuda;
using Result = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;

__global__ void storeThenLoad(float *out) { // CHECK: "storeThenLoad": "race"
  __shared__ float s[256];
  Result f;
  wmma::fill_fragment(f, 1.0f);
  wmma::store_matrix_sync(s, f, 16, wmma::mem_row_major);
  out[threadIdx.x] = s[threadIdx.x];
}

// The lanes have met.
__global__ void storeMeetLoad(float *out) { // CHECK: "storeMeetLoad": "unproven"
  __shared__ float s[256];
  Result f;
  wmma::fill_fragment(f, 1.0f);
  wmma::store_matrix_sync(s, f, 16, wmma::mem_row_major);
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

// Another warp's tile, for which its lanes alone have met.
__global__ void otherWarp(float *out) { // CHECK: "otherWarp": "race"
  __shared__ float s[2][256];
  Result f;
  wmma::fill_fragment(f, 1.0f);
  wmma::store_matrix_sync(s[threadIdx.x / 32], f, 16, wmma::mem_row_major);
  __syncwarp();
  out[threadIdx.x] = s[1 - threadIdx.x / 32][threadIdx.x % 32];
}

__global__ void otherWarpOrdered(float *out) { // CHECK: "otherWarpOrdered": "unproven"
  __shared__ float s[2][256];
  Result f;
  wmma::fill_fragment(f, 1.0f);
  wmma::store_matrix_sync(s[threadIdx.x / 32], f, 16, wmma::mem_row_major);
  __syncthreads();
  out[threadIdx.x] = s[1 - threadIdx.x / 32][threadIdx.x % 32];
}

// The tile is loaded before other lanes have filled it.
__global__ void fillThenLoad(half *out, const half *in) { // CHECK: "fillThenLoad": "race"
  __shared__ half s[256];
  for (int i = threadIdx.x; i < 256; i += 32)
    s[i] = in[i];
  Left a;
  wmma::load_matrix_sync(a, s, 16);
  out[threadIdx.x] = a.x[0];
}

__global__ void fillMeetLoad(half *out, const half *in) { // CHECK: "fillMeetLoad": "race-free"
  __shared__ half s[256];
  for (int i = threadIdx.x; i < 256; i += 32)
    s[i] = in[i];
  __syncwarp();
  Left a;
  wmma::load_matrix_sync(a, s, 16);
  out[threadIdx.x] = a.x[0];
}

// The next tile is filled while slow warps load this one.
__global__ void noSecondBarrier(float *out, const half *in, int n) { // CHECK: "noSecondBarrier": "race"
  __shared__ half s[256];
  Left a;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    for (int i = threadIdx.x; i < 256; i += 64)
      s[i] = in[256 * k + i];
    __syncthreads();
    wmma::load_matrix_sync(a, s, 16);
    sum += float(a.x[0]);
  }
  out[threadIdx.x] = sum;
}

__global__ void twoBarriers(float *out, const half *in, int n) { // CHECK: "twoBarriers": "race-free"
  __shared__ half s[256];
  Left a;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    for (int i = threadIdx.x; i < 256; i += 64)
      s[i] = in[256 * k + i];
    __syncthreads();
    wmma::load_matrix_sync(a, s, 16);
    sum += float(a.x[0]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

void run(float *f, half *h, int n) {
  storeThenLoad<<<1, 32>>>(f);
  storeMeetLoad<<<1, 32>>>(f);
  otherWarp<<<1, 64>>>(f);
  otherWarpOrdered<<<1, 64>>>(f);
  fillThenLoad<<<1, 32>>>(h, h);
  fillMeetLoad<<<1, 32>>>(h, h);
  noSecondBarrier<<<1, 64>>>(f, h, n);
  twoBarriers<<<1, 64>>>(f, h, n);
}
