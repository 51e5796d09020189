// A macro that only casts the array: the index behind it is the user's.
//
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: FileCheck %s --input-file=%t/a.cu

#define AS_VEC(x) (reinterpret_cast<float4 *>(x))
__global__ void columns(const float4 *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  AS_VEC(s)[t] = in[t];
  // CHECK: AS_VEC(s)[t ^ ((t >> 3) & 7)] = in[t];
  __syncthreads();
  out[t] = s[t % 32 * 32 + t / 32];
  // CHECK: out[t] = s[t % 32 * 32 + ((t / 32) ^ (((t % 32) & 7) << 2))];
}
void run(const float4 *in, float *out) { columns<<<1, 256>>>(in, out); }
