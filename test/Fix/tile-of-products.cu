// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/a.cu && %warplint --fail-on=never --fix --assumed-fixes %t/a.cu %stub
// RUN: FileCheck %s --input-file=%t/a.cu
//
// Two tiles of dynamic memory, one read by broadcasts of 128 bits along its rows, one by
// columns. An XOR of the columns needs no more memory, but breaks these broadcasts up.
// Rows of 36 words keep them, and their columns go through all banks in groups of 4: it
// costs a quarter less, and the launch passes more.

constexpr int Rows = 32, K = 32;

__global__ void products(const float *a, const float *b, float *c, int n) {
  extern __shared__ float tiles[];
  float *as = tiles;
  float *bs = tiles + Rows * K;
  // CHECK: float *bs = tiles + Rows * (K + 4);
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += K) {
    as[y * K + x] = a[(blockIdx.y * Rows + y) * n + k + x];
    bs[y * K + x] = b[(blockIdx.x * Rows + y) * n + k + x];
    // CHECK: as[y * (K + 4) + x] = a
    // CHECK-NEXT: bs[y * (K + 4) + x] = b
    __syncthreads();
    for (int i = 0; i < K; ++i)
      sum += as[y * K + i] * bs[x * K + i];
    // CHECK: sum += as[y * (K + 4) + i] * bs[x * (K + 4) + i];
    __syncthreads();
  }
  c[(blockIdx.y * Rows + y) * n + blockIdx.x * Rows + x] = sum;
}

void run(const float *a, const float *b, float *c, int n) {
  products<<<dim3(n / Rows, n / Rows), dim3(32, 32), 2 * Rows * K * sizeof(float)>>>(a, b, c, n);
  // CHECK: 2 * Rows * (K + 4) * sizeof(float)
}
