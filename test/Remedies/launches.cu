// A layout is one for all launches of a kernel: none of them pays more for the sake
// of the others.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: not %warplint --verbose --fix-style=expression %s %stub | FileCheck %s
// RUN: %warplint --fix --fail-on=never --fix-style=expression %t/a.cu %stub
// RUN: %warplint --verbose --fail-on=never %t/a.cu %stub 2>&1 | FileCheck %s --check-prefix=AFTER
//
// Steps of 32 meet in one bank, steps of 33 in none. The plain swizzle, column ^
// row, would swap the two.
__global__ void steps(float *out, int step) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32)
    s[i] = i;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * step];
}
// The least is 297, by an index of two dozen operators, which nobody would read.
// Written is what leaves 2 wavefronts in each of 8 warps, 16 + 288 + 1, of 8 * 32, as
// many stores (32 warps and 256), and the second launch's one.
//
// CHECK: help: suggested layout: XOR swizzle <4,0,6>, {{.*}}: 545 -> 305 wavefronts per block
// AFTER: 2-way bank conflict: this 32-bit load takes 2 wavefronts
// AFTER: with block (32,1,1), step = 33 from this launch: conflict-free

void run(float *out) {
  steps<<<1, dim3(32, 8)>>>(out, 32);
  steps<<<1, 32>>>(out, 33);
}
