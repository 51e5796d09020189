// A macro has the name of the array that it indexes: where it is called the array
// is used, in code that is compiled.
//
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: FileCheck %s --input-file=%t/a.cu

#define tile(i) tile[i]
// CHECK: #define tile(i) tile[tileIndex(i)]
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[1024];
  int x = threadIdx.x, y = threadIdx.y;
  tile(y * 32 + x) = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = tile(x * 32 + y);
}
void run(const float *in, float *out) {
  transpose<<<1, dim3(32, 32)>>>(in, out);
}
