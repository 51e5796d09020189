//===- edited.h - What the programs of this folder share --------*- C++ -*-===//
//
// Each program launches each of its kernels once and prints a hash of what the
// kernel wrote, which an edit must not change. All blocks of a launch do the
// same with elements of their own: one block for counters that are exact, many
// (the program's argument) for times.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TEST_GPU_EDITS_EDITED_H
#define WARPLINT_TEST_GPU_EDITS_EDITED_H

#include "../launch.h"

/// The elements of any type that a kernel reads and writes for each block.
constexpr unsigned PerBlock = 1024;

class Program {
public:
  Program(int ArgumentCount, char **Arguments)
      : Blocks(ArgumentCount > 1 ? std::atoi(Arguments[1]) : 1),
        Bytes(size_t(Blocks) * PerBlock * 16) {
    check(cudaMalloc(&Input, Bytes));
    check(cudaMalloc(&Output, Bytes));
    check(cudaMemset(Output, 0, Bytes));
    Host = static_cast<unsigned char *>(std::malloc(Bytes));
    fill();
    check(cudaMemcpy(Input, Host, Bytes, cudaMemcpyHostToDevice));
  }

  unsigned blocks() const { return Blocks; }
  template <class T> const T *in() const { return static_cast<T *>(Input); }
  template <class T> T *out() const { return static_cast<T *>(Output); }

  /// Hashes all of the output, and clears it for the next kernel.
  void print(const char *Kernel) {
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(Host, Output, Bytes, cudaMemcpyDeviceToHost));
    unsigned long long Hash = 1469598103934665603ull;
    for (size_t I = 0; I < Bytes; I += 8)
      Hash = (Hash ^ *reinterpret_cast<unsigned long long *>(Host + I)) *
             1099511628211ull;
    std::printf("%s %016llx\n", Kernel, Hash);
    check(cudaMemset(Output, 0, Bytes));
  }

private:
  /// Random numbers that are finite and below 2 as any floating-point type.
  void fill() {
    unsigned State = 12345;
    for (size_t I = 0; I < Bytes; I += 2) {
      State = State * 1664525 + 1013904223;
      *reinterpret_cast<unsigned short *>(Host + I) = State >> 16 & 0x3fff;
    }
  }

  unsigned Blocks;
  size_t Bytes;
  void *Input = nullptr, *Output = nullptr;
  unsigned char *Host;
};

#endif // WARPLINT_TEST_GPU_EDITS_EDITED_H
