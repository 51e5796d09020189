// REQUIRES: host-compiler
//
// What --fix-style=helper writes compiles with the include folder that docs/fixes.md
// names, and not without; warplint itself needs none.
//
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/a.cu
// RUN: %warplint --fix --fix-style=helper %t/a.cu %stub
// RUN: %warplint %t/a.cu %stub | count 0
// RUN: %cxx -x cuda --cuda-device-only -fsyntax-only %stub_flags -I %include %t/a.cu
// RUN: not %cxx -x cuda --cuda-device-only -fsyntax-only %stub_flags %t/a.cu 2>&1 | FileCheck %s
// CHECK: error: 'warplint/swizzle.h' file not found

__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(const float *in, float *out) { transpose<<<1, dim3(32, 32)>>>(in, out); }
