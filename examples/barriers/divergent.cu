// The sum of a block's numbers: half of the threads of a step wait at the barrier,
// the others continue without them.

#include "../harness.h"

constexpr int Threads = 256;

__global__ void sum(float *out, const float *in) {
  __shared__ float sums[Threads];
  const int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  for (int half = Threads / 2; half > 0; half /= 2)
    if (t < half) {
      sums[t] += sums[t + half];
      __syncthreads();
    }
  out[t] = sums[0];
}

int main() {
  const std::vector<float> in(Threads, 1.0f);
  DeviceArray<float> input(in), output(Threads);
  sum<<<1, Threads>>>(output, input);
  check(cudaDeviceSynchronize());
  const std::vector<float> out = output.toHost();
  for (int t = 0; t != Threads; ++t)
    if (out[t] != float(Threads))
      return std::printf("the sum of thread %d is wrong\n", t), 1;
}
