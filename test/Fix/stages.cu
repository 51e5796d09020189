// Stages of a pipeline take turns in a loop of unknown length: two iterations
// show what all others do.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fix --fix-style=expression %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu
// RUN: not %warplint %s %stub | FileCheck %s --check-prefix=TOLD
//
// The stage is the lowest bit of the counter. In each of 16 rounds, which an
// unknown loop counts as, 32 warps store a row and load a column of 32 words of
// one bank: 16 * (32 + 32 * 32); the store before the loop adds 32.
// TOLD: suggested layout: XOR swizzle <5,0,5>, 'modulo[i][j][k ^ j]': about 16928 -> 1056 wavefronts per block
__global__ void remainder(const float *in, float *out, int n) {
  __shared__ float modulo[2][32][32];
  int x = threadIdx.x, y = threadIdx.y;
  modulo[0][y][x] = in[y * 32 + x];
  // CHECK: modulo[0][y][x ^ y] = in[y * 32 + x];
  for (int k = 0; k < n; ++k) {
    int stage = k % 2;
    modulo[1 - stage][y][x] = in[k * 1024 + y * 32 + x];
    // CHECK: modulo[1 - stage][y][x ^ y] =
    __syncthreads();
    out[k * 1024 + y * 32 + x] = modulo[stage][x][y];
    // CHECK: = modulo[stage][x][y ^ x];
  }
}

// Carried along.
__global__ void toggled(const float *in, float *out, int n) {
  __shared__ float flip[2][32][32];
  int x = threadIdx.x, y = threadIdx.y, stage = 0;
  for (int k = 0; k < n; ++k) {
    flip[stage][y][x] = in[k * 1024 + y * 32 + x];
    // CHECK: flip[stage][y][x ^ y] =
    __syncthreads();
    out[k * 1024 + y * 32 + x] = flip[stage][x][y];
    // CHECK: = flip[stage][x][y ^ x];
    stage ^= 1;
  }
}

// Three of them, two iterations ahead, and only while there is a tile left.
__global__ void ahead(const float *in, float *out, int n) {
  __shared__ float ring[3][32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < n; ++k) {
    if (k + 2 < n)
      ring[(k + 2) % 3][y][x] = in[k * 1024 + y * 32 + x];
    // CHECK: ring[(k + 2) % 3][y][x ^ y] =
    __syncthreads();
    out[k * 1024 + y * 32 + x] = ring[k % 3][x][y];
    // CHECK: = ring[k % 3][x][y ^ x];
  }
}

void run(const float *in, float *out, int n) {
  remainder<<<1, dim3(32, 32)>>>(in, out, n);
  toggled<<<1, dim3(32, 32)>>>(in, out, n);
  ahead<<<1, dim3(32, 32)>>>(in, out, n);
}
