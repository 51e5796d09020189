// RUN: not %warplint %s %stub | FileCheck %s
//
// A 128-bit store keeps four floats together, in 4 wavefronts. Under no layout has
// s[4 * lane] more than 8 banks to go to: 32 words, 4 wavefronts. That bound is one
// of each access, and holds however often it is executed.
__device__ void put(float *s, const float4 *in) {
  *reinterpret_cast<float4 *>(&s[4 * threadIdx.x]) = in[threadIdx.x];
}

__global__ void counted(float *out, const float4 *in) {
  __shared__ alignas(16) float s[128];
  // CHECK: [[@LINE-1]]:32: note: no layout of 's' needs fewer than 8 wavefronts per block (proven)
  put(s, in);
  __syncwarp();
  out[threadIdx.x] = s[4 * threadIdx.x];
}

// A condition that is unknown.
__global__ void guarded(float *out, const float4 *in, int n) {
  __shared__ alignas(16) float s[128];
  // CHECK: [[@LINE-1]]:32: note: no layout of 's' makes its proven accesses cheaper (proven)
  *reinterpret_cast<float4 *>(&s[4 * threadIdx.x]) = in[threadIdx.x];
  __syncwarp();
  if (n > 3)
    out[threadIdx.x] = s[4 * threadIdx.x];
}

// No launch: one warp fills the array.
__global__ void launched(float *out, const float4 *in) {
  __shared__ alignas(16) float s[128];
  // CHECK: [[@LINE-1]]:32: note: no layout of 's' needs fewer than 8 wavefronts per block of 32 x 1 x 1 threads (proven)
  put(s, in);
  __syncwarp();
  out[threadIdx.x] = s[4 * threadIdx.x];
}

void run(float *o, const float4 *i, int n) {
  counted<<<1, 32>>>(o, i);
  guarded<<<1, 32>>>(o, i, n);
}
