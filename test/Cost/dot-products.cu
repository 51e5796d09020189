// Dot products of bytes are instructions of the pipe 'fma': 8 warps with 4 of them.
//
// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s

// CHECK: cost of 'dots'
// CHECK: line [[#@LINE+6]] {{.*}}fma  32 warp instructions
__global__ void dots(int *x, int a, int b) {
  int sum = x[threadIdx.x];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    // The same line for all four.
    asm("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a + k), "r"(b));
  x[threadIdx.x] = sum;
}

void run(int *x, int a, int b) { dots<<<64, 256>>>(x, a, b); }
