//===- AsyncCopies.h - Copies that threads have not waited for --*- C++ -*-===//
//
// What cp.async brings is there when the thread that started it has waited: for
// a group by cp.async.wait_group, for all by cp.async.wait_all (PTX ISA,
// "Data Movement: cp.async"). Until then no barrier orders it with an access, not
// even one of the same thread.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_ASYNCCOPIES_H
#define WARPLINT_LIB_RACE_ASYNCCOPIES_H

#include "CopyAccesses.h"

namespace warplint {

class AsyncCopies {
public:
  AsyncCopies(const KernelModel &Kernel, BlockEvaluation &Values,
              PathConditions &Paths)
      : Kernel(Kernel), Values(Values), Paths(Paths) {}

  /// Somebody may have waited, or another trace begins.
  void forget() {
    Started.clear();
    Skipped.clear();
  }
  /// Nothing is looked for from here on.
  void stop() { IsStopped = true; }
  /// A wait may be passed over by \p D.
  void addSkipped(const SharedDecision &D) { Skipped.push_back(D); }
  /// Threads \p Of close a group of what they have started.
  void commit(const ThreadSet &Of);
  /// Threads \p Of wait for all but the last groups, as many as \p Groups says;
  /// null: for all.
  void wait(const FormsOfBlock *Groups, const ThreadSet &Of);
  void access(const AccessVisit &Visit, const ThreadSet &Of);

  std::vector<SharedRace> takeRaces() { return std::move(Races); }

private:
  struct Place {
    uint32_t Sum = 0;
    int64_t Offset = 0;
    unsigned Thread = 0;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  struct Copy {
    AccessVisit Visit;
    ThreadSet Of;        ///< Those that have not waited.
    unsigned Groups = 0; ///< That were closed since.
    std::vector<Place> Places;
  };

  void start(const AccessVisit &Visit, const ThreadSet &Of);
  void check(const Copy &C, const AccessVisit &Visit, const ThreadSet &Of);
  bool mayHappen(const AccessVisit &Earlier, const AccessVisit &Later) const;

  const KernelModel &Kernel;
  BlockEvaluation &Values;
  PathConditions &Paths;
  bool IsStopped = false;
  std::vector<Copy> Started;
  std::vector<SharedDecision> Skipped;
  std::set<std::pair<unsigned, unsigned>> Reported;
  std::vector<SharedRace> Races;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_ASYNCCOPIES_H
