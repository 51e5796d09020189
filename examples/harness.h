// What the programs of the gallery share: errors, arrays on the device, the
// time of a kernel, and the comparison of its result with that of the host.

#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline void check(cudaError_t status) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "error: %s\n", cudaGetErrorString(status));
  std::exit(1);
}

// An array in the device's memory.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(size_t count) : count(count) {
    check(cudaMalloc(&data, count * sizeof(T)));
    check(cudaMemset(data, 0, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T> &host) : DeviceArray(host.size()) {
    check(cudaMemcpy(data, host.data(), count * sizeof(T),
                     cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;
  ~DeviceArray() { cudaFree(data); }

  operator T *() { return data; }

  std::vector<T> toHost() const {
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), data, count * sizeof(T),
                     cudaMemcpyDeviceToHost));
    return host;
  }

private:
  T *data = nullptr;
  size_t count;
};

// How many blocks a side the grid has: the first argument, if there is one.
inline int blocksFrom(int argc, char **argv, int usual) {
  return argc > 1 ? std::max(1, std::atoi(argv[1])) : usual;
}

// Numbers between -1 and 1 that are the same in every run.
inline std::vector<float> randomFloats(size_t count) {
  std::vector<float> numbers(count);
  unsigned state = 1;
  for (float &number : numbers) {
    state = state * 1664525 + 1013904223;
    number = float(state >> 8) / (1 << 23) - 1;
  }
  return numbers;
}

// The shortest of 20 launches.
template <typename Launch> float bestMicroseconds(Launch launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  float best = INFINITY;
  for (int run = 0; run < 20; ++run) {
    check(cudaEventRecord(begin));
    launch();
    check(cudaEventRecord(end));
    check(cudaGetLastError());
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    best = std::min(best, 1000 * milliseconds);
  }
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  return best;
}

// Prints the time and whether the result is right, and returns the exit code.
template <typename T>
int report(const char *name, float microseconds, const std::vector<T> &result,
           const std::vector<T> &wanted, double tolerance = 0) {
  for (size_t i = 0; i < wanted.size(); ++i)
    if (!(std::abs(double(result[i]) - double(wanted[i])) <= tolerance)) {
      std::fprintf(stderr, "%s: element %zu is %g, not %g\n", name, i,
                   double(result[i]), double(wanted[i]));
      return 1;
    }
  std::printf("%s: %.2f us, ok\n", name, microseconds);
  return 0;
}
