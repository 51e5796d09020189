// An index that reads a volatile variable is evaluated once, as it was: two
// reads of it may differ. What it adds here is 0 whatever it holds.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu

#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))

// 8 warps store a row of vectors in 4 wavefronts. Vectors that are 32 bytes
// apart are in every other group of four banks, so that of the 16 that a warp
// reads, eight at a time, two and two meet: 8 wavefronts instead of 4, 8 times.
// Bit 2 of the column, XORed with bit 5, tells apart those that meet:
// 8 * 4 + 8 * 8 * 8 = 544 wavefronts before, 8 * 4 + 8 * 8 * 4 = 288 after.
//
// CHECK: {{^}}// Where a column of bs lies in its row. Bank conflicts: 544 -> 288 wavefronts per block.
// CHECK-NEXT: {{^}}__device__ inline unsigned bsColumn(unsigned column) { return column ^ ((column >> 3) & 4); }
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}__global__ void once(

__global__ void once(float *in, float *out, volatile int *seen) {
  __shared__ __align__(16) float bs[8][128];
  int t = threadIdx.x, tx = t % 16;
  FLOAT4(bs[t / 32][t % 32 * 4]) = FLOAT4(in[t * 4]);
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    float4 a = FLOAT4(bs[k][tx * 8 + 0 * *seen]);
    // CHECK: FLOAT4(bs[k][bsColumn(tx * 8 + 0 * *seen)]);
    out[k * 256 + t] = a.x;
  }
}

void run(float *in, float *out, int *seen) {
  once<<<1, 256>>>(in, out, seen);
}
