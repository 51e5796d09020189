//===- LoopSteps.cpp - Requests in the iterations of loops ----------------===//

#include "Enumeration.h"
#include "Lane/Affine/LaneForm.h"
#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/LoopPeriods.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <bit>

using namespace llvm;

namespace warplint {

/// Iterations of a loop whose end is unknown. What doubles or halves is
/// through with an array long before.
constexpr uint64_t MostOpenIterations = 64;

std::optional<uint64_t> Enumeration::trips(const LaneLoop &Loop) const {
  return Loop.IsUpperBound ? std::nullopt : Loop.TripCount;
}

bool Enumeration::isEndKnown(const LaneLoop &Loop) const {
  Leaves Of;
  if (!Loop.Continue || !Loop.IsContinueExact)
    return false;
  addLeaves(C, Loop.Continue, Of);
  return Of.isComputable();
}

/// No request differs from one iteration to the next: how many there are is all
/// that is asked.
bool Enumeration::isCounted(unsigned Number) const {
  const LaneLoop &L = C.loopAt(Number);
  return !Relevant.contains(Number) && !trips(L) && isEndKnown(L) &&
         !L.Continue->isLaneVarying();
}

/// Loops are stepped through as well where their end depends on the lane, or on
/// another loop.
void Enumeration::settleLoops() {
  for (unsigned Number : Nest.Loops)
    if (const LaneLoop &L = C.loopAt(Number);
        !trips(L) && isEndKnown(L) && !isCounted(Number))
      Relevant.insert(Number);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned Number : Nest.Loops) {
      const LaneLoop &L = C.loopAt(Number);
      if (!isEndKnown(L) || !(Relevant.contains(Number) || isCounted(Number)))
        continue;
      Leaves Of;
      addLeaves(C, L.Continue, Of);
      for (unsigned Other : Of.Loops)
        if (Other != Number)
          Changed |= Relevant.insert(Other).second;
    }
  }
}

void Enumeration::holdAt(unsigned Loop, uint64_t Iteration) {
  for (unsigned L = 0; L < WarpSize; ++L)
    Lanes[L].Iterations[Loop] = OfAddress[L].Iterations[Loop] = Iteration;
}

/// How many rounds the loop has, found without going through them: where it goes
/// on while `i < n`, i growing by one number a round.
std::optional<uint64_t> Enumeration::roundsOf(unsigned Number) {
  if (auto Known = trips(C.loopAt(Number)))
    return Known;
  const LaneExpr *Less = C.loopAt(Number).Continue;
  const bool IsSigned = Less->op() == LaneOp::CmpSLt;
  constexpr unsigned Width = 32;
  if (!(IsSigned || Less->op() == LaneOp::CmpULt) ||
      Less->operand(0)->width() != Width)
    return std::nullopt;
  auto IsMoved = [&](const LaneExpr *E) {
    Leaves Of;
    addLeaves(C, E, Of);
    return Of.Loops.contains(Number);
  };
  const AddressForm Counter = formOf(Less->operand(0));
  const std::optional<int64_t> Step = stepOf(Counter, Number);
  if (!Step || *Step <= 0 || IsMoved(Less->operand(1)) ||
      count_if(Counter.Terms, [&](const AddressForm::Term &T) {
        return IsMoved(T.first);
      }) != 1)
    return std::nullopt;
  holdAt(Number, 0);
  auto ValueOf = [&](const LaneExpr *E) -> std::optional<int64_t> {
    const auto Value = evaluated(E, Lanes)[std::countr_zero(Existing)];
    if (!Value)
      return std::nullopt;
    return IsSigned ? SignExtend64(*Value, Width) : int64_t(*Value);
  };
  const auto First = ValueOf(Less->operand(0)), End = ValueOf(Less->operand(1));
  if (!First || !End)
    return std::nullopt;
  const uint64_t Rounds =
      *First < *End ? divideCeil(uint64_t(*End - *First), uint64_t(*Step)) : 0;
  // It must not wrap around before.
  const int64_t Most = IsSigned ? INT32_MAX : UINT32_MAX;
  return *First + int64_t(Rounds) * *Step <= Most ? std::optional(Rounds)
                                                  : std::nullopt;
}

/// After how many iterations of the loop at \p Depth all repeats, under the
/// conditions \p Periodic: those that are not known may as well be left out.
std::optional<uint64_t>
Enumeration::periodAt(size_t Depth,
                      SmallVectorImpl<const LaneExpr *> &Periodic) {
  const unsigned Number = Nest.Loops[Depth];
  const uint64_t Now = Lanes[0].Iterations[Number];
  auto ValuesAt = [&](const LaneExpr *E, uint64_t N) {
    holdAt(Number, N);
    return evaluated(E, Lanes);
  };
  LoopPeriods Periods(C, Number, ArrayRef(Nest.Loops).take_front(Depth),
                      ValuesAt);
  auto All = Periods.of(Problem.Address);
  for (unsigned Inner : ArrayRef(Nest.Loops).drop_front(Depth + 1))
    if (Relevant.contains(Inner) && isEndKnown(C.loopAt(Inner)))
      All = LoopPeriods::both(All, Periods.of(C.loopAt(Inner).Continue));
  for (const LaneExpr *Guard : Guards) {
    if (!All)
      break;
    auto Both = LoopPeriods::both(All, Periods.of(Guard));
    Leaves Of;
    addLeaves(C, Guard, Of);
    if (Both)
      Periodic.push_back(Guard);
    if (Both || Of.isComputable())
      All = Both;
  }
  holdAt(Number, Now);
  return All;
}

/// The requests of \p Period iterations stand for those of all others.
Failure Enumeration::addPeriod(size_t Depth, uint64_t Period,
                               std::optional<uint64_t> Trips, LaneMask In,
                               uint64_t Weight) {
  const LaneLoop &Loop = C.loopAt(Nest.Loops[Depth]);
  Result.IsExact &= Trips.has_value();
  const uint64_t Most = Loop.TripCount.value_or(~uint64_t(0));
  const uint64_t Steps = std::min(Period, Most);
  // Every stage has its turn, however short the loop may be.
  const uint64_t Times =
      Trips.value_or(std::max(std::min(UnknownTripCount, Most), Steps));
  for (uint64_t N = 0; N < Steps; ++N) {
    holdAt(Nest.Loops[Depth], N);
    if (Failure F = addFrom(Depth + 1, In,
                            Weight * (Times / Steps + (N < Times % Steps))))
      return F;
  }
  return std::nullopt;
}

/// Takes those of \p In that leave \p Loop here out.
Failure Enumeration::leave(const LaneLoop &Loop, LaneMask &In) {
  LaneValues Goes = evaluated(Loop.Continue, Lanes);
  for (unsigned L : LanesOf(In)) {
    if (!Goes[L])
      return because(Reason::UnknownEnd);
    if (*Goes[L] == 0)
      In &= ~(LaneMask(1) << L);
  }
  return std::nullopt;
}

/// By the requests of a few iterations, after which all repeats, if it does.
bool Enumeration::addRepeated(size_t Depth, std::optional<uint64_t> Trips,
                              LaneMask In, uint64_t Weight, Failure &Why) {
  const unsigned Number = Nest.Loops[Depth];
  if (Aperiodic.contains(Number))
    return false;
  SmallVector<const LaneExpr *> Periodic;
  const auto Period = periodAt(Depth, Periodic);
  if (!Period) {
    Aperiodic.insert(Number);
    return false;
  }
  SaveAndRestore IsAll(HasAllGuards,
                       HasAllGuards && Periodic.size() == Guards.size());
  SaveAndRestore IsShared(
      IsDoubtShared, IsDoubtShared && all_of(Guards, [&](const auto *G) {
                       return !G->isLaneVarying() || is_contained(Periodic, G);
                     }));
  SaveAndRestore Known(Guards, Periodic);
  Why = addPeriod(Depth, *Period, Trips, In, Weight);
  return true;
}

/// Adds the largest parts of \p E that the iteration of the loop at \p Depth decides;
/// false where it has a part in more.
bool Enumeration::addDecided(const LaneExpr *E, size_t Depth,
                             SmallVectorImpl<const LaneExpr *> &Parts) const {
  Leaves Of;
  addLeaves(C, E, Of);
  const auto Held = ArrayRef(Nest.Loops).take_front(Depth + 1);
  if (!Of.Loops.contains(Held.back()))
    return true;
  if (E->op() == LaneOp::Iteration)
    return false;
  if (Of.isComputable() &&
      all_of(Of.Loops, [&](unsigned L) { return is_contained(Held, L); })) {
    if (!is_contained(Parts, E))
      Parts.push_back(E);
    return true;
  }
  return E->op() != LaneOp::Recurrence &&
         all_of(E->operands(), [&](const LaneExpr *Operand) {
           return addDecided(Operand, Depth, Parts);
         });
}

/// In place of iterations in which all that loops inside depend on has the values of
/// an earlier one: that one, so many times more.
bool Enumeration::addAlike(size_t Depth, std::optional<uint64_t> Trips,
                           bool HasEnd, LaneMask In, uint64_t Weight,
                           Failure &Why) {
  constexpr uint64_t MostTriedInVain = 8;
  const unsigned Number = Nest.Loops[Depth];
  const auto Inner = ArrayRef(Nest.Loops).drop_front(Depth + 1);
  if (Unlike.contains(Number) ||
      none_of(Inner, [&](unsigned L) { return Relevant.contains(L); }))
    return false;
  SmallVector<const LaneExpr *> Roots(Guards), Parts;
  Roots.push_back(Problem.Address);
  for (unsigned L : Inner)
    if (isEndKnown(C.loopAt(L)))
      Roots.push_back(C.loopAt(L).Continue);
  bool MayBeAlike = all_of(
      Roots, [&](const LaneExpr *E) { return addDecided(E, Depth, Parts); });
  struct Iterations {
    uint64_t First, Count;
    LaneMask In;
  };
  std::vector<Iterations> Groups;
  std::map<std::pair<LaneMask, std::vector<LaneValues>>, size_t> Known;
  for (uint64_t N = 0; MayBeAlike && In && (!Trips || N < *Trips); ++N) {
    holdAt(Number, N);
    if (HasEnd && (Why = leave(C.loopAt(Number), In)))
      return true;
    std::vector<LaneValues> Values;
    for (const LaneExpr *E : Parts) {
      Values.push_back(evaluated(E, OfAddress));
      for (unsigned L : LanesOf(In))
        MayBeAlike &= Values.back()[L].has_value();
    }
    const auto [At, IsNew] =
        Known.try_emplace({In, std::move(Values)}, Groups.size());
    if (IsNew && In)
      Groups.push_back({N, 0, In});
    if (In)
      ++Groups[At->second].Count;
    MayBeAlike &= Groups.size() < MostTriedInVain || Groups.size() <= N;
    if (N > Budget.MaxRequests) {
      Why = because(Reason::TooMany);
      return true;
    }
  }
  if (!MayBeAlike) {
    Unlike.insert(Number);
    return false;
  }
  for (const Iterations &I : Groups) {
    holdAt(Number, I.First);
    if ((Why = addFrom(Depth + 1, I.In, Weight * I.Count)))
      break;
  }
  return true;
}

/// A loop that only ends when it leaves the array has as many iterations as others
/// of unknown length: \p Few are the cases of these.
Failure Enumeration::endOpenLoop(std::vector<OffsetCase> Few) {
  const Failure Why = because(Reason::EndlessLoop);
  if (!MaySample)
    return Why;
  Result.Sampled = Why;
  Found = std::move(Few);
  std::erase_if(Known, [&](const auto &K) { return K.second >= Found.size(); });
  return std::nullopt;
}

Failure Enumeration::addLoop(size_t Depth, LaneMask In, uint64_t Weight) {
  unsigned Number = Nest.Loops[Depth];
  const LaneLoop &Loop = C.loopAt(Number);
  std::optional<uint64_t> Trips = trips(Loop);
  bool HasEnd = isEndKnown(Loop);
  if (HasEnd && !Loop.Continue->isLaneVarying() && (Trips = roundsOf(Number)))
    HasEnd = false;
  bool IsOnceMore = Depth + 1 == Nest.Loops.size() && Nest.IsInCondition;
  bool IsLong = !Trips || *Trips > LoopPeriods::MostIterations;
  Failure Why;
  if (IsLong && !HasEnd && !IsOnceMore &&
      addRepeated(Depth, Trips, In, Weight, Why))
    return Why;
  // A bound is enough to see every request, if not how often. Without one, or
  // with that of an int, the loop goes on until it leaves the array or does
  // nothing new.
  const bool IsOpen =
      !Trips && !HasEnd &&
      Loop.TripCount.value_or(~uint64_t(0)) > Budget.MaxRequests;
  if (!Trips && !HasEnd) {
    Trips = Loop.TripCount;
    Result.IsExact = false;
  }
  if (!IsOpen && !IsOnceMore && addAlike(Depth, Trips, HasEnd, In, Weight, Why))
    return Why;
  SaveAndRestore MayLeave(HasAllGuards, HasAllGuards && !IsOpen);
  SaveAndRestore IsShared(
      IsDoubtShared,
      IsDoubtShared && (!IsOpen || (Loop.IsContinueExact && Loop.Continue &&
                                    !Loop.Continue->isLaneVarying())));
  std::vector<OffsetCase> AtGuess;
  for (uint64_t N = 0;; ++N) {
    const size_t Before = Found.size();
    if (IsOpen && MaySample && N == UnknownTripCount)
      AtGuess = Found;
    holdAt(Number, N);
    bool IsPast = Trips && N >= *Trips;
    if (IsPast && !IsOnceMore)
      break;
    if (IsOnceMore)
      if (Failure F = addFrom(Depth + 1, In, Weight))
        return F;
    if (IsPast)
      break;
    if (HasEnd)
      if (Failure F = leave(Loop, In))
        return F;
    if (!In)
      break;
    if (!IsOnceMore)
      if (Failure F = addFrom(Depth + 1, In, Weight))
        return F;
    if (IsOpen && Found.size() == Before)
      break;
    if (IsOpen && N == MostOpenIterations)
      return endOpenLoop(std::move(AtGuess));
    if (N > Budget.MaxRequests)
      return because(Reason::TooMany);
  }
  return std::nullopt;
}

/// All iterations are alike.
Failure Enumeration::addCounted(size_t Depth, LaneMask In, uint64_t Weight) {
  const unsigned Number = Nest.Loops[Depth];
  const LaneLoop &Loop = C.loopAt(Number);
  uint64_t Times = Depth + 1 == Nest.Loops.size() && Nest.IsInCondition;
  if (const auto Rounds = roundsOf(Number)) {
    Times += *Rounds;
    return Times ? addFrom(Depth + 1, In, Weight * Times) : std::nullopt;
  }
  LaneMask Left = In;
  for (uint64_t N = 0;; ++N) {
    holdAt(Number, N);
    if (Failure F = leave(Loop, Left))
      return F;
    if (!Left)
      break;
    if (++Times > Budget.MaxRequests)
      return because(Reason::TooMany);
  }
  return Times ? addFrom(Depth + 1, In, Weight * Times) : std::nullopt;
}

Failure Enumeration::addFrom(size_t Depth, LaneMask In, uint64_t Weight) {
  if (Depth == Nest.Loops.size())
    return addRequest(In, Weight);
  if (Relevant.contains(Nest.Loops[Depth]))
    return addLoop(Depth, In, Weight);
  if (isCounted(Nest.Loops[Depth]))
    return addCounted(Depth, In, Weight);
  std::optional<uint64_t> Trips = trips(C.loopAt(Nest.Loops[Depth]));
  if (!Trips)
    Result.IsExact = false;
  bool IsOnceMore = Depth + 1 == Nest.Loops.size() && Nest.IsInCondition;
  uint64_t Times = Trips.value_or(UnknownTripCount) + IsOnceMore;
  if (Times == 0)
    return std::nullopt;
  return addFrom(Depth + 1, In, Weight * Times);
}

} // namespace warplint
