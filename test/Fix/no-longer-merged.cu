// RUN: not %warplint --fix-dry-run %s %stub 2>&1 | FileCheck %s
//
// An edit must not cost more than before if the compiler merged the accesses of before,
// and those of the edit may stay apart.
//
// 8 warps load rows of 32 numbers of 2 bytes, 16 lanes in each of 2 banks: 16 wavefronts.
// The row is the same in each of the 16 rounds over the columns. Kept in registers it is
// loaded once, with the 128 stores and one wavefront for each number of the other tile:
// 8 * 32 * 16 + 8 * 16 * 32 + 128 = 8320. Two rows of 32 numbers padded by 4 leave 2
// wavefronts, but by an index that a function computes nothing is known to be kept:
// 8 * 16 * 32 * (2 + 1) + 128 = 12416.
//
// CHECK: cannot fix {{[0-9]}} finding{{s?}}; 'smem': padding of {{.*}}: in the edited source, it costs more than {{[0-9]+}} wavefronts per block if the compiler merges accesses
// CHECK-NOT: +++

constexpr int M = 64, N = 64, K = 32;

__global__ void product(const short *a, const short *b, float *c) {
  extern __shared__ short smem[];
  short *as = smem;
  short *bs = smem + M * K;
  int t = threadIdx.x;
  for (int i = t; i < M * K; i += 256)
    as[(i / K) * K + i % K] = a[i];
  for (int i = t; i < K * N; i += 256)
    bs[(i / N) * N + i % N] = b[i];
  __syncthreads();
  int row = t % 64;
  for (int column = t / 64; column < N; column += 4) {
    float sum = 0;
    for (int k = 0; k < K; ++k)
      sum += float(as[row * K + k]) * float(bs[k * N + column]);
    c[row * N + column] = sum;
  }
}
void run(const short *a, const short *b, float *c) {
  product<<<1, 256, (M * K + K * N) * sizeof(short)>>>(a, b, c);
}
