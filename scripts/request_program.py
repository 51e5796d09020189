"""The CUDA program that measure_requests.py measures: one kernel a request."""

from request_table import Fragment, available

PROLOGUE = r"""
// Written by measure_requests.py: one kernel for each instruction.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mma.h>
#include <vector>

constexpr int TileWords = 4096;
constexpr int Results = 32 * 32;
constexpr int SourceBytes = 32 * 64;

// What every kernel is handed: what differs by lane, what is uniform, global memory
// to copy from, the number 16, and room for results.
struct Arguments {
  const int *lanes;
  const unsigned *operands;
  unsigned uniform;
  const uint4 *source;
  const int *places;
  float *results;
};

using Kernel = void (*)(Arguments);

// Its number at each element, so that a fragment tells what it read.
template <class Element> __device__ void fill(unsigned *tile) {
  constexpr int perWord = 4 / sizeof(Element);
  #pragma unroll 1
  for (int i = threadIdx.x; i < TileWords; i += 32) {
    if constexpr (perWord == 0) {
      double element = i / 2 % 2048;
      tile[i] = i % 2 ? __double2hiint(element) : __double2loint(element);
    } else {
      Element element[perWord];
      for (int j = 0; j < perWord; ++j)
        element[j] = Element(float((perWord * i + j) % 2048));
      unsigned word;
      memcpy(&word, element, 4);
      tile[i] = word;
    }
  }
  __syncwarp();
}

__device__ void clear(unsigned *tile) {
  #pragma unroll 1
  for (int i = threadIdx.x; i < TileWords; i += 32)
    tile[i] = 0;
  __syncwarp();
}

__global__ void nothing(Arguments a) {
  __shared__ unsigned tile[TileWords];
  clear(tile);
  asm volatile("" : : "r"((unsigned)__cvta_generic_to_shared(tile)) : "memory");
  a.results[threadIdx.x] = a.lanes[threadIdx.x];
}
"""

ONE_REQUEST = r"""
// %(name)s
__global__ void request%(number)d(Arguments a) {
  __shared__ __align__(128) unsigned tile[TileWords];
  clear(tile);
  const int offset = a.lanes[threadIdx.x];
  [[maybe_unused]] const unsigned operand = a.operands[threadIdx.x];
  [[maybe_unused]] const unsigned uniform = a.uniform;
  const unsigned address =
      (unsigned)__cvta_generic_to_shared(tile) + offset;
  [[maybe_unused]] unsigned *word = tile + %(word)s;
  unsigned result = 0;
  if (offset >= 0) {
    %(statement)s
  }
  // The tile is used, so that it is written in any case.
  asm volatile("" : : "r"(address) : "memory");
  a.results[threadIdx.x] = result;
}
"""

FRAGMENT_REQUEST = r"""
// %(name)s
__global__ void request%(number)d(Arguments a) {
  using namespace nvcuda::wmma;
  __shared__ __align__(128) unsigned tile[TileWords];
  fill<%(memory)s>(tile);
  const unsigned pitch = a.lanes[0];
  %(memory)s *at = %(pointer)s;
  fragment<%(use)s, %(m)d, %(n)d, %(k)d, %(element)s%(declared)s> f;
  %(call)s
}
"""

EPILOGUE = r"""
static void check(cudaError_t status) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

// requests FILE [RESULTS]: FILE has 33 integers for each launch, the kernel (-1:
// the one without an instruction) and what its lanes are handed. RESULTS takes
// the 1024 figures that each launch left.
int main(int argc, char **argv) {
  std::FILE *in = argc > 1 ? std::fopen(argv[1], "r") : nullptr;
  std::FILE *out = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  if (!in)
    return 2;
  std::vector<int> numbers;
  for (int number; std::fscanf(in, "%d", &number) == 1;)
    numbers.push_back(number);
  const int launches = int(numbers.size() / 33);
  unsigned operands[32];
  for (int i = 0; i < 32; ++i)
    operands[i] = (i * 2654435761u >> 16) % 1000 + 1;
  int *lanes;
  unsigned *deviceOperands;
  uint4 *source;
  int *places;
  const int sixteen = 16;
  float *results;
  check(cudaMalloc(&lanes, 32 * sizeof(int)));
  check(cudaMalloc(&deviceOperands, sizeof operands));
  check(cudaMalloc(&source, SourceBytes));
  check(cudaMalloc(&places, sizeof sixteen));
  check(cudaMalloc(&results, Results * sizeof(float)));
  check(cudaMemset(source, 1, SourceBytes));
  check(cudaMemcpy(places, &sixteen, sizeof sixteen, cudaMemcpyDefault));
  check(cudaMemcpy(deviceOperands, operands, sizeof operands, cudaMemcpyDefault));
  for (int i = 0; i < launches; ++i) {
    const int *row = &numbers[33 * i];
    check(cudaMemcpy(lanes, row + 1, 32 * sizeof(int), cudaMemcpyDefault));
    check(cudaMemset(results, 0, Results * sizeof(float)));
    Kernel kernel = row[0] < 0 ? nothing : kernels[row[0]];
    kernel<<<1, 32>>>({lanes, deviceOperands, 16, source, places, results});
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    if (!out)
      continue;
    static float values[Results];
    check(cudaMemcpy(values, results, sizeof values, cudaMemcpyDefault));
    for (float value : values)
      std::fprintf(out, "%g ", value);
    std::fprintf(out, "\n");
  }
  return 0;
}
"""


def fragment_kernel(number, fragment):
    layout = {"row": "row_major", "col": "col_major"}[fragment.layout]
    accumulator = fragment.use == "accumulator"
    if fragment.verb == "load":
        how = f", mem_{layout}" if accumulator else ""
        call = (f"load_matrix_sync(f, at, pitch{how});\n"
                "  for (int i = 0; i < f.num_elements; ++i)\n"
                "    a.results[threadIdx.x * f.num_elements + i] = float(f.x[i]);")
    else:
        call = ("for (int i = 0; i < f.num_elements; ++i)\n    f.x[i] = "
                f"{fragment.element}(float(threadIdx.x * f.num_elements + i));\n"
                f"  store_matrix_sync(at, f, pitch, mem_{layout});\n"
                "  __syncwarp();\n"
                "  for (int i = threadIdx.x; i < Results; i += 32)\n"
                f"    a.results[i] = float((({fragment.memory} *)tile)[i]);")
    tile = f"({fragment.memory} *)tile"
    # The argument is never 0, which the compiler does not know.
    pointer = (f"a.uniform ? {tile} : ({fragment.memory} *)a.source"
               if fragment.generic else tile)
    m, n, k = fragment.shape
    return FRAGMENT_REQUEST % {
        "name": fragment.name, "number": number, "memory": fragment.memory,
        "pointer": pointer, "use": fragment.use, "m": m, "n": n, "k": k,
        "element": fragment.element, "call": call,
        "declared": "" if accumulator else f", {layout}"}


def request_kernel(number, instruction):
    return ONE_REQUEST % {
        "name": instruction.name, "number": number, "statement": instruction.statement,
        "word": instruction.place or "offset / 4"}


def program(capability=90):
    """The source: kernel N is what requests() calls N."""
    kernels = [(fragment_kernel if isinstance(one, Fragment) else request_kernel)(number, one)
               for number, one in enumerate(available(capability))]
    names = ", ".join(f"request{number}" for number in range(len(kernels)))
    return "".join([PROLOGUE, *kernels,
                    f"\nstatic const Kernel kernels[] = {{{names}}};\n", EPILOGUE])
