//===- launch.h - What the programs of this folder share --------*- C++ -*-===//
//
// Each program launches each of its kernels once, as one block, which one
// multiprocessor carries out: then the hardware's counters are exact.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TEST_GPU_LAUNCH_H
#define WARPLINT_TEST_GPU_LAUNCH_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

inline void check(cudaError_t Status) {
  if (Status == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(Status));
  std::exit(1);
}

/// Zeroed device memory. What is in it does not change what is counted.
template <class Element> Element *deviceArray(size_t Count = 1 << 16) {
  void *Memory = nullptr;
  check(cudaMalloc(&Memory, Count * sizeof(Element)));
  check(cudaMemset(Memory, 0, Count * sizeof(Element)));
  return static_cast<Element *>(Memory);
}

/// Waits for the kernels and says whether all went well: what main returns.
inline int finish() {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  return 0;
}

/// The 32-bit address that PTX wants for shared memory.
__device__ inline unsigned sharedAddress(const volatile void *Pointer) {
  return static_cast<unsigned>(
      __cvta_generic_to_shared(const_cast<const void *>(Pointer)));
}

#endif // WARPLINT_TEST_GPU_LAUNCH_H
