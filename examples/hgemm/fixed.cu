// C = A * B^T in half precision on the tensor cores: cp.async brings the tiles
// of the next step while ldmatrix and mma.sync work on those of this one. Four
// warps compute 64 x 64 elements, 32 x 32 a warp.

#include "../harness.h"

#include <cuda_fp16.h>

constexpr int Tile = 64;
constexpr int Depth = 32;
constexpr int Threads = 128;

__device__ void copyAsync(half *to, const half *from) {
  const unsigned address = __cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address),
               "l"(from)
               : "memory");
}

__device__ void loadMatrices(unsigned (&matrices)[4], const half *row) {
  const unsigned address = __cvta_generic_to_shared(row);
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]),
        "=r"(matrices[3])
      : "r"(address)
      : "memory");
}

__device__ void multiply(float (&sums)[4], const unsigned (&a)[4], unsigned b0,
                         unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ void hgemm(float *c, const half *a, const half *b, int n,
                      int depth) {
  // Column c of row r of plane p of as lies at c ^ ((r & 6) << 2). Bank conflicts: 4608 -> 1536
  // wavefronts per block.
  __shared__ __align__(128) half as[2][Tile][Depth];
  // Column c of row r of plane p of bs lies at c ^ ((r & 6) << 2). Bank conflicts: 4608 -> 1536
  // wavefronts per block.
  __shared__ __align__(128) half bs[2][Tile][Depth];

  const int firstRow = blockIdx.y * Tile;
  const int firstColumn = blockIdx.x * Tile;
  const int lane = threadIdx.x % 32;
  const int warpRow = threadIdx.x / 64 * 32;
  const int warpColumn = threadIdx.x / 32 % 2 * 32;

  float sums[2][4][4] = {};
  for (int step = 0; step <= depth / Depth; ++step) {
    if (step < depth / Depth)
      for (int i = threadIdx.x; i < Tile * Depth / 8; i += Threads) {
        const int row = i / (Depth / 8);
        const int k = i % (Depth / 8) * 8;
        copyAsync(&as[step % 2][row][k ^ ((row & 6) << 2)],
                  &a[(firstRow + row) * depth + step * Depth + k]);
        copyAsync(&bs[step % 2][row][k ^ ((row & 6) << 2)],
                  &b[(firstColumn + row) * depth + step * Depth + k]);
      }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (step == 0)
      continue;
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();

    const int ready = (step - 1) % 2;
    for (int k = 0; k < Depth; k += 16) {
      unsigned x[2][4];
      unsigned y[2][4];
      for (int i = 0; i < 2; ++i) {
        const int row = warpRow + i * 16 + lane % 16;
        loadMatrices(x[i],
                     &as[ready][row][(k + lane / 16 * 8) ^ ((row & 6) << 2)]);
        const int column = warpColumn + i * 16 + lane / 16 * 8 + lane % 8;
        loadMatrices(
            y[i],
            &bs[ready][column][(k + lane / 8 % 2 * 8) ^ ((column & 6) << 2)]);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
          multiply(sums[i][j], x[i], y[j / 2][j % 2 * 2],
                   y[j / 2][j % 2 * 2 + 1]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      for (int part = 0; part < 2; ++part) {
        const int row = firstRow + warpRow + i * 16 + part * 8 + lane / 4;
        const int column = firstColumn + warpColumn + j * 8 + lane % 4 * 2;
        c[row * n + column] = sums[i][j][part * 2];
        c[row * n + column + 1] = sums[i][j][part * 2 + 1];
      }
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 16);
  const int n = blocks * Tile;
  const int depth = 512;

  // What the host multiplies is rounded, too.
  std::vector<float> a = randomFloats(size_t(n) * depth);
  std::vector<float> b(a.rbegin(), a.rend());
  std::vector<half> halfA(a.size()), halfB(b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = halfA[i] = __float2half(a[i]);
    b[i] = halfB[i] = __float2half(b[i]);
  }
  std::vector<float> wanted(size_t(n) * n);
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[column * depth + k];
      wanted[row * n + column] = sum;
    }

  DeviceArray<half> deviceA(halfA), deviceB(halfB);
  DeviceArray<float> c(wanted.size());
  const float time = bestMicroseconds([&] {
    hgemm<<<dim3(blocks, blocks), Threads>>>(c, deviceA, deviceB, n, depth);
  });
  return report("hgemm", time, c.toHost(), wanted, 1e-2);
}
