// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// A kernel with a barrier for the block is for blocks of several warps.

// Race from two warps on: in the next iteration a warp stores its sum while
// another one still reads all of them.
// CHECK: "sums": "race"
__global__ void sums(float *out, const float *in, int n) {
  __shared__ float s[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int row = 0; row < n; ++row) {
    if (lane == 0)
      s[warp] = in[row * 32 + warp];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < blockDim.x / 32; ++i)
      sum += s[i];
    out[row * blockDim.x + threadIdx.x] = sum;
  }
}

// Race in all blocks, but no barrier says how many warps there are: in a block of
// one warp there is none.
// CHECK: "apart": "{{race-free|unproven}}"
__global__ void apart(float *out) {
  __shared__ float s[64];
  if (threadIdx.x == 0)
    s[0] = 1;
  if (threadIdx.x == 32)
    out[0] = s[0];
}
