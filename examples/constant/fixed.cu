// A filter over rows of 256 numbers that are joined at their ends, with 64 weights for
// each place: those of place x begin at weight x of a table.

#include "../harness.h"

constexpr int Width = 256, Taps = 64;

__device__ float table[Width];

__global__ void filter(float *out, const float *in) {
  __shared__ float line[Width], weight[Width];
  const unsigned x = threadIdx.x;

  line[x] = in[blockIdx.x * Width + x];
  weight[x] = table[x];
  __syncthreads();

  float sum = 0;
  for (unsigned k = 0; k < Taps; ++k)
    sum += line[(x + k) % Width] * weight[(x + k) % Width];
  out[blockIdx.x * Width + x] = sum;
}

int main(int argc, char **argv) {
  const int rows = blocksFrom(argc, argv, 4096);

  const std::vector<float> weights = randomFloats(Width),
                           in = randomFloats(size_t(rows) * Width);
  std::vector<float> wanted(in.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    const size_t row = i / Width * Width;
    for (size_t k = 0; k < Taps; ++k)
      wanted[i] += in[row + (i + k) % Width] * weights[(i + k) % Width];
  }

  check(cudaMemcpyToSymbol(table, weights.data(), sizeof table));
  DeviceArray<float> deviceIn(in), out(wanted.size());
  const float time =
      bestMicroseconds([&] { filter<<<rows, Width>>>(out, deviceIn); });
  return report("constant", time, out.toHost(), wanted, 1e-4);
}
