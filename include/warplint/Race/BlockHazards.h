//===- BlockHazards.h - What is wrong between threads of a block -*- C++ -*-===//
//
// Plain data: barriers that threads do not come to, masks that do not fit, and
// accesses that nothing orders, each with threads that show it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RACE_BLOCKHAZARDS_H
#define WARPLINT_RACE_BLOCKHAZARDS_H

#include "warplint/Basic/LaunchShape.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Warp/Limits.h"
#include <bitset>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

using ThreadSet = std::bitset<MaxBlockThreads>;

/// Where threads part: the block of the flow that ends with the condition.
struct ThreadSplit {
  unsigned Block = 0;
  const LaneExpr *Condition = nullptr;
  bool Holds = false; ///< For those that wait; not for those that are missing.
};

/// Threads that wait at a barrier that counts them: not all that it waits for
/// ever come.
struct TooFewThreads {
  uint64_t Expected = 0, Arriving = 0;
};

/// Threads wait at one barrier, others do not come: they wait elsewhere, go on,
/// or have ended, which is no error.
struct DivergentBarrier {
  unsigned Barrier = 0; ///< In KernelModel::Barriers.
  ThreadSet Waiting;
  ThreadSet Missing;
  /// The barrier that those wait at instead; nothing: they go on without.
  std::optional<unsigned> Other;
  std::optional<unsigned> GoesOn; ///< Where, in FlowPlaces, if they do.
  std::optional<ThreadSplit> Split;
  bool IsForSomeData = false; ///< A condition of data parts them.
  /// It counts threads: nothing else is said of those that are missing.
  std::optional<TooFewThreads> TooFew;
  /// Whole blocks do not come: all of their threads go another way at Split.
  bool IsOfBlocks = false;

  bool haveEnded() const { return !Other && !GoesOn && !TooFew && !IsOfBlocks; }
};

/// Lanes of a warp name others that do not come, or do not name themselves.
struct WrongMask {
  const FlowStep *Step = nullptr; ///< With the mask.
  uint32_t Mask = 0;
  ThreadSet Passing;
  ThreadSet Missing;              ///< Empty: Passing are not in the mask.
  std::optional<unsigned> GoesOn; ///< Where those that miss do.
  std::optional<ThreadSplit> Split;
};

/// One side of a race.
struct RacingAccess {
  unsigned Access = 0; ///< In KernelModel::Accesses.
  unsigned Thread = 0; ///< Its number in the block.
  int64_t Offset = 0;  ///< Of the first byte, from what both sides share.
  std::vector<uint32_t> Iterations; ///< Of the loops around, outermost first.
};

/// A parameter, or the number of a block, and what it is.
struct WitnessValue {
  std::string Name;
  int64_t Value = 0;
  friend auto operator<=>(const WitnessValue &, const WitnessValue &) = default;
};

struct SharedRace {
  RacingAccess First, Second; ///< In the order of the code.
  /// First is a copy of cp.async that its thread has not waited for.
  bool NeedsWait = false;
  /// One of them has an index or a condition of data.
  bool IsForSomeData = false;
  /// A block of the grid executes a loop over all data more than once.
  bool IsInSmallGrid = false;
  /// Some with which both are executed, of those that decide that.
  std::vector<WitnessValue> With = {};
};

/// An access and a copy of the copy engine. The copy fills these bytes, and nobody
/// has waited for it; or it reads what was written without a fence.proxy.async.
struct CopyRace {
  unsigned Copy = 0; ///< In KernelModel::Barriers.
  RacingAccess Access;
};

/// Whether every pair of accesses that may meet is ordered.
struct RaceProof {
  bool IsProven = false;
  std::string Reason;                 ///< Why it is not.
  std::string Assumption;             ///< What a proof assumes; may be empty.
  const KernelPlace *Where = nullptr; ///< What Reason is about, or null.
};

struct BlockHazards {
  std::vector<DivergentBarrier> Barriers;
  std::vector<WrongMask> Masks;
  std::vector<SharedRace> Races;
  std::vector<CopyRace> CopyRaces;
  /// Stores of one value by two threads, in no order.
  std::vector<SharedRace> SameStores;
  /// Where the block is not known: of some sizes, in all of which threads race.
  /// Threads are those of the first.
  std::vector<LaunchShape> Tried;
  RaceProof Freedom;
  /// By number in KernelModel::Barriers: without one of them nothing races
  /// either.
  std::vector<unsigned> Idle;
};

} // namespace warplint

#endif // WARPLINT_RACE_BLOCKHAZARDS_H
