//===- PathConditions.h - What sends threads to an access -------*- C++ -*-===//
//
// A trace decides each unknown condition by itself. That threads come to an
// access as it has them do is claimed only where some values of the unknowns say
// so together:
//
//   if (n < 1) return;
//   if (n > 0) return;
//   s[t] = s[127 - t];       no n leads here
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_PATHCONDITIONS_H
#define WARPLINT_LIB_RACE_PATHCONDITIONS_H

#include "FlowRegions.h"
#include "Race/Values/ThreadRanges.h"
#include "warplint/Race/BlockHazards.h"
#include <memory>

namespace warplint {

/// Loops by number, and in which iteration each is.
using LoopState = std::vector<std::pair<unsigned, uint32_t>>;

/// The iterations alone, those of the outermost loop first.
std::vector<uint32_t> iterations(const LoopState &At);

/// A thread in a block of the flow, at some time of a trace.
struct PathPoint {
  unsigned Block = 0;
  uint32_t Time = 0;
  unsigned Thread = 0;
  LoopState At;
};

/// Threads leave a block by one of its ways.
struct PathBranch {
  unsigned Block = 0, Way = 0;
  uint32_t Time = 0;
  ThreadSet Of;
  LoopState At;
};

class PathConditions {
public:
  PathConditions(const KernelModel &Kernel, FlowRegions &Regions,
                 SymbolBinding &Known, const LaunchShape &Shape,
                 uint64_t MostWork);

  void startTrace() { Branches.clear(); }
  /// \p Truth, one value for all threads, is true on all ways; null: nothing is.
  void assume(const LaneExpr *Truth) { Assumed = Truth; }
  /// Threads \p Of leave \p Block by way number \p Way.
  void add(unsigned Block, unsigned Way, uint32_t Time, const ThreadSet &Of,
           LoopState At);
  /// Values of the unknowns are found that send a thread to \p X and one to \p Y,
  /// as far as conditions depend on what the block shares.
  bool mayBothHappen(const PathPoint &X, const PathPoint &Y);
  /// The values that were found last.
  const std::vector<WitnessValue> &found() const { return Last; }
  /// The same of all ways that threads have taken, together, and of \p Another.
  bool mayAllHappen(const std::optional<PathBranch> &Another = {});

  /// Adds what has to be true of the thread at \p Of.
  void addForms(const PathPoint &Of, std::vector<ThreadForm> &To);
  /// What \p E is in the iterations \p At, in the terms of these conditions.
  FormsOfBlock valueAt(const LaneExpr *E, const LoopState &At);
  /// The same of what data decide, in thread \p T, as freeRangeOf() says.
  ThreadRange freeRangeAt(const LaneExpr *E, const LoopState &At, unsigned T,
                          llvm::ArrayRef<unsigned> Threads);
  const FormTable &table() const { return Values.Table; }

private:
  bool isOpen(const PathBranch &B, const PathPoint &At);
  void setIterations(const LoopState &At, bool AreKnown);
  void addForms(const PathBranch &B, const ThreadSet &Of,
                std::vector<ThreadForm> &To);
  bool haveWitness(std::vector<ThreadForm> All);

  const LaneContext &Context;
  const std::vector<FlowBlock> &Blocks;
  FlowRegions &Regions;
  /// With each comparison as it is: Trace joins those that bound one index.
  BlockEvaluation Values;
  const LaneExpr *Assumed = nullptr;
  std::vector<PathBranch> Branches;
  std::map<std::vector<ThreadForm>, std::optional<std::vector<WitnessValue>>>
      Outcomes; ///< The values that make them true, if some do.
  std::vector<WitnessValue> Last;
  std::map<std::pair<unsigned, unsigned>, unsigned> Failures; ///< By blocks.
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_PATHCONDITIONS_H
