// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// 1024 threads and loops whose iterations, one by one, are too much work: some stand for all.

#define TILE 32
// CHECK: "races": [

// Right: a barrier before the tiles are read, and one behind it.
// CHECK: "kernel": "product",
// CHECK-NEXT: "verdict": "race-free"
__global__ void product(float *c, const float *a, const float *b) {
  __shared__ float s[TILE][TILE], r[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float v = 0;
  for (int m = 0; m < 1024 / TILE; ++m) {
    s[y][x] = a[row * 1024 + m * TILE + x];
    r[y][x] = b[(m * TILE + y) * 1024 + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      v += s[y][k] * r[k][x];
    __syncthreads();
  }
  c[row * 1024 + col] = v;
}

// Race: a thread fills the tiles of the next iteration while others read.
// CHECK: "kernel": "oneBarrier",
// CHECK-NEXT: "verdict": "race"
__global__ void oneBarrier(float *c, const float *a, const float *b) {
  __shared__ float s[TILE][TILE], r[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float v = 0;
  for (int m = 0; m < 1024 / TILE; ++m) {
    s[y][x] = a[row * 1024 + m * TILE + x];
    r[y][x] = b[(m * TILE + y) * 1024 + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      v += s[y][k] * r[k][x];
  }
  c[row * 1024 + col] = v;
}

// Race: iteration 30 has no barrier behind it.
// CHECK: "kernel": "onceNone",
// CHECK-NOT: "verdict": "race-free"
// CHECK: "findings": [
__global__ void onceNone(float *c, const float *a, const float *b) {
  __shared__ float s[TILE][TILE], r[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float v = 0;
  for (int m = 0; m < 1024 / TILE; ++m) {
    s[y][x] = a[row * 1024 + m * TILE + x];
    r[y][x] = b[(m * TILE + y) * 1024 + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      v += s[y][k] * r[k][x];
    if (m != 30)
      __syncthreads();
  }
  c[row * 1024 + col] = v;
}

void run(float *p) {
  product<<<dim3(32, 32), dim3(TILE, TILE)>>>(p, p, p);
  oneBarrier<<<dim3(32, 32), dim3(TILE, TILE)>>>(p, p, p);
  onceNone<<<dim3(32, 32), dim3(TILE, TILE)>>>(p, p, p);
}
