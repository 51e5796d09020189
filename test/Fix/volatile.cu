// An index that reads a volatile variable is evaluated once, as it was: two
// reads of it may differ. What it adds here is 0 whatever it holds.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cp %s %t/fixed.cu && %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu

#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))

__global__ void once(float *in, float *out, volatile int *seen) {
  __shared__ __align__(16) float bs[8][128];
  int t = threadIdx.x, tx = t % 16;
  FLOAT4(bs[t / 32][t % 32 * 4]) = FLOAT4(in[t * 4]);
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    float4 a = FLOAT4(bs[k][tx * 8 + 0 * *seen]);
    // CHECK: FLOAT4(bs[k][([](unsigned i) { return i ^ ((i >> 3) & 4); }(tx * 8 + 0 * *seen))]);
    out[k * 256 + t] = a.x;
  }
}

void run(float *in, float *out, int *seen) {
  once<<<1, 256>>>(in, out, seen);
}
