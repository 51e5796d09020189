// C = A * B^T in single precision, as in the scores of attention: the rows of
// both matrices lie one behind the other. A block of 16 x 16 threads computes
// 64 x 64 elements, 4 x 4 a thread; it transposes the tiles when it stores
// them, so that a thread reads four numbers at a time.

#include "../harness.h"

constexpr int Tile = 64;
constexpr int Depth = 16;
constexpr int PerThread = 4;
constexpr int Side = Tile / PerThread;

__global__ void sgemm(float *c, const float *a, const float *b, int n,
                      int depth) {
  __shared__ float as[Depth][Tile];
  __shared__ float bs[Depth][Tile];

  const int firstRow = blockIdx.y * Tile;
  const int firstColumn = blockIdx.x * Tile;
  const int thread = threadIdx.y * Side + threadIdx.x;

  float sums[PerThread][PerThread] = {};
  for (int begin = 0; begin < depth; begin += Depth) {
    for (int i = thread; i < Tile * Depth; i += Side * Side) {
      const int row = i / Depth;
      const int k = i % Depth;
      as[k][row] = a[(firstRow + row) * depth + begin + k];
      bs[k][row] = b[(firstColumn + row) * depth + begin + k];
    }
    __syncthreads();

    for (int k = 0; k < Depth; ++k) {
      const float4 x =
          *reinterpret_cast<float4 *>(&as[k][threadIdx.y * PerThread]);
      const float4 y =
          *reinterpret_cast<float4 *>(&bs[k][threadIdx.x * PerThread]);
      const float xs[PerThread] = {x.x, x.y, x.z, x.w};
      const float ys[PerThread] = {y.x, y.y, y.z, y.w};
      for (int i = 0; i < PerThread; ++i)
        for (int j = 0; j < PerThread; ++j)
          sums[i][j] += xs[i] * ys[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < PerThread; ++i)
    for (int j = 0; j < PerThread; ++j)
      c[(firstRow + threadIdx.y * PerThread + i) * n + firstColumn +
        threadIdx.x * PerThread + j] = sums[i][j];
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 16);
  const int n = blocks * Tile;
  const int depth = 256;

  const std::vector<float> a = randomFloats(size_t(n) * depth);
  const std::vector<float> b = randomFloats(size_t(n) * depth);
  std::vector<float> wanted(size_t(n) * n);
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[column * depth + k];
      wanted[row * n + column] = sum;
    }

  DeviceArray<float> deviceA(a), deviceB(b), c(wanted.size());
  const float time = bestMicroseconds([&] {
    sgemm<<<dim3(blocks, blocks), dim3(Side, Side)>>>(c, deviceA, deviceB, n,
                                                      depth);
  });
  return report("sgemm", time, c.toHost(), wanted, 1e-3);
}
