//===- LaunchTrial.h - Races by addresses of the launch ---------*- C++ -*-===//
//
// Where parameters go into an address, they decide whether two threads meet:
//
//   s[t] = in[t];
//   out[t] = s[t % g * k + t / g];       g = 2, k = 3: threads 1 and 3
//
// The kernel's caller may know that they do not: with `s[n + t]` n is as large as
// the block. So this is a race only if it is one with each of many values that
// keep all accesses in bounds and each store to one thread. Values with which
// threads load what nothing has stored do not count as one without a race, if
// there is a race where they load no such thing: `s[n - 1 - t]`, for one
// parameter.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_TRIAL_LAUNCHTRIAL_H
#define WARPLINT_LIB_RACE_TRIAL_LAUNCHTRIAL_H

#include "Race/CopyAccesses.h"
#include "Race/Order/ThreadPhase.h"
#include "Race/Values/FormValues.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

class LaunchTrial {
public:
  LaunchTrial(const KernelModel &Kernel, BlockEvaluation &Values,
              PathConditions &Paths)
      : Kernel(Kernel), Values(Values), Paths(Paths) {}

  /// Threads \p Of come to \p Visit for some values of the launch.
  void add(AccessVisit Visit, const ThreadSet &Of,
           const std::vector<ThreadPhase> &Phases) {
    Visits.push_back({std::move(Visit), Of, Phases, {}});
  }

  /// Both may be executed with no barrier of the block between them.
  using MayHappen = llvm::function_ref<bool(
      const AccessVisit &, const AccessVisit &, uint32_t Phase)>;
  /// Pairs that race with all values that are tried, of which one is shown.
  std::vector<SharedRace> races(MayHappen May);

private:
  /// One thread at a visit: by which conditions it comes there, and the place.
  struct Point {
    unsigned Thread = 0;
    ThreadForm Address;
    /// Data decide: it is up to so much more, by multiples of Step.
    int64_t More = 0, Step = 1;
    std::vector<ThreadForm> When;
  };
  struct TriedVisit {
    AccessVisit Visit;
    ThreadSet Of;
    std::vector<ThreadPhase> Phases;
    std::optional<std::vector<Point>> Points; ///< When they are asked for.
  };
  /// A thread that is there with the values that are tried.
  struct Touch {
    const TriedVisit *Of = nullptr;
    const Point *At = nullptr;
    int64_t Offset = 0;
  };
  struct Pair {
    std::vector<TriedVisit *> First, Second; ///< Of two accesses.
  };
  /// Unstored: threads load what the only store of the kernel has not written,
  /// and none meet. Complete: a race, and they load nothing of that kind.
  enum class Outcome : uint8_t { Implausible, Unstored, Free, Race, Complete };

  bool isPair(unsigned A, unsigned B) const;
  static bool isFree(const TriedVisit *V) { return V->Points->front().More; }
  bool addPoints(TriedVisit &V);
  bool addFreePoints(TriedVisit &V, llvm::ArrayRef<unsigned> Threads);
  bool collect(const Pair &P, FormValues &Of);
  bool touch(const TriedVisit &V, FormValues &With, std::vector<Touch> &To);
  bool storesApart(llvm::ArrayRef<Touch> All) const;
  std::optional<std::pair<Touch, Touch>> meeting(llvm::ArrayRef<Touch> First,
                                                 llvm::ArrayRef<Touch> Second,
                                                 MayHappen May) const;
  bool isOnlyStore(const TriedVisit &V) const;
  static bool areStored(llvm::ArrayRef<Touch> Loads,
                        llvm::ArrayRef<Touch> Stores, int64_t StoredBytes);
  Outcome tryValues(const Pair &P, FormValues &With, MayHappen May,
                    SharedRace &Found);
  std::optional<SharedRace> tryAll(const Pair &P, MayHappen May);

  const KernelAccess &accessOf(const TriedVisit &V) const {
    return Kernel.Accesses[V.Visit.Access];
  }

  const KernelModel &Kernel;
  BlockEvaluation &Values;
  PathConditions &Paths;
  std::vector<TriedVisit> Visits;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_TRIAL_LAUNCHTRIAL_H
