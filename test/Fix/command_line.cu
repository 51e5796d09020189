// Indices that are right for one value of a macro may be wrong in another build
// of the file. Where the value is the file's own, it is known.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: cp %s %t/given.cu && not %warplint --fix --fix-style=expression %t/given.cu %stub -DPITCH=16 | FileCheck %s --check-prefix=GIVEN
// RUN: cmp %s %t/given.cu
// RUN: %without_checks %s > %t/given.cu && %warplint --fix %t/given.cu %stub -DPITCH=16
// RUN: FileCheck %s --input-file=%t/given.cu --check-prefix=PADDED

#ifndef PITCH
#define PITCH 32
#endif

__global__ void k(const float *in, float *out) {
  __shared__ float tile[32][PITCH];
  // PADDED: float tile[32][PITCH + 1];
  // GIVEN: note: cannot fix 'tile': an extent of 'tile' comes from the command line and may differ in other builds
  int x = threadIdx.x, y = threadIdx.y;
  tile[x][y] = in[y * 32 + x];
  // CHECK: tile[x][y ^ x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[y][x % PITCH];
}
void run(const float *in, float *out) { k<<<1, dim3(32, 16)>>>(in, out); }
