//===- KernelBound.h - What a kernel waits for most -------------*- C++ -*-===//
//
// An SM that has b blocks of a kernel at a time takes for them at least
//
//   b times the cycles of each pipe for a block
//   what a warp takes of a pipe alone: it issues into a quarter of an SM, and
//   gets a wavefront of shared memory in two cycles
//   the chain of a warp: instructions that wait for one another; with barriers,
//   at which all warps of a block ask at once, also the block's cycles of shared
//   memory or of the load/store unit
//
// A launch is as many full waves of such blocks as its grid is, and the rest.
// DRAM and L2 are the device's: what few blocks ask for is shared among all.
//
// Example: 100 wavefronts a block of 8 warps, a chain of 850 cycles, room for 8
// blocks on each of 132 SMs. 1,056 blocks are one wave of max(800, 850) cycles:
// latency. With room for 16 it is max(1600, 850): shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_KERNELBOUND_H
#define WARPLINT_FINDING_KERNELBOUND_H

#include "warplint/Finding/KernelCost.h"

namespace warplint {

enum class BoundKind : uint8_t {
  Unknown,
  Pipe,    ///< A pipe is busy all the time.
  Latency, ///< Warps wait for results or for one another.
  Launch,  ///< The kernel is shorter than launching it takes.
  Tail,    ///< The last wave leaves SMs idle for a large part of the time.
};

struct KernelBound {
  BoundKind Kind = BoundKind::Unknown;
  bool IsLatency = false;           ///< Apart from launch and tail.
  bool IsMoreInL2 = false;          ///< Of it: KernelCost::More, no chain.
  Pipe In = Pipe::Shared;           ///< Of a pipe: that with the grid.
  WaitFor Of = WaitFor::Arithmetic; ///< Of a latency: most of it.
  double Cycles = 0; ///< Of the launch; of a full wave where no grid is known.
  double Waves = 0;  ///< 0 where the grid is not known.
  SourcePlace Where; ///< The line that takes most of it.
};

/// Where a launch finds its data. In L2, where all that it touches fits in half of
/// that: what ran before, or an earlier launch, has left it there. In DRAM, where
/// it moves more than L2 holds. Nothing: that is not known.
///
/// Half, for the L2 of some GPUs is two parts, and what SMs of both sides load is in
/// both (A100 white paper).
std::optional<DataIn> whereDataIs(const KernelCost &Cost);
/// DRAM where that is not known.
inline DataIn assumedData(const KernelCost &Cost) {
  return whereDataIs(Cost).value_or(DataIn::Dram);
}

/// Where loops of unknown length have \p Trips rounds, with the data where
/// assumedData() says.
KernelBound boundOf(const KernelCost &Cost, double Trips);

/// What is taken to limit a kernel: only the pipes, or its chain and its grid, too.
enum class Limits { Pipes, All };

/// What a launch takes at least without the excess of some lines: where pipes
/// work at the same time, and where each waits for the others.
struct LaunchTimes {
  double Overlapping = 0, InTurn = 0;
};
LaunchTimes launchTimes(const KernelCost &Cost, double Trips, DataIn Where,
                        llvm::ArrayRef<const LineUse *> Mended, Limits By);

/// "shared", "dram", "latency of barriers", "launch", "tail"; empty where it is
/// not known.
std::string boundName(const KernelBound &Bound);
/// "shared memory", "the latency of barriers": the pipe where nothing is known of
/// latencies.
std::string boundPhrase(const KernelCost &Cost);
/// The cycles of a launch, or of a wave; with unknown loops "100 + 64*k".
std::string boundCycles(const KernelCost &Cost);
/// Of a launch whose grid and loops are known, without what launching it takes.
std::optional<double> boundMicroseconds(const KernelCost &Cost, DataIn Where);
/// "bound: latency of global memory, line 12: ...".
std::string boundSentence(const KernelCost &Cost);

} // namespace warplint

#endif // WARPLINT_FINDING_KERNELBOUND_H
