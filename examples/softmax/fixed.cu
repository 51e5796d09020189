// Softmax of many short rows: a block brings 128 rows of 32 numbers into shared
// memory, and each thread takes one row.

#include "../harness.h"

constexpr int Rows = 128;
constexpr int Columns = 32;

__global__ void softmax(float *out, const float *in) {
  __shared__ float tile[Rows][Columns + 1];

  const size_t begin = size_t(blockIdx.x) * Rows * Columns;
  for (int i = threadIdx.x; i < Rows * Columns; i += Rows)
    tile[i / Columns][i % Columns] = in[begin + i];
  __syncthreads();

  float largest = -INFINITY;
  for (int column = 0; column < Columns; ++column)
    largest = fmaxf(largest, tile[threadIdx.x][column]);
  float sum = 0;
  for (int column = 0; column < Columns; ++column)
    sum += __expf(tile[threadIdx.x][column] - largest);
  for (int column = 0; column < Columns; ++column)
    tile[threadIdx.x][column] =
        __expf(tile[threadIdx.x][column] - largest) / sum;
  __syncthreads();

  for (int i = threadIdx.x; i < Rows * Columns; i += Rows)
    out[begin + i] = tile[i / Columns][i % Columns];
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 2048);

  const std::vector<float> in = randomFloats(size_t(blocks) * Rows * Columns);
  std::vector<float> wanted(in.size());
  for (size_t row = 0; row < in.size(); row += Columns) {
    const float largest = *std::max_element(&in[row], &in[row] + Columns);
    float sum = 0;
    for (int column = 0; column < Columns; ++column)
      sum += std::exp(in[row + column] - largest);
    for (int column = 0; column < Columns; ++column)
      wanted[row + column] = std::exp(in[row + column] - largest) / sum;
  }

  DeviceArray<float> deviceIn(in), out(in.size());
  const float time =
      bestMicroseconds([&] { softmax<<<blocks, Rows>>>(out, deviceIn); });
  return report("softmax", time, out.toHost(), wanted, 1e-5);
}
