//===- PhaseAccesses.h - The accesses between two barriers ------*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_PHASEACCESSES_H
#define WARPLINT_LIB_RACE_PHASEACCESSES_H

#include "AsyncCopies.h"
#include "CopyAccesses.h"
#include "Order/NamedOrder.h"
#include "Trial/LaunchTrial.h"
#include "warplint/Race/BlockHazards.h"
#include "warplint/Warp/LaneMask.h"
#include <map>
#include <set>
#include <unordered_map>

namespace warplint {

class PhaseAccesses {
public:
  PhaseAccesses(const KernelModel &Kernel, BlockEvaluation &Values,
                PathConditions &Paths)
      : Copies(Kernel, Values, Paths), Asyncs(Kernel, Values, Paths),
        Kernel(Kernel), Values(Values), Paths(Paths) {}

  CopyAccesses Copies;
  AsyncCopies Asyncs;

  /// Before another trace.
  void startTrace();
  /// Threads \p Of execute \p Visit.
  void add(AccessVisit Visit, const ThreadSet &Of,
           const std::vector<ThreadPhase> &Phases);
  /// A barrier may be passed over by \p D, in phase \p OfBlock.
  void addSkipped(uint32_t OfBlock, SharedDecision D) {
    Skipped[OfBlock].push_back(D);
  }
  std::vector<SharedRace> takeRaces();
  /// Two threads store one value, in no order.
  std::vector<SharedRace> takeSameStores() { return std::move(SameStores); }

  /// A thread may store \p Bytes at \p Address in this trace.
  void addPossibleStore(ThreadForm Address, unsigned Bytes);
  /// All words that threads load in this trace are stored in it, in the array
  /// that they belong to; nothing: that is not known.
  std::optional<bool> areLoadsStored() const;
  /// How many loads of single threads this trace has.
  size_t loads() const { return Loads; }

  /// From now on accesses are kept, to be tried with values of the launch.
  void keepForTrial() { Trial.emplace(Kernel, Values, Paths); }
  bool isTrial() const { return Trial.has_value(); }
  /// Races with all values that were tried.
  std::vector<SharedRace> takeTried();

  /// Threads pass named barriers: what meets is looked at in the end.
  void keepForOrder() { IsKept = true; }
  /// Reports what \p Order leaves unordered; null: it is not known.
  void judgeKept(const NamedOrder *Order);
  /// No two accesses that were kept may race, in the order that is known.
  bool areAllOrdered() const { return AreAllOrdered; }

private:
  struct Entry {
    uint32_t Visit = 0;
    uint32_t Thread = 0;
    uint32_t OfWarp = 0;
    LaneMask Met = 0;
    int64_t Offset = 0;
    uint32_t Points = 0;
    bool IsNamed = false;
  };
  using Entries = llvm::SmallVector<Entry, 2>;
  /// An access by an index of data: to each Step from Offset up to Last, for some
  /// data.
  struct FreeEntry : Entry {
    int64_t Last = 0, Step = 1;
  };
  using FreeEntries = llvm::SmallVector<FreeEntry, 2>;
  struct Place {
    uint32_t Phase = 0, Sum = 0;
    int64_t Word = 0;
    friend bool operator==(const Place &, const Place &) = default;
  };
  struct PlaceHash {
    size_t operator()(const Place &P) const {
      uint64_t H = (uint64_t(P.Phase) << 32 | P.Sum) * 0x9E3779B97F4A7C15u;
      return (H ^ uint64_t(P.Word)) * 0xC2B2AE3D27D4EB4Fu >> 16;
    }
  };
  enum class Same : uint8_t { Yes, No, Unknown };
  /// Two that meet, if nothing orders them.
  struct Pair {
    Entry First, Second;
    Place At;
  };

  const KernelAccess &accessOf(const Entry &E) const {
    return Kernel.Accesses[Visits[E.Visit].Access];
  }
  bool isWrite(const Entry &E) const {
    return accessOf(E).Effect != AccessEffect::Read;
  }
  bool mayKeep(const Entries &Of, const Entry &New) const;
  bool conflict(const Entry &X, const Entry &Y) const;
  bool haveOwnData(const Entry &X, const Entry &Y) const;
  bool check(const Entry &New, const Entries &Others, const Place &At);
  bool isNewRace(const Entry &E, const Entry &New, const Entries &Others) const;
  std::pair<unsigned, unsigned> accessesOf(const Entry &E,
                                           const Entry &New) const {
    return std::minmax(Visits[E.Visit].Access, Visits[New.Visit].Access);
  }
  bool isNewSameStore(const Entry &E, const Entry &New) const;
  void report(const Entry &E, const Entry &New);
  void reportSameStore(const Entry &E, const Entry &New);
  static Entry entryOf(uint32_t Visit, unsigned Thread, const ThreadPhase &At,
                       int64_t Offset);
  bool isOfOtherData(const LaneExpr *Index, const AccessVisit &At, unsigned T);
  void addFree(uint32_t Visit, const ThreadSet &Of,
               const std::vector<ThreadPhase> &Phases);
  void checkFree(FreeEntry Free, const Entry &Known, const Place &At);
  Same storeTheSame(const Entry &X, const Entry &Y) const;
  bool mayBeHarmless(const Entry &X, const Entry &Y,
                     const Entries &Others) const;
  bool mayHappen(const AccessVisit &A, const AccessVisit &B,
                 uint32_t Phase) const;
  PathPoint pointOf(const Entry &E) const {
    return Visits[E.Visit].of(E.Thread);
  }
  RacingAccess sideOf(const Entry &E) const;

  const KernelModel &Kernel;
  BlockEvaluation &Values;
  PathConditions &Paths;
  std::vector<AccessVisit> Visits;
  std::unordered_map<Place, Entries, PlaceHash> Places;
  /// By phase and sum.
  std::map<std::pair<uint32_t, uint32_t>, FreeEntries> Free;
  std::map<uint32_t, std::vector<SharedDecision>> Skipped; ///< By phase.
  std::set<std::pair<unsigned, unsigned>> Reported, ReportedSame;
  std::vector<SharedRace> Races, SameStores;
  bool IsKept = false, AreAllOrdered = true;
  std::vector<Pair> Kept;
  std::set<uint32_t> Sums; ///< Of all places, if they are kept.
  std::optional<LaunchTrial> Trial;
  size_t Loads = 0;
  /// Words that may be stored.
  std::set<std::pair<uint32_t, int64_t>> Possible;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_PHASEACCESSES_H
