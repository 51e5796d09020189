// The columns of a separable convolution: a block of 16 x 8 threads filters 16
// columns of 64 rows. It keeps them in shared memory column by column, with 8
// more rows above and below.

#include "../harness.h"

constexpr int Radius = 8;
constexpr int Columns = 16;
constexpr int Threads = 8;
constexpr int Rows = 64;

__constant__ float weights[2 * Radius + 1];

__global__ void convolveColumns(float *out, const float *in, int pitch) {
  __shared__ float column[Columns][Rows + 2 * Radius + 2];

  const int x = blockIdx.x * Columns + threadIdx.x;
  const int first = blockIdx.y * Rows;
  for (int y = threadIdx.y; y < Rows + 2 * Radius; y += Threads)
    column[threadIdx.x][y] = in[(first + y) * pitch + x];
  __syncthreads();

  for (int y = threadIdx.y; y < Rows; y += Threads) {
    float sum = 0;
    for (int i = 0; i <= 2 * Radius; ++i)
      sum += weights[i] * column[threadIdx.x][y + i];
    out[(first + y) * pitch + x] = sum;
  }
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 32);
  const int width = 4 * blocks * Columns;
  const int height = blocks * Rows;

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
    convolveColumns<<<dim3(width / Columns, blocks), dim3(Columns, Threads)>>>(
        out, deviceIn, width);
  });
  return report("convolution", time, out.toHost(), wanted, 1e-4);
}
