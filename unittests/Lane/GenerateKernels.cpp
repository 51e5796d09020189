//===- GenerateKernels.cpp - Random accesses as CUDA programs -------------===//
//
//   generate-kernels FOLDER [COUNT] [FIRST-SEED]
//
// Writes COUNT kernels (default: 300), 30 to a program, as generated-N.cu, for
// lab validate to predict, measure and compare.
//
//===----------------------------------------------------------------------===//

#include "KernelText.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace warplint;

namespace {

constexpr unsigned KernelsPerFile = 30;

constexpr const char *Head = R"(// Written by generate-kernels.
#include "launch.h"
#include <cstdint>

__device__ unsigned loadWide(const unsigned char *At) {
  unsigned a, b, c, d;
  asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(sharedAddress(At)));
  return a + b + c + d;
}

__device__ void storeWide(unsigned char *At, unsigned value) {
  asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(
                   sharedAddress(At)),
               "r"(value));
}

/// Every group of lanes reads one line of global memory.
template <int Bytes>
__device__ void copyAsync(unsigned char *At, const unsigned *in) {
  unsigned lane = (threadIdx.x + blockDim.x * (threadIdx.y +
                  blockDim.y * threadIdx.z)) % 32;
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                   sharedAddress(At)),
               "l"(reinterpret_cast<const char *>(in) + Bytes * lane),
               "n"(Bytes));
}

)";

bool write(const std::string &Path, const std::string &Definitions,
           const std::string &Launches) {
  std::ofstream Out(Path);
  Out << Head << Definitions
      << "int main() {\n"
         "  const unsigned *in = deviceArray<unsigned>();\n"
         "  unsigned *out = deviceArray<unsigned>();\n"
      << Launches << "  return finish();\n}\n";
  return Out.good();
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    std::fprintf(stderr,
                 "usage: generate-kernels FOLDER [COUNT] [FIRST-SEED]\n");
    return 2;
  }
  unsigned Count = Argc > 2 ? std::strtoul(Argv[2], nullptr, 10) : 300;
  uint64_t Seed = Argc > 3 ? std::strtoull(Argv[3], nullptr, 10) : 1;
  std::string Definitions, Launches;
  for (unsigned Done = 0; Done < Count; ++Seed) {
    RandomAccess Access = AccessGenerator(Seed).next();
    auto Kernel = kernelText(Access, Seed, "seed" + std::to_string(Seed));
    if (!Kernel)
      continue;
    Definitions += Kernel->Definition + "\n";
    Launches += "  " + Kernel->Launch;
    if (++Done % KernelsPerFile != 0 && Done != Count)
      continue;
    std::string Path = std::string(Argv[1]) + "/generated-" +
                       std::to_string((Done - 1) / KernelsPerFile) + ".cu";
    if (!write(Path, Definitions, Launches)) {
      std::fprintf(stderr, "generate-kernels: cannot write '%s'\n",
                   Path.c_str());
      return 2;
    }
    Definitions.clear();
    Launches.clear();
  }
  return 0;
}
