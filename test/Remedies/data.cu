// An index that is data, or hangs on a loop of unknown length, is rewritten as
// all others are: the new place is a function of the old index.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/fixed.cu
// RUN: not %warplint --fix --fix-style=expression %t/fixed.cu %stub | FileCheck %s
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t/fixed.cu

// nvcc unrolls the loop and joins four stores each: 8 requests in which all 32
// lanes meet in the same four banks, 32 wavefronts each. With element i at
// i ^ (i >> 5) nothing is joined: 32 requests of one wavefront. The load goes
// anywhere before and after.
__global__ void lookup(float *out, const float *in, const int *which) {
  __shared__ float a[32 * 32];
  // CHECK: help: suggested layout: XOR swizzle <5,0,5>, 'a[i ^ (i >> 5)]': about 256 -> 32 wavefronts per block (no extra memory)
  for (int r = 0; r < 32; ++r)
    a[threadIdx.x * 32 + r] = in[threadIdx.x * 32 + r];
  __syncthreads();
  out[threadIdx.x] = a[which[threadIdx.x]];
  // FIXED: aIndex(which[threadIdx.x])
}

// What an index comes to is computed for each of its elements. Here one of them
// is evaluated twice, and has a side effect: nothing is edited.
__global__ void counted(float *out, const float *in, int *next) {
  __shared__ float b[32][32];
  b[threadIdx.x][threadIdx.y] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = b[atomicAdd(next, 1) & 31][threadIdx.x];
  // FIXED: = b[atomicAdd(next, 1) & 31][threadIdx.x];
}

void run(float *out, const float *in, int *at) {
  lookup<<<1, 32>>>(out, in, at);
  counted<<<1, dim3(32, 32)>>>(out, in, at);
}
