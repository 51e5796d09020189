// Every iteration stores again what it stored before: L1 writes through to L2.
// (1,024 x 1,024 integers multiplied with "c[...] += a[...] * b[...]" in the loop, on an
// H200: 138,209 sectors a block of 32 x 32 in L2, 131,072 of them stores.)
//
// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s

// 'c' may be 'a': it is stored in each of 64 iterations, 8 warps of 4 sectors: 2,048. Loads
// ask L2 once for its 32 and the 8 of 'a'.
// CHECK: cost of 'sumsInMemory'
// CHECK: line [[#@LINE+5]] {{.*}}l2  2,088 sectors
__global__ void sumsInMemory(int *c, const int *a) {
  c[threadIdx.x] = 0;
  #pragma unroll 1
  for (int k = 0; k < 64; ++k)
    c[threadIdx.x] += a[k];
}

void run(int *c, const int *a) { sumsInMemory<<<64, 256>>>(c, a); }
