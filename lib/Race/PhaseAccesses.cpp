//===- PhaseAccesses.cpp - The accesses between two barriers --------------===//

#include "PhaseAccesses.h"
#include "Lane/Expr/LaneWalk.h"
#include "Race/Values/ThreadRanges.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Bytes that are looked up together.
static constexpr int64_t WordBytes = 4;
/// Accesses of one word in one phase that are kept, and of one warp.
static constexpr size_t MaxEntries = 16, MaxOfWarp = 3;
/// Pairs that are kept until their order is known.
static constexpr size_t MaxKept = 200000;

void PhaseAccesses::startTrace() {
  Copies.startTrace();
  Asyncs.forget();
  Free.clear();
  Visits.clear();
  Places.clear();
  Skipped.clear();
  IsKept = false;
  AreAllOrdered = true;
  Kept.clear();
  Sums.clear();
  Possible.clear();
  Loads = 0;
}

std::vector<SharedRace> PhaseAccesses::takeRaces() {
  llvm::append_range(Races, Asyncs.takeRaces());
  return std::move(Races);
}

/// The last entries of a word tell no more than the first ones, if other warps
/// are among these.
bool PhaseAccesses::mayKeep(const Entries &Of, const Entry &New) const {
  if (IsKept)
    return true;
  size_t Alike = 0, OfWarp = 0;
  for (const Entry &E : Of)
    if (isWrite(E) == isWrite(New)) {
      ++Alike;
      OfWarp += E.Thread / WarpSize == New.Thread / WarpSize;
    }
  return Alike < MaxEntries / 2 && OfWarp < MaxOfWarp;
}

/// Data send one thread to \p X, and others the other one to \p Y.
bool PhaseAccesses::haveOwnData(const Entry &X, const Entry &Y) const {
  const InputsOfThreads *OfX = Visits[X.Visit].Inputs,
                        *OfY = Visits[Y.Visit].Inputs;
  if (!OfX || !OfY)
    return false;
  const std::vector<ThreadForm> &L = (*OfX)[X.Thread], &R = (*OfY)[Y.Thread];
  // Sums that differ are places in arrays that do not overlap, for some callers.
  return !L.empty() && !R.empty() && none_of(L, [&](ThreadForm F) {
    return any_of(R, [&](ThreadForm G) {
      return F == G || (F.Sum != G.Sum && OfX == OfY && L.size() == 1);
    });
  });
}

/// Two threads touch one byte, one of them by a plain write, and nothing of the
/// warp orders them.
bool PhaseAccesses::conflict(const Entry &X, const Entry &Y) const {
  if (X.Thread == Y.Thread || (Visits[X.Visit].IsPerhaps &&
                               Visits[Y.Visit].IsPerhaps && !haveOwnData(X, Y)))
    return false;
  const KernelAccess &A = accessOf(X), &B = accessOf(Y);
  if (X.Offset + A.BytesPerLane <= Y.Offset ||
      Y.Offset + B.BytesPerLane <= X.Offset)
    return false;
  if (A.Effect == AccessEffect::Read && B.Effect == AccessEffect::Read)
    return false;
  if (A.Effect == AccessEffect::Update && B.Effect == AccessEffect::Update)
    return false;
  return isFreeOfWarp(X.Thread, X.OfWarp, X.Met, Y.Thread, Y.OfWarp, Y.Met);
}

/// Two threads store what they have loaded from one place that nobody writes.
static bool areOneInput(const AccessVisit &A, unsigned T, const AccessVisit &B,
                        unsigned U) {
  return A.ValueFrom && B.ValueFrom && (*A.ValueFrom)[T].isKnown() &&
         (*A.ValueFrom)[T] == (*B.ValueFrom)[U] &&
         A.Step->Stored.Value->width() == B.Step->Stored.Value->width();
}

/// Whether two writes leave the same bytes.
PhaseAccesses::Same PhaseAccesses::storeTheSame(const Entry &X,
                                                const Entry &Y) const {
  const AccessVisit &A = Visits[X.Visit], &B = Visits[Y.Visit];
  if (A.Value && B.Value) {
    const ThreadForm L = (*A.Value)[X.Thread], R = (*B.Value)[Y.Thread];
    if (L.isKnown() && R.isKnown() && L.Sum == R.Sum)
      return L.Number == R.Number ? Same::Yes : Same::No;
  }
  if (areOneInput(A, X.Thread, B, Y.Thread))
    return Same::Yes;
  // Copies of one store may be meant to write one value.
  if (accessOf(X).Source != accessOf(Y).Source)
    return Same::No;
  if (A.LoadedFrom.size() != B.LoadedFrom.size() || A.LoadedFrom.empty() ||
      A.Step != B.Step)
    return Same::Unknown;
  Same Found = Same::Yes;
  for (auto [From, Other] : zip(A.LoadedFrom, B.LoadedFrom)) {
    const ThreadForm L = (*From)[X.Thread], R = (*Other)[Y.Thread];
    if (!L.isKnown() || L.Sum != R.Sum)
      Found = Found == Same::No ? Found : Same::Unknown;
    else if (L.Number != R.Number)
      Found = Same::No;
  }
  return Found;
}

/// It may be that the value read or left is the same in either order: several
/// threads write what one would.
bool PhaseAccesses::mayBeHarmless(const Entry &X, const Entry &Y,
                                  const Entries &Others) const {
  const bool IsPlainX = accessOf(X).Effect == AccessEffect::Write;
  const bool IsPlainY = accessOf(Y).Effect == AccessEffect::Write;
  if (IsPlainX && IsPlainY)
    return storeTheSame(X, Y) != Same::No;
  const Entry &Write = IsPlainX ? X : Y, &Other = IsPlainX ? Y : X;
  // Who reads has written the same, or all that read may have.
  return any_of(Others, [&](const Entry &E) {
    return E.Thread != Write.Thread &&
           (E.Thread == Other.Thread || !Visits[Write.Visit].IsPerhaps) &&
           accessOf(E).Effect == AccessEffect::Write &&
           storeTheSame(E, Write) != Same::No;
  });
}

/// The shared conditions of one access are conditions of the other, and no
/// barrier between them is passed over by a condition that may never hold.
bool PhaseAccesses::mayHappen(const AccessVisit &A, const AccessVisit &B,
                              uint32_t Phase) const {
  if (!areAmong(A.Under, B.Under) && !areAmong(B.Under, A.Under))
    return false;
  auto Found = Skipped.find(Phase);
  if (Found == Skipped.end())
    return true;
  return all_of(Found->second, [&](const SharedDecision &D) {
    if (D.Time > std::max(A.Time, B.Time) || areAmong(D, A.Under) ||
        areAmong(D, B.Under))
      return true;
    // A loop that is entered is left at some time: where that one is does not
    // matter.
    return D.LeftLoop && D.Iterations > 0 &&
           none_of(ArrayRef<const AccessVisit *>{&A, &B},
                   [&](const AccessVisit *V) {
                     return Values.dependsOn(Kernel.Accesses[V->Access].Address,
                                             *D.LeftLoop);
                   });
  });
}

RacingAccess PhaseAccesses::sideOf(const Entry &E) const {
  return {Visits[E.Visit].Access, E.Thread, E.Offset,
          iterations(Visits[E.Visit].At)};
}

/// Two accesses that nothing orders are a race that is not known yet.
bool PhaseAccesses::isNewRace(const Entry &E, const Entry &New,
                              const Entries &Others) const {
  return !Reported.contains(accessesOf(E, New)) &&
         !mayBeHarmless(E, New, Others);
}

/// They are stores of one value.
bool PhaseAccesses::isNewSameStore(const Entry &E, const Entry &New) const {
  return accessOf(E).Effect == AccessEffect::Write &&
         accessOf(New).Effect == AccessEffect::Write &&
         !Visits[E.Visit].IsPerhaps && !Visits[New.Visit].IsPerhaps &&
         !ReportedSame.contains(accessesOf(E, New)) &&
         storeTheSame(E, New) == Same::Yes;
}

void PhaseAccesses::report(const Entry &E, const Entry &New) {
  Reported.insert(accessesOf(E, New));
  Races.push_back({sideOf(E), sideOf(New)});
  if (!IsKept)
    Races.back().With = Paths.found();
  Races.back().IsForSomeData =
      Visits[E.Visit].IsPerhaps || Visits[New.Visit].IsPerhaps;
}

void PhaseAccesses::reportSameStore(const Entry &E, const Entry &New) {
  ReportedSame.insert(accessesOf(E, New));
  SameStores.push_back({sideOf(E), sideOf(New)});
}

/// True where there is a race that was not known before.
bool PhaseAccesses::check(const Entry &New, const Entries &Others,
                          const Place &At) {
  bool IsNew = false;
  if (IsKept)
    AreAllOrdered &= Values.spend(Others.size());
  for (const Entry &E : Others) {
    if (!conflict(E, New))
      continue;
    if (E.IsNamed || New.IsNamed) {
      if (Kept.size() < MaxKept)
        Kept.push_back({E, New, At});
      AreAllOrdered &= Kept.size() < MaxKept;
      continue;
    }
    AreAllOrdered = false;
    const bool IsRace = isNewRace(E, New, Others);
    if ((!IsRace && !isNewSameStore(E, New)) ||
        !mayHappen(Visits[E.Visit], Visits[New.Visit], At.Phase) ||
        !Paths.mayBothHappen(pointOf(E), pointOf(New)))
      continue;
    IsRace ? report(E, New) : reportSameStore(E, New);
    IsNew |= IsRace;
  }
  return IsNew;
}

void PhaseAccesses::judgeKept(const NamedOrder *Order) {
  AreAllOrdered &= Order != nullptr && Order->isTheOnly();
  for (uint32_t Sum : Sums)
    AreAllOrdered &= all_of(Sums, [&](uint32_t Other) {
      return Sum == Other || Values.Table.distance(Sum, Other).AreApart;
    });
  if (!Order)
    return;
  for (const Pair &P : Kept) {
    if (Order->areOrdered(P.First.Thread, P.First.Points, P.Second.Thread,
                          P.Second.Points))
      continue;
    AreAllOrdered = false;
    if (isNewRace(P.First, P.Second, Places[P.At]))
      report(P.First, P.Second);
    else if (isNewSameStore(P.First, P.Second))
      reportSameStore(P.First, P.Second);
  }
}

/// What is at \p Offset from \p Sum lies beyond the end of its array.
static bool isBeyond(uint32_t Sum, int64_t Offset, const FormTable &Table) {
  const FormTable::Terms &Of = Table.terms(Sum);
  const SharedUnknown *U =
      Of.size() == 1 ? &Table.unknown(Of.front().first) : nullptr;
  return U && U->Array && U->ArrayBytes &&
         (Offset < 0 || Offset >= U->ArrayBytes);
}

void PhaseAccesses::addPossibleStore(ThreadForm Address, unsigned Bytes) {
  const int64_t Last = Address.Number + Bytes - 1;
  for (int64_t Word = Address.Number >> 2; Word <= Last >> 2; ++Word)
    Possible.insert({Address.Sum, Word});
}

std::optional<bool> PhaseAccesses::areLoadsStored() const {
  for (const AccessVisit &V : Visits)
    for (unsigned T = 0; T != unsigned(Values.shape().threads()); ++T)
      if (!(*V.Address)[T].isKnown())
        return std::nullopt;
  std::set<std::pair<uint32_t, int64_t>> Loaded, Stored = Possible;
  std::set<uint32_t> StoredSums;
  for (const auto &[Sum, Word] : Possible)
    StoredSums.insert(Sum);
  for (const auto &[At, Of] : Places)
    for (const Entry &E : Of) {
      (isWrite(E) ? Stored : Loaded).insert({At.Sum, At.Word});
      if (isWrite(E))
        StoredSums.insert(At.Sum);
      if (isBeyond(At.Sum, At.Word * WordBytes, Values.Table))
        return false;
    }
  bool AreStored = true;
  for (const auto &Word : Loaded) {
    if (Stored.contains(Word))
      continue;
    AreStored = false;
    for (uint32_t Sum : StoredSums)
      if (Sum != Word.first && !Values.Table.distance(Sum, Word.first).AreApart)
        return std::nullopt;
  }
  return AreStored;
}

PhaseAccesses::Entry PhaseAccesses::entryOf(uint32_t Visit, unsigned Thread,
                                            const ThreadPhase &At,
                                            int64_t Offset) {
  return {Visit, Thread, At.OfWarp, At.Met, Offset, At.Points, At.IsNamed};
}

std::vector<SharedRace> PhaseAccesses::takeTried() {
  if (IsKept)
    return {};
  return Trial->races([&](const AccessVisit &A, const AccessVisit &B,
                          uint32_t Phase) { return mayHappen(A, B, Phase); });
}

void PhaseAccesses::add(AccessVisit Visit, const ThreadSet &Of,
                        const std::vector<ThreadPhase> &Phases) {
  if (Trial)
    return Trial->add(std::move(Visit), Of, Phases);
  const KernelAccess &A = Kernel.Accesses[Visit.Access];
  Loads += A.Effect == AccessEffect::Read ? Of.count() : 0;
  Copies.access(Visit, Of);
  Asyncs.access(Visit, Of);
  const auto Number = uint32_t(Visits.size());
  const FormsOfBlock &Address = *Visit.Address;
  Visits.push_back(std::move(Visit));
  auto ForEachWord = [&](auto Use) {
    for (unsigned T = 0; T != Phases.size(); ++T) {
      const ThreadForm At = Address[T];
      if (!Of.test(T) || !At.isKnown())
        continue;
      const Entry New = entryOf(Number, T, Phases[T], At.Number);
      const int64_t Last = At.Number + A.BytesPerLane - 1;
      for (int64_t Word = At.Number >> 2; Word <= Last >> 2; ++Word)
        Use(Place{Phases[T].OfBlock, At.Sum, Word}, New);
    }
  };
  static_assert(WordBytes == 1 << 2);
  // All of the instruction's, then what they meet: none of them is first.
  ForEachWord([&](const Place &P, const Entry &New) {
    if (IsKept)
      Sums.insert(P.Sum);
    Entries &Of = Places[P];
    if (mayKeep(Of, New))
      Of.push_back(New);
  });
  ForEachWord([&](const Place &P, const Entry &New) {
    check(New, Places[P], P);
    if (auto Found = Free.find({P.Phase, P.Sum}); Found != Free.end())
      for (const FreeEntry &E : Found->second)
        checkFree(E, New, P);
  });
  addFree(Number, Of, Phases);
}

/// A thread accesses by an index of data what another one accesses: for some data.
/// Two such accesses may be meant never to meet.
void PhaseAccesses::checkFree(FreeEntry E, const Entry &Known,
                              const Place &At) {
  if (Visits[Known.Visit].IsPerhaps || E.IsNamed || Known.IsNamed ||
      Known.Offset < E.Offset || Known.Offset > E.Last ||
      (Known.Offset - E.Offset) % E.Step != 0)
    return;
  E.Offset = Known.Offset;
  if (check(Known, {static_cast<const Entry &>(E)}, At))
    Races.back().IsForSomeData = true;
}

/// The one array, or what one parameter points to, where \p Place lies; nothing:
/// it is not known.
static std::optional<uint32_t> memoryOf(ThreadForm Place, const FormTable &Of) {
  std::optional<uint32_t> Found;
  for (auto [Unknown, Factor] : Of.terms(Place.Sum))
    if (Of.unknown(Unknown).Array) {
      if (Found || Factor != 1)
        return std::nullopt;
      Found = Unknown;
    }
  return Found;
}

/// The data that \p Index of thread \p T is made of lie in other memory than those
/// that send the thread there: these leave the index free.
bool PhaseAccesses::isOfOtherData(const LaneExpr *Index, const AccessVisit &At,
                                  unsigned T) {
  if (!At.Inputs || (*At.Inputs)[T].empty())
    return false;
  const LaneContext &C = *Kernel.Context;
  bool IsSo = true;
  auto Visit = [&](const LaneExpr *N) {
    const LaneExpr *From = Values.inputAddress(N);
    if (!From)
      return;
    std::vector<uint32_t> Memory;
    forEachNode(C, From, [&](const LaneExpr *Base) {
      if (Base->op() == LaneOp::Symbol)
        if (const ThreadForm F = Values(Base)[T]; F.isKnown())
          if (const auto M = memoryOf(F, Values.Table))
            Memory.push_back(*M);
    });
    IsSo &= Memory.size() == 1 && none_of((*At.Inputs)[T], [&](ThreadForm F) {
              const auto Other = memoryOf(F, Values.Table);
              return !Other || *Other == Memory.front();
            });
  };
  forEachNode(C, Index, Visit);
  return IsSo;
}

void PhaseAccesses::addFree(uint32_t Visit, const ThreadSet &Of,
                            const std::vector<ThreadPhase> &Phases) {
  const FormsOfBlock &Address = *Visits[Visit].Address;
  const KernelAccess &A = Kernel.Accesses[Visits[Visit].Access];
  const LaneExpr *E = Values.known(A.Address);
  llvm::SmallVector<unsigned> Unknown;
  for (unsigned T = 0; T != Phases.size(); ++T)
    if (Of.test(T) && !Address[T].isKnown())
      Unknown.push_back(T);
  if (Unknown.empty() || !E || !Values.spend(8 * Unknown.size()))
    return;
  // Some lanes show what all may do.
  for (unsigned T : std::set<unsigned>{
           Unknown.front(), Unknown[Unknown.size() / 2], Unknown.back()}) {
    const ThreadRange Range =
        freeRangeOf(E, T, Unknown, *Kernel.Context, Values);
    if (!Range.isKnown() ||
        (Visits[Visit].IsPerhaps && !isOfOtherData(E, Visits[Visit], T)))
      continue;
    FreeEntry New;
    static_cast<Entry &>(New) =
        entryOf(Visit, T, Phases[T], Range.Least.Number);
    New.Last = Range.Least.Number + Range.More;
    New.Step = Range.Step;
    const Place First{Phases[T].OfBlock, Range.Least.Sum, 0};
    Free[{First.Phase, First.Sum}].push_back(New);
    for (int64_t Word = New.Offset >> 2; Word <= New.Last >> 2; ++Word)
      if (auto Found = Places.find({First.Phase, First.Sum, Word});
          Found != Places.end())
        for (const Entry &Known : Entries(Found->second))
          checkFree(New, Known, Found->first);
  }
}

} // namespace warplint
