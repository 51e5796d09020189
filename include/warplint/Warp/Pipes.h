//===- Pipes.h - What an SM executes at one time ----------------*- C++ -*-===//
//
// An SM works on several kinds of instructions at once, each in its *pipe*: a
// kernel takes at least as many cycles as its busiest pipe. What a pipe takes is
// counted in *units*, and a rate says how many cycles a unit is:
//
//   Shared   wavefronts of shared memory                        1 cycle
//   Lsu      instructions of a warp that access memory, and shuffles
//   L1       sectors of global memory that warps ask for, 32 bytes each
//   L2       those that L1 does not have
//   Dram     bytes of memory beyond L2, in sectors
//   Tensor   multiply-adds of 16-bit numbers
//   others   instructions of a warp
//
// Example, compute capability 9.0: 128 lanes a cycle add 32-bit numbers, so that
// a warp's instruction is 32 / 128 = 1/4 cycle; an mma.m16n8k16 is 2048
// multiply-adds, one cycle.
//
// The names are those of Nsight Compute: docs/cost.md has its metric for each.
// Source of the rates: Pipes.def.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_PIPES_H
#define WARPLINT_WARP_PIPES_H

#include "warplint/Warp/Target.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warplint {

enum class Pipe : uint8_t {
  Shared,
  Lsu,
  L1,
  L2,
  Dram,
  Fma,    ///< 32-bit floating point, and products of integers.
  Alu,    ///< Other integers, comparisons, minima, conversions to 16 bits.
  Fp16,   ///< Two 16-bit numbers at once; part of Fma on newer GPUs.
  Fp64,   ///< 64-bit floating point.
  Xu,     ///< Special functions, conversions between integers and the rest.
  Tensor, ///< Matrices.
};
inline constexpr unsigned NumPipes = 11;

/// Something for each pipe.
template <typename T> using PerPipe = std::array<T, NumPipes>;

/// "shared", "lsu", "l1", "l2", "dram", "fma", ...: stable, for JSON.
std::string_view pipeName(Pipe P);
/// "shared memory", "DRAM", "32-bit floating point": for sentences.
std::string_view pipePhrase(Pipe P);
/// What is counted in it: "wavefronts", "sectors", "warp instructions".
std::string_view pipeUnit(Pipe P);

/// The device whose clock and memory stand for a capability.
struct PipeDevice {
  std::string Name;         ///< "H200".
  double BytesPerCycle = 0; ///< Of its memory, for one SM.
  unsigned SMs = 0;
  unsigned MHz = 0; ///< Highest clock of its SMs.
  double L2Bytes = 0;
};

struct PipeRates {
  /// Cycles of one SM that a unit takes; 0 where the GPU has no such pipe.
  PerPipe<double> CyclesPerUnit = {};
  PipeDevice Device;
  /// Where 16-bit instructions go.
  Pipe Half = Pipe::Fma;

  double cycles(Pipe P, double Units) const {
    return Units * CyclesPerUnit[static_cast<unsigned>(P)];
  }
};

/// Rates of \p T; those of the nearest capability below for one that is not in
/// the table.
PipeRates pipeRates(const Target &T);

/// Multiply-adds of 16-bit numbers that take as long as one of operands named
/// \p Type as PTX does ("f16", "tf32", "s8", "e4m3", "f64"); nothing for a type
/// that is not known.
std::optional<double> matrixWeight(std::string_view Type);

} // namespace warplint

#endif // WARPLINT_WARP_PIPES_H
