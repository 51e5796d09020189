// RUN: not %warplint %s %stub 2>&1 | FileCheck %s
//
// A macro of a header that is not found may join the name of any kernel here. With a
// block of 8 x 4 rows of 65 words are 4-way, with whole rows they are free of
// conflicts; an undeclared name, on the other hand, is that of no kernel here.

__global__ void k_tile(float *o) {
  __shared__ float s[64][65];
  s[threadIdx.y][threadIdx.x] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
void run(float *o) { k_tile<<<1, dim3(32, 4)>>>(o); }
void runAny(float *o, int n) {
  MISSING_CAT(k_, tile)<<<1, dim3(n, 4)>>>(o);
  missing<<<1, 8>>>(o);
}
// CHECK: 2 unproven: the block shape is unknown
