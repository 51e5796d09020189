// Requests that a loop repeats: how many rounds it has is computed, not tried,
// and what the compiler moves before the loop is issued once.
//
// RUN: not %warplint %s %stub | FileCheck %s

// The load is moved before the loop: 32 wavefronts of each of 8 warps and 8 for
// the store are 264. An XOR leaves 8 and 8.
__global__ void once(float *out, int n) {
  __shared__ float s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += s[threadIdx.x * 32 % 1024];
  out[threadIdx.x] = sum;
}
// CHECK: help: suggested layout: XOR swizzle <5,0,5>, 's[i ^ (i >> 5)]': 264 -> 16 wavefronts per block (optimal, no extra memory)

// Two words in turn, 100,000 times: 8 warps of 32 wavefronts, and the store.
__global__ void inTurn(float *out, int n) {
  __shared__ float t[1024];
  t[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += t[threadIdx.x * 32 % 1024 + i % 2];
  out[threadIdx.x] = sum;
}
// CHECK: help: suggested layout: XOR swizzle <5,0,5>, 't[i ^ (i >> 5)]': 25600008 -> 800008 wavefronts per block (optimal, no extra memory)

// Four loads of neighbours are one of 16 bytes, once: 8 wavefronts of each of 8
// warps; and 64 stores. Lanes 32 bytes apart need 4.
__global__ void joined(float *out) {
  __shared__ float u[2048];
  for (int i = 0; i < 8; ++i)
    u[threadIdx.x + 256 * i] = threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 100; i++)
    sum += u[threadIdx.x * 8] + u[threadIdx.x * 8 + 1] + u[threadIdx.x * 8 + 2] + u[threadIdx.x * 8 + 3] * i;
  out[threadIdx.x] = sum;
}
// CHECK: help: suggested layout: padding of 4 after every 32 elements, 'u[2304], u[i + i / 32 * 4]': 128 -> 96 wavefronts per block (optimal, 1,024 bytes more)

void run(float *out) {
  once<<<1, 256>>>(out, 10000);
  inTurn<<<1, 256>>>(out, 100000);
  joined<<<1, 256>>>(out);
}
