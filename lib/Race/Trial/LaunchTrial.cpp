//===- LaunchTrial.cpp - Races by addresses of the launch -----------------===//

#include "LaunchTrial.h"
#include "Race/FlowRegions.h"
#include "TriedValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

namespace warplint {

/// Visits of one access that are tried with those of another one.
static constexpr size_t MostVisits = 4;
/// Threads that have to come to an access, if as many may.
static constexpr size_t FewThreads = 4;

/// A plain store and a load, or an atomic and one of these.
bool LaunchTrial::isPair(unsigned A, unsigned B) const {
  const AccessEffect X = Kernel.Accesses[A].Effect,
                     Y = Kernel.Accesses[B].Effect;
  return X != Y && (X == AccessEffect::Write || Y == AccessEffect::Write);
}

/// Finds the threads of \p V. False: of some it is not known where they access.
bool LaunchTrial::addPoints(TriedVisit &V) {
  if (V.Points)
    return !V.Points->empty();
  V.Points.emplace();
  const FormsOfBlock Address = Paths.valueAt(accessOf(V).Address, V.Visit.At);
  std::vector<unsigned> Free;
  for (unsigned T = 0; T != V.Phases.size(); ++T)
    if (V.Of.test(T) && !Address[T].isKnown())
      Free.push_back(T);
    else if (V.Of.test(T))
      V.Points->push_back({.Thread = T, .Address = Address[T], .When = {}});
  if ((!Free.empty() && (!V.Points->empty() || !addFreePoints(V, Free))) ||
      !Values.spend(4 * V.Points->size()))
    V.Points->clear();
  for (Point &P : *V.Points)
    Paths.addForms(V.Visit.of(P.Thread), P.When);
  return !V.Points->empty();
}

/// The same of \p Threads, all that come to \p V, where data decide the index.
bool LaunchTrial::addFreePoints(TriedVisit &V, ArrayRef<unsigned> Threads) {
  for (unsigned T : Threads) {
    const ThreadRange R =
        Values.spend(8)
            ? Paths.freeRangeAt(accessOf(V).Address, V.Visit.At, T, Threads)
            : ThreadRange();
    // The caller may know that indices end where another array begins.
    if (!R.isKnown() || R.More == 0 || R.HasAny)
      return false;
    V.Points->push_back({T, R.Least, R.More, R.Step, {}});
  }
  return true;
}

/// All that \p P depends on is of the launch, and it accesses one array.
bool LaunchTrial::collect(const Pair &P, FormValues &Of) {
  for (const auto *Side : {&P.First, &P.Second})
    for (const TriedVisit *V : *Side)
      for (const Point &At : *V->Points) {
        Of.collect(At.Address.Sum);
        for (ThreadForm F : At.When)
          Of.collect(F.Sum);
      }
  size_t Arrays = 0;
  for (uint32_t Root : Of.roots()) {
    const SharedUnknown &U = Paths.table().unknown(Root);
    Arrays += U.Array.has_value();
    if (U.Array ? U.ArrayBytes == 0 || StringRef(*U.Array).starts_with("*")
                : !U.IsLaunch || U.Name.empty())
      return false;
  }
  return Arrays == 1;
}

/// Adds the threads that are there. False: some are out of bounds.
bool LaunchTrial::touch(const TriedVisit &V, FormValues &With,
                        std::vector<Touch> &To) {
  int64_t Bytes = 0;
  for (uint32_t Root : With.roots())
    Bytes = std::max(Bytes, Paths.table().unknown(Root).ArrayBytes);
  for (const Point &P : *V.Points) {
    if (!all_of(P.When, [&](ThreadForm F) { return With.isTrue(F); }))
      continue;
    const std::optional<int64_t> Offset = With.valueOf(P.Address, 64);
    if (!Offset || *Offset < 0 || *Offset + accessOf(V).BytesPerLane > Bytes)
      return false;
    To.push_back({&V, &P, *Offset});
  }
  return true;
}

/// No two threads store to one byte.
bool LaunchTrial::storesApart(ArrayRef<Touch> All) const {
  std::vector<std::array<int64_t, 4>> Stores; // Phase, begin, end, thread.
  for (const Touch &T : All)
    if (accessOf(*T.Of).Effect == AccessEffect::Write && T.At->More == 0)
      Stores.push_back({T.Of->Phases[T.At->Thread].OfBlock, T.Offset,
                        T.Offset + accessOf(*T.Of).BytesPerLane, T.At->Thread});
  llvm::sort(Stores);
  for (size_t N = 1; N < Stores.size(); ++N) {
    const auto &[Phase, Begin, End, Thread] = Stores[N - 1];
    const auto &[NextPhase, NextBegin, NextEnd, Next] = Stores[N];
    if (Phase == NextPhase && NextBegin < End && Thread != Next)
      return false;
  }
  return true;
}

/// Two threads at one byte in one phase that nothing orders.
std::optional<std::pair<LaunchTrial::Touch, LaunchTrial::Touch>>
LaunchTrial::meeting(ArrayRef<Touch> First, ArrayRef<Touch> Second,
                     MayHappen May) const {
  std::vector<Touch> Sorted(Second);
  llvm::sort(Sorted, [](const Touch &X, const Touch &Y) {
    return X.Offset < Y.Offset;
  });
  for (const Touch &X : First) {
    const ThreadPhase &PhaseX = X.Of->Phases[X.At->Thread];
    const int64_t End = X.Offset + X.At->More + accessOf(*X.Of).BytesPerLane;
    auto IsAt = [&](const Touch &Y) {
      return X.At->More == 0 ||
             (Y.Offset >= X.Offset && (Y.Offset - X.Offset) % X.At->Step == 0);
    };
    const int64_t Most = accessOf(*Sorted.front().Of).BytesPerLane;
    for (auto It = llvm::lower_bound(
             Sorted, X.Offset - Most + 1,
             [](const Touch &T, int64_t Offset) { return T.Offset < Offset; });
         It != Sorted.end() && It->Offset < End; ++It) {
      const ThreadPhase &PhaseY = It->Of->Phases[It->At->Thread];
      if (X.At->Thread != It->At->Thread && IsAt(*It) &&
          PhaseX.OfBlock == PhaseY.OfBlock &&
          isFreeOfWarp(X.At->Thread, PhaseX.OfWarp, PhaseX.Met, It->At->Thread,
                       PhaseY.OfWarp, PhaseY.Met) &&
          May(X.Of->Visit, It->Of->Visit, PhaseX.OfBlock))
        return std::pair(X, *It);
    }
  }
  return std::nullopt;
}

/// Nothing but \p V, by all threads that values of the launch send there, writes
/// shared memory.
bool LaunchTrial::isOnlyStore(const TriedVisit &V) const {
  const auto Shared = ArrayRef(Kernel.Accesses).take_front(Kernel.NumShared);
  return accessOf(V).Effect == AccessEffect::Write && V.Visit.At.empty() &&
         V.Of.count() == V.Phases.size() && hasFlowAlone(Kernel) &&
         count_if(Shared,
                  [](const KernelAccess &A) {
                    return A.Effect != AccessEffect::Read;
                  }) == 1 &&
         count_if(Visits, [&](const TriedVisit &Other) {
           return Other.Visit.Access == V.Visit.Access;
         }) == 1;
}

/// Each of \p Loads begins at a byte that one of \p Stores has written.
bool LaunchTrial::areStored(ArrayRef<Touch> Loads, ArrayRef<Touch> Stores,
                            int64_t StoredBytes) {
  std::vector<int64_t> Begins;
  for (const Touch &Store : Stores)
    Begins.push_back(Store.Offset);
  llvm::sort(Begins);
  return all_of(Loads, [&](const Touch &Load) {
    const auto Above = llvm::upper_bound(Begins, Load.Offset);
    return Above != Begins.begin() &&
           *std::prev(Above) + StoredBytes > Load.Offset;
  });
}

LaunchTrial::Outcome LaunchTrial::tryValues(const Pair &P, FormValues &With,
                                            MayHappen May, SharedRace &Found) {
  std::vector<Touch> First, Second;
  auto Fill = [&](ArrayRef<TriedVisit *> Of, std::vector<Touch> &To) {
    size_t May = 0;
    for (const TriedVisit *V : Of) {
      May = std::max(May, V->Points->size());
      if (!Values.spend(V->Points->size()) || !touch(*V, With, To))
        return false;
    }
    return To.size() >= std::min(May, FewThreads);
  };
  if (!Fill(P.First, First) || !Fill(P.Second, Second))
    return Outcome::Implausible;
  std::vector<Touch> All = First;
  llvm::append_range(All, Second);
  if (!storesApart(All))
    return Outcome::Implausible;
  auto Pair = meeting(First, Second, May);
  const bool IsStoreFirst =
      accessOf(*P.First.front()).Effect == AccessEffect::Write;
  const TriedVisit &Store = *(IsStoreFirst ? P.First : P.Second).front();
  const bool IsOnly = !isFree(P.First.front()) && isOnlyStore(Store);
  const bool AreStored = IsOnly && areStored(IsStoreFirst ? Second : First,
                                             IsStoreFirst ? First : Second,
                                             accessOf(Store).BytesPerLane);
  if (!Pair)
    return IsOnly && !AreStored ? Outcome::Unstored : Outcome::Free;
  auto &[X, Y] = *Pair;
  if (Y.Of->Visit.Time < X.Of->Visit.Time)
    std::swap(X, Y);
  auto SideOf = [](const Touch &T) -> RacingAccess {
    return {T.Of->Visit.Access, T.At->Thread, T.Offset,
            iterations(T.Of->Visit.At)};
  };
  Found.IsForSomeData = X.At->More || Y.At->More;
  Found.First = SideOf(X);
  Found.Second = SideOf(Y);
  return AreStored ? Outcome::Complete : Outcome::Race;
}

std::optional<SharedRace> LaunchTrial::tryAll(const Pair &P, MayHappen May) {
  FormValues With(Paths.table());
  if (!collect(P, With))
    return std::nullopt;
  TriedValues Tried(Paths.table(), With.roots(), Values.shape());
  std::optional<SharedRace> Smallest;
  int64_t Least = 0;
  size_t Races = 0;
  bool HasUnstored = false, HasComplete = false;
  for (size_t Number = 0; Tried.next(); ++Number) {
    if (Races == 0 && Number == TriedValues::MostInVain)
      return std::nullopt;
    for (auto [Root, Value] : zip(With.roots(), Tried.values()))
      With.set(Root, Value);
    SharedRace Here;
    const Outcome Is = tryValues(P, With, May, Here);
    // Of several parameters one may say where other data begin.
    if (Values.isSpent() || Is == Outcome::Free ||
        (Is == Outcome::Unstored && With.roots().size() > 2))
      return std::nullopt;
    HasUnstored |= Is == Outcome::Unstored;
    HasComplete |= Is == Outcome::Complete;
    if (Is != Outcome::Race && Is != Outcome::Complete)
      continue;
    ++Races;
    const int64_t Sum = std::accumulate(Tried.values().begin(),
                                        Tried.values().end(), int64_t(0));
    if (!Smallest || Sum < Least) {
      Here.With = Tried.named();
      Smallest = std::move(Here);
      Least = Sum;
    }
  }
  return Races >= Tried.enough() && (HasComplete || !HasUnstored)
             ? Smallest
             : std::nullopt;
}

std::vector<SharedRace> LaunchTrial::races(MayHappen May) {
  std::map<unsigned, std::vector<TriedVisit *>> ByAccess;
  for (TriedVisit &V : Visits)
    if (auto &Of = ByAccess[V.Visit.Access]; Of.size() < MostVisits)
      Of.push_back(&V);
  std::vector<SharedRace> Found;
  for (auto X = ByAccess.begin(); X != ByAccess.end(); ++X)
    for (auto Y = std::next(X); Y != ByAccess.end(); ++Y) {
      Pair P{X->second, Y->second};
      if (!isPair(X->first, Y->first) ||
          !all_of(P.First, [&](TriedVisit *V) { return addPoints(*V); }) ||
          !all_of(P.Second, [&](TriedVisit *V) { return addPoints(*V); }))
        continue;
      // One of them where data decide: two may be meant never to meet.
      if (any_of(P.Second, isFree))
        std::swap(P.First, P.Second);
      if (any_of(P.Second, isFree))
        continue;
      if (std::optional<SharedRace> Race = tryAll(P, May))
        Found.push_back(std::move(*Race));
    }
  return Found;
}

} // namespace warplint
