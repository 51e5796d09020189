//===- NamedOrder.h - What barriers of some threads order -------*- C++ -*-===//
//
// At `bar.sync n, m` and `bar.arrive n, m` threads meet in phases of m threads.
// What each thread passes is kept, and then executed once, by all threads in
// turn:
//
//   warps 0 and 1                warps 2 and 3
//     tile = ...                   bar.sync 1, 128;    first phase of 1: behind
//     bar.arrive 1, 128;           ... = tile          the stores
//     bar.sync 2, 128;             bar.arrive 2, 128;
//     tile = ...                                       behind the loads
//
// Two accesses that this execution leaves unordered are a race. If each phase of
// a barrier ends before any thread comes to the next one, all executions have
// the same order.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_NAMEDORDER_H
#define WARPLINT_LIB_RACE_NAMEDORDER_H

#include "warplint/Race/BlockHazards.h"
#include <map>

namespace warplint {

/// What a thread passes.
struct MeetingPoint {
  bool IsOfBlock = false; ///< All threads that have not ended meet here.
  bool Waits = false;
  int64_t Number = 0;
  uint64_t Count = 0; ///< Threads of a phase.
  friend auto operator<=>(const MeetingPoint &, const MeetingPoint &) = default;
};

/// Threads wait at a barrier of a number, and never go on.
struct StuckThreads {
  int64_t Number = 0;
  TooFewThreads Counted;
  ThreadSet Waiting;
};

class NamedOrder {
public:
  explicit NamedOrder(unsigned Threads) : Threads(Threads), Passed(Threads) {}

  void pass(const MeetingPoint &Point, unsigned Thread);
  /// How many points \p Thread has passed.
  uint32_t countOf(unsigned Thread) const {
    return uint32_t(Passed[Thread].size());
  }
  /// What some threads pass is not known.
  void giveUp() { IsKnown = false; }

  /// Executes what was passed. False: nothing is known of the order.
  bool run();
  /// Where run() found none: who waits in the end for threads that never come.
  std::optional<StuckThreads> stuck() const;
  /// Of two threads, each behind so many points: one access is over before the
  /// other begins.
  bool areOrdered(unsigned T, uint32_t BehindT, unsigned U,
                  uint32_t BehindU) const;
  /// All executions have this order.
  bool isTheOnly() const { return IsTheOnly; }

private:
  /// Threads that pass the same.
  struct Group {
    ThreadSet Of;
    uint64_t Counted = 0; ///< Of whole warps.
    std::vector<MeetingPoint> Points;
    size_t At = 0;
    bool IsWaiting = false;
    /// By number of points passed: how many points of each group are over.
    std::vector<std::vector<uint32_t>> Known;
  };
  using Participants = std::vector<std::pair<unsigned, uint32_t>>;
  struct Phase {
    uint64_t Arrived = 0;
    Participants Of, Before; ///< Before: of the last phase.
  };

  bool formGroups();
  bool step(unsigned G);
  bool arrive(unsigned G);
  bool meetAsBlock();
  void complete(const Participants &Of);

  unsigned Threads;
  std::vector<std::vector<MeetingPoint>> Passed; ///< By thread.
  bool IsKnown = true, IsTheOnly = true;
  bool IsStuck = false; ///< All that have not ended wait.
  std::vector<Group> Groups;
  std::vector<unsigned> GroupOf; ///< By thread.
  std::map<int64_t, Phase> Phases;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_NAMEDORDER_H
