// Each thread scales its own numbers of a tile: no thread reads what another thread has
// written.

#include "../harness.h"

constexpr int Threads = 256;

__global__ void scale(float *out, const float *in) {
  __shared__ float tile[4][Threads];
  const int t = threadIdx.x;
  for (int row = 0; row != 4; ++row)
    tile[row][t] = in[row * Threads + t];
  float largest = 0;
  for (int row = 0; row != 4; ++row)
    largest = fmaxf(largest, fabsf(tile[row][t]));
  for (int row = 0; row != 4; ++row)
    out[row * Threads + t] = tile[row][t] / largest;
}

int main() {
  const std::vector<float> in = randomFloats(4 * Threads);
  DeviceArray<float> input(in), output(in.size());
  scale<<<1, Threads>>>(output, input);
  check(cudaDeviceSynchronize());
  const std::vector<float> out = output.toHost();
  for (float number : out)
    if (!(std::fabs(number) <= 1))
      return std::printf("%f is too large\n", number), 1;
}
