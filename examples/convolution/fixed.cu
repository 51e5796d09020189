// The columns of a separable convolution: a block of 16 x 16 threads filters 16
// rows of 16 columns. It keeps them in shared memory column by column, with 8
// more rows above and below.

#include "../harness.h"

constexpr int Radius = 8;
constexpr int Tile = 16;

__constant__ float weights[2 * Radius + 1];

__global__ void convolveColumns(float *out, const float *in, int pitch) {
  __shared__ float columns[Tile][Tile + 2 * Radius + 2];

  const int x = blockIdx.x * Tile + threadIdx.x;
  const int first = blockIdx.y * Tile;
  for (int y = threadIdx.y; y < Tile + 2 * Radius; y += Tile)
    columns[threadIdx.x][y] = in[(first + y) * pitch + x];
  __syncthreads();

  float sum = 0;
  for (int i = 0; i <= 2 * Radius; ++i)
    sum += weights[i] * columns[threadIdx.x][threadIdx.y + i];
  out[(first + threadIdx.y) * pitch + x] = sum;
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 128);
  const int width = blocks * Tile;
  const int height = blocks * Tile;

  const std::vector<float> filter = randomFloats(2 * Radius + 1);
  check(cudaMemcpyToSymbol(weights, filter.data(),
                           filter.size() * sizeof(float)));
  const std::vector<float> in =
      randomFloats(size_t(width) * (height + 2 * Radius));
  std::vector<float> wanted(size_t(width) * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int i = 0; i <= 2 * Radius; ++i)
        wanted[y * width + x] += filter[i] * in[(y + i) * width + x];

  DeviceArray<float> deviceIn(in), out(wanted.size());
  const float time = bestMicroseconds([&] {
    convolveColumns<<<dim3(blocks, blocks), dim3(Tile, Tile)>>>(out, deviceIn,
                                                                width);
  });
  return report("convolution", time, out.toHost(), wanted, 1e-4);
}
