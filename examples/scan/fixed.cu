// Prefix sums of each block's 2048 numbers, without the number itself: each of
// 128 threads adds up 16 numbers that lie one behind the other, the threads'
// sums are scanned, and each thread adds what stands before its own.

#include "../harness.h"

constexpr int Threads = 128;
constexpr int PerThread = 16;
constexpr int Count = Threads * PerThread;

__global__ void scan(int *out, const int *in) {
  // Column c of row r of numbers lies at c ^ ((r >> 1) & 15). Bank conflicts: 640 -> 256 wavefronts
  // per block.
  __shared__ int numbers[Threads][PerThread];
  __shared__ int sums[Threads];

  const int thread = threadIdx.x;
  const int begin = blockIdx.x * Count;
  for (int i = thread; i < Count; i += Threads)
    numbers[i / PerThread][(i % PerThread) ^ (((i / PerThread) >> 1) & 15)] =
        in[begin + i];
  __syncthreads();

  int before[PerThread];
  int sum = 0;
  for (int i = 0; i < PerThread; ++i) {
    before[i] = sum;
    sum += numbers[thread][i ^ ((thread >> 1) & 15)];
  }

  sums[thread] = sum;
  for (int distance = 1; distance < Threads; distance *= 2) {
    __syncthreads();
    const int left = thread >= distance ? sums[thread - distance] : 0;
    __syncthreads();
    sums[thread] += left;
  }

  const int first = sums[thread] - sum;
  for (int i = 0; i < PerThread; ++i)
    numbers[thread][i ^ ((thread >> 1) & 15)] = first + before[i];
  __syncthreads();

  for (int i = thread; i < Count; i += Threads)
    out[begin + i] =
        numbers[i / PerThread][(i % PerThread) ^ (((i / PerThread) >> 1) & 15)];
}

int main(int argc, char **argv) {
  const int blocks = blocksFrom(argc, argv, 4096);

  std::vector<int> in(size_t(blocks) * Count);
  std::vector<int> wanted(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = int(i * 7919 % 101);
    wanted[i] = i % Count == 0 ? 0 : wanted[i - 1] + in[i - 1];
  }

  DeviceArray<int> deviceIn(in), out(in.size());
  const float time =
      bestMicroseconds([&] { scan<<<blocks, Threads>>>(out, deviceIn); });
  return report("scan", time, out.toHost(), wanted);
}
