// Counts the digits of keys, the first step of a radix sort: each thread has a
// row of 16 counters of its own, and the rows are added up at the end.

#include "../harness.h"

constexpr int Threads = 128;
constexpr int Digits = 16;
constexpr int KeysPerThread = 64;

__global__ void countDigits(unsigned *totals, const unsigned *keys, int shift) {
  __shared__ unsigned counts[Threads][Digits + 4];

  for (int digit = 0; digit < Digits; ++digit)
    counts[threadIdx.x][digit] = 0;

  const unsigned *first = keys + blockIdx.x * Threads * KeysPerThread;
  for (int i = 0; i < KeysPerThread; ++i)
    ++counts[threadIdx.x][(first[i * Threads + threadIdx.x] >> shift) & 15];
  __syncthreads();

  if (threadIdx.x < Digits) {
    unsigned sum = 0;
    for (int thread = 0; thread < Threads; ++thread)
      sum += counts[thread][threadIdx.x];
    totals[blockIdx.x * Digits + threadIdx.x] = sum;
  }
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 2048);
  const int perBlock = Threads * KeysPerThread;

  std::vector<unsigned> keys(size_t(blocks) * perBlock);
  std::vector<unsigned> wanted(size_t(blocks) * Digits);
  unsigned key = 1;
  for (size_t i = 0; i < keys.size(); ++i) {
    key = key * 1664525 + 1013904223;
    keys[i] = key >> 8;
    ++wanted[i / perBlock * Digits + (keys[i] >> 4) % Digits];
  }

  DeviceArray<unsigned> deviceKeys(keys), totals(wanted.size());
  const float time = bestMicroseconds(
      [&] { countDigits<<<blocks, Threads>>>(totals, deviceKeys, 4); });
  return report("histogram", time, totals.toHost(), wanted);
}
