// Softmax of many rows of 64 numbers: a block brings 32 rows into shared
// memory, and four threads share a row, each taking every fourth number.

#include "../harness.h"

constexpr int Rows = 32;
constexpr int Columns = 64;
constexpr int Parts = 4;

__global__ void softmax(float *out, const float *in) {
  __shared__ float tile[Rows][Columns + 1];
  __shared__ float partial[Parts][Rows];

  const int thread = threadIdx.y * Rows + threadIdx.x;
  const size_t begin = size_t(blockIdx.x) * Rows * Columns;
  for (int i = thread; i < Rows * Columns; i += Rows * Parts)
    tile[i / Columns][i % Columns] = in[begin + i];
  __syncthreads();

  float largest = -INFINITY;
  for (int i = 0; i < Columns; i += Parts)
    largest = fmaxf(largest, tile[threadIdx.x][i + threadIdx.y]);
  partial[threadIdx.y][threadIdx.x] = largest;
  __syncthreads();
  for (int part = 0; part < Parts; ++part)
    largest = fmaxf(largest, partial[part][threadIdx.x]);
  __syncthreads();

  float sum = 0;
  for (int i = 0; i < Columns; i += Parts) {
    const float power = __expf(tile[threadIdx.x][i + threadIdx.y] - largest);
    tile[threadIdx.x][i + threadIdx.y] = power;
    sum += power;
  }
  partial[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  sum = 0;
  for (int part = 0; part < Parts; ++part)
    sum += partial[part][threadIdx.x];

  for (int i = 0; i < Columns; i += Parts)
    tile[threadIdx.x][i + threadIdx.y] /= sum;
  __syncthreads();
  for (int i = thread; i < Rows * Columns; i += Rows * Parts)
    out[begin + i] = tile[i / Columns][i % Columns];
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 4096);

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
  const float time = bestMicroseconds(
      [&] { softmax<<<blocks, dim3(Rows, Parts)>>>(out, deviceIn); });
  return report("softmax", time, out.toHost(), wanted, 1e-5);
}
