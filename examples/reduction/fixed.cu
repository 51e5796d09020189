// The sum of each block's 512 numbers by a tree: in each step as many threads
// as there are pairs add one, the threads of the front first.

#include "../harness.h"

constexpr int Threads = 512;

// Where element i of partial lies. Bank conflicts: 302 -> 77 wavefronts per block.
__device__ inline unsigned partialIndex(unsigned i) { return i ^ (i >> 5); }

__global__ void reduce(float *sums, const float *in) {
  __shared__ float partial[Threads];

  const unsigned thread = threadIdx.x;
  partial[partialIndex(thread)] = in[blockIdx.x * Threads + thread];
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned i = 2 * stride * thread;
    if (i < blockDim.x)
      partial[partialIndex(i)] += partial[partialIndex(i + stride)];
    __syncthreads();
  }

  if (thread == 0)
    sums[blockIdx.x] = partial[0];
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 16384);

  const std::vector<float> in = randomFloats(size_t(blocks) * Threads);
  std::vector<float> wanted(blocks);
  for (int block = 0; block < blocks; ++block)
    for (int i = 0; i < Threads; ++i)
      wanted[block] += in[block * Threads + i];

  DeviceArray<float> deviceIn(in), sums(blocks);
  const float time =
      bestMicroseconds([&] { reduce<<<blocks, Threads>>>(sums, deviceIn); });
  return report("reduction", time, sums.toHost(), wanted, 1e-3);
}
