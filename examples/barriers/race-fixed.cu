// Running sums of a block's numbers, with a barrier between the load and the
// store of a step.

#include "../harness.h"

constexpr int Threads = 256;

__global__ void scan(float *out, const float *in) {
  __shared__ float sums[Threads];
  const int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  for (int step = 1; step < Threads; step *= 2) {
    const float before = t >= step ? sums[t - step] : 0;
    __syncthreads();
    sums[t] += before;
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
