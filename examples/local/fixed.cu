// Sums over the last 32 numbers of each column: a thread keeps them in an array, the
// oldest of which it replaces.

#include "../harness.h"

constexpr int Columns = 128, Last = 32, Steps = 1024;

__global__ void sums(float *out, const float *in) {
  in += size_t(blockIdx.x) * Columns * Steps + threadIdx.x;
  out += size_t(blockIdx.x) * Columns * Steps + threadIdx.x;

  float ring[Last] = {};
  float sum = 0;
  for (int begin = 0; begin < Steps; begin += Last) {
#pragma unroll
    for (int i = 0; i < Last; ++i) {
      const float value = in[(begin + i) * Columns];
      sum += value - ring[i];
      ring[i] = value;
      out[(begin + i) * Columns] = sum;
    }
  }
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 264);

  const std::vector<float> in = randomFloats(size_t(blocks) * Columns * Steps);
  std::vector<float> wanted(in.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    const size_t step = i / Columns % Steps;
    for (size_t k = 0; k < Last && k <= step; ++k)
      wanted[i] += in[i - k * Columns];
  }

  DeviceArray<float> deviceIn(in), out(wanted.size());
  const float time =
      bestMicroseconds([&] { sums<<<blocks, Columns>>>(out, deviceIn); });
  return report("local", time, out.toHost(), wanted, 1e-3);
}
