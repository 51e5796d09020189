// One step of a wave on a plane, by differences of eighth order: a block of 16
// x 16 threads keeps its tile and 4 cells on each side of it in shared memory.

#include "../harness.h"

constexpr int Tile = 16;
constexpr int Radius = 4;
constexpr int Width = Tile + 2 * Radius;

__constant__ float weights[Radius + 1];

__global__ void wave(float *out, const float *in, int pitch) {
  __shared__ float cells[Width][Width + 24];

  in += blockIdx.y * Tile * pitch + blockIdx.x * Tile;
  for (int y = threadIdx.y; y < Width; y += Tile)
    for (int x = threadIdx.x; x < Width; x += Tile)
      cells[y][x] = in[y * pitch + x];
  __syncthreads();

  const int x = threadIdx.x + Radius;
  const int y = threadIdx.y + Radius;
  float sum = weights[0] * cells[y][x];
  for (int i = 1; i <= Radius; ++i)
    sum += weights[i] * (cells[y - i][x] + cells[y + i][x] + cells[y][x - i] +
                         cells[y][x + i]);
  out += blockIdx.y * Tile * pitch + blockIdx.x * Tile;
  out[y * pitch + x] = sum;
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 128);
  const int n = blocks * Tile;
  const int pitch = n + 2 * Radius;

  const float factors[] = {-5.694444f, 1.6f, -0.2f, 0.02539683f, -0.001785714f};
  check(cudaMemcpyToSymbol(weights, factors, sizeof(factors)));
  const std::vector<float> in = randomFloats(size_t(pitch) * pitch);
  std::vector<float> wanted(in.size());
  for (int y = Radius; y < n + Radius; ++y)
    for (int x = Radius; x < n + Radius; ++x) {
      const float *cell = &in[y * pitch + x];
      float sum = factors[0] * *cell;
      for (int i = 1; i <= Radius; ++i)
        sum += factors[i] *
               (cell[-i * pitch] + cell[i * pitch] + cell[-i] + cell[i]);
      wanted[y * pitch + x] = sum;
    }

  DeviceArray<float> deviceIn(in), out(in.size());
  const float time = bestMicroseconds([&] {
    wave<<<dim3(blocks, blocks), dim3(Tile, Tile)>>>(out, deviceIn, pitch);
  });
  return report("stencil", time, out.toHost(), wanted, 1e-4);
}
