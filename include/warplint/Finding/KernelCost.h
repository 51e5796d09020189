//===- KernelCost.h - What a block asks of the pipes ------------*- C++ -*-===//
//
// A table of one kernel: how much of each pipe (Pipes.h) a block needs, and
// where it is asked for. An SM cannot be faster than its busiest pipe; how
// much slower it is cannot be known without running it.
//
// Sums have the loops of unknown length in them. A block that executes 100
// additions and a loop over k of 64 each round needs
//
//   100 + 64*k
//
// What is said of such a kernel holds where all these loops have as many rounds:
// one, two, four, up to very many.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FINDING_KERNELCOST_H
#define WARPLINT_FINDING_KERNELCOST_H

#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Warp/Latencies.h"
#include "warplint/Warp/Pipes.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace warplint {

/// An amount, times the rounds of each of these loops.
struct TripTerm {
  double Amount = 0;
  std::vector<unsigned> Loops; ///< By number in KernelCost::Loops, ascending.
};

struct TripSum {
  std::vector<TripTerm> Terms; ///< Each product of loops once.

  void add(double Amount, std::vector<unsigned> Loops = {});
  void add(const TripSum &Other, double Times = 1);
  /// Where every loop has so many rounds.
  double at(double Trips) const;
  bool isZero() const { return Terms.empty(); }
};

/// A loop whose number of rounds is not known.
struct UnknownLoop {
  std::string Name;      ///< "k"; "n1" where its counter has no name.
  std::string Condition; ///< What holds while it runs, or empty.
};

/// What a pipe has to do, and would at least: without conflicts and sectors that
/// are not used.
struct PipeUse {
  Pipe In = Pipe::Shared;
  TripSum Units, AtBest;
};

/// The part of one line, or of one access.
struct LineUse {
  SourcePlace Where;
  /// Of an access to an array: where that is declared or, in local memory, first
  /// accessed.
  SourcePlace Array;
  PipeUse Use;
};

/// A part of the longest chain of instructions of a warp that wait for one
/// another.
struct ChainPart {
  SourcePlace Where;
  WaitFor Of = WaitFor::Arithmetic;
  /// Cycles: now, without conflicts and unused sectors, and where L2 has the data.
  TripSum Now, AtBest, InL2;
};

/// Stores of parts of sectors, or atomics at one address, in cycles of an SM.
struct MoreInL2 {
  SourcePlace Where;
  TripSum Cycles;
};

/// Threads of a block where the block is not known.
inline constexpr unsigned UsualThreads = 256;

/// How much of a kernel an SM has at a time.
struct BlocksAtOnce {
  double Blocks = 1;          ///< That an SM has room for.
  double Warps = 0;           ///< Of a block, assumed where that is not known.
  std::optional<double> Grid; ///< Blocks of the launch.
};

struct KernelCost {
  std::string Kernel, TemplateArguments;
  SourcePlace Where;
  LaunchRecord Launch;
  /// The block is not known: all but On is that of one warp.
  bool IsOfWarp = false;
  std::vector<UnknownLoop> Loops;
  std::vector<PipeUse> Pipes; ///< In their order, without those that are idle.
  std::vector<LineUse> Lines;
  std::vector<ChainPart> Chain;
  /// Sectors of global memory that a block touches, at most.
  TripSum Touched;
  /// What L2 takes beyond its sectors.
  std::vector<MoreInL2> More;
  /// Why the chain is not known; empty where it is.
  std::string NoChain;
  BlocksAtOnce On;
  PipeRates Rates;
  /// What the table rests on or lacks, a sentence each.
  std::vector<std::string> Remarks;

  /// Times what the table counts, what a block asks for.
  double tablesPerBlock() const { return IsOfWarp ? On.Warps : 1; }
};

/// A number of rounds that stands for very many.
inline constexpr unsigned ManyTrips = 1 << 20;

/// Pipes that are busy for a smaller part of the time than that are not what a
/// kernel waits for; others may be, for all figures are estimates.
inline constexpr double FarFromBusy = 0.8;

/// Below that a gain is none.
inline constexpr double LeastGain = 1.05;

/// How long a pipe takes, where loops have so many rounds.
struct PipeTime {
  Pipe In = Pipe::Shared;
  double Cycles = 0;
};
/// Where what is counted as DRAM's comes from: an array that fits in L2 may be
/// there already.
enum class DataIn { Dram, L2 };
/// Of each pipe, without the excess of \p Mended, lines of \p Cost.
std::vector<PipeTime> pipeTimes(const KernelCost &Cost, double Trips,
                                DataIn Where,
                                llvm::ArrayRef<const LineUse *> Mended);
PipeTime busiestPipe(const KernelCost &Cost, double Trips,
                     DataIn Where = DataIn::Dram,
                     llvm::ArrayRef<const LineUse *> Mended = {});

/// "100 + 64*k".
std::string printSum(const TripSum &Sum, llvm::ArrayRef<UnknownLoop> Loops,
                     double Times = 1);

/// "4.1x": rounded up where it is a bound.
std::string printGain(double Gain);

} // namespace warplint

#endif // WARPLINT_FINDING_KERNELCOST_H
