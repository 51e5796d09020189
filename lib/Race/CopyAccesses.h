//===- CopyAccesses.h - What the copy engine moves and threads touch -*- C++ -*-===//
//
// A copy of the engine that fills shared memory is over when some thread has
// waited for its object: until then no barrier orders it with accesses. What
// threads wrote the engine sees only behind a fence.proxy.async (PTX ISA,
// "Async proxy").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_COPYACCESSES_H
#define WARPLINT_LIB_RACE_COPYACCESSES_H

#include "PathConditions.h"
#include "warplint/Race/BlockHazards.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>

namespace warplint {

/// The outcome of a condition that depends on what the block shares.
struct SharedDecision {
  unsigned Block = 0; ///< That ends with it.
  uint32_t Sum = 0;   ///< Of FormTable: the condition.
  bool Value = false;
  uint32_t Time = 0;
  /// A loop was left by it, after that many iterations.
  std::optional<unsigned> LeftLoop;
  uint32_t Iterations = 0;
};

/// Nothing in \p Some is decided otherwise than in \p All.
bool areAmong(llvm::ArrayRef<SharedDecision> Some,
              llvm::ArrayRef<SharedDecision> All);

/// By thread: where the data lie that send it to an access, if they are its own
/// to choose; else empty.
using InputsOfThreads = std::vector<std::vector<ThreadForm>>;

/// One execution of an access by some threads of the block.
struct AccessVisit {
  PathPoint of(unsigned Thread) const { return {Block, Time, Thread, At}; }

  unsigned Access = 0;
  const FlowStep *Step = nullptr;
  unsigned Block = 0; ///< Of the flow.
  uint32_t Time = 0;
  LoopState At;
  /// Those that decided that it is executed.
  std::vector<SharedDecision> Under;
  bool IsPerhaps = false;                  ///< It is executed for some data:
  const InputsOfThreads *Inputs = nullptr; ///< for these.
  const FormsOfBlock *Address = nullptr;
  const FormsOfBlock *Value = nullptr; ///< Stored; null when not known.
  /// Where the value is loaded from, if nothing writes there; or null.
  const FormsOfBlock *ValueFrom = nullptr;
  std::vector<const FormsOfBlock *> LoadedFrom;
};

class CopyAccesses {
public:
  CopyAccesses(const KernelModel &Kernel, BlockEvaluation &Values,
               PathConditions &Paths);

  void startTrace();
  /// Threads \p Of begin copy number \p Barrier of KernelModel::Barriers.
  void copy(unsigned Barrier, std::vector<SharedDecision> Under,
            const ThreadSet &Of, PathPoint Start);
  void access(const AccessVisit &Visit, const ThreadSet &Of);
  /// Somebody may have waited for the copies.
  void forgetFills() { Fills.clear(); }
  /// Somebody may have made what was written visible to the engine.
  void forgetWrites() { Writes.clear(); }
  /// Nobody knows what some threads do from here on.
  void stop();

  std::vector<CopyRace> takeRaces() { return std::move(Races); }

private:
  struct Fill {
    unsigned Barrier = 0;
    ThreadForm Place;
    int64_t Bytes = 0;
    std::vector<SharedDecision> Under;
    PathPoint Start;
  };
  struct Write {
    AccessVisit Visit;
    ThreadSet Of;
  };

  void check(const Fill &Copy, const AccessVisit &Visit, const ThreadSet &Of);

  const KernelModel &Kernel;
  BlockEvaluation &Values;
  PathConditions &Paths;
  bool HasCopies = false, IsStopped = false;
  std::vector<Fill> Fills;
  std::vector<Write> Writes;
  std::set<std::pair<unsigned, unsigned>> Reported; ///< Copies and accesses.
  std::vector<CopyRace> Races;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_COPYACCESSES_H
