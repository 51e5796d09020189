// Running sums of a block's numbers: each step adds the sum that stands `step`
// places before. A thread may read what its neighbor has already changed.

#include "../harness.h"

constexpr int Threads = 256;

__global__ void scan(float *out, const float *in) {
  __shared__ float sums[Threads];
  const int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  for (int step = 1; step < Threads; step *= 2) {
    if (t >= step)
      sums[t] += sums[t - step];
    __syncthreads();
  }
  out[t] = sums[t];
}

int main() {
  const std::vector<float> in(Threads, 1.0f);
  DeviceArray<float> input(in), output(Threads);
  scan<<<1, Threads>>>(output, input);
  check(cudaDeviceSynchronize());
  const std::vector<float> out = output.toHost();
  for (int t = 0; t != Threads; ++t)
    if (out[t] != float(t + 1))
      return std::printf("sum %d is wrong\n", t), 1;
}
