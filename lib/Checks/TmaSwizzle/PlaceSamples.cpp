//===- PlaceSamples.cpp - Where an address leads, by trying it ------------===//

#include "PlaceSamples.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

/// Values of a counter that are tried: those of 6 bits, or of 3 where it is not
/// known how far it goes.
static constexpr unsigned ValueBits = 6;
static constexpr uint64_t MaximumValues = 1 << ValueBits;
static constexpr uint64_t UnknownValues = 8;
static constexpr unsigned MaximumThreads = 512;
static constexpr unsigned ThreadBits = 9;
/// Points around which counters are stepped; the first is zero for all.
static constexpr unsigned NumPoints = 4, NumPointsForPlaces = 2;
static constexpr unsigned MaximumCounters = 8;
/// After which all swizzles repeat.
static constexpr uint64_t Period = 1024;

bool PlaceSamples::addSymbol(unsigned Number) {
  const UniformSymbol &S = C.symbolAt(Number);
  if (S.Kind == SymbolKind::ArrayBase) {
    HasSeveralArrays |= Array && *Array != Number;
    if (HasSeveralArrays)
      return false;
    Array = Number;
    return true;
  }
  constexpr unsigned PointerBits = 64;
  IsOfParameter |= S.Kind == SymbolKind::Parameter && S.Width == PointerBits;
  Counter New;
  New.Number = Number;
  New.Step = S.MultipleOf;
  New.First = alignTo(uint64_t(std::max<int64_t>(S.Lo, 0)), S.MultipleOf);
  if (S.Hi >= 0 && uint64_t(S.Hi) >= New.First)
    New.Count = unsigned(std::min<uint64_t>(
        (uint64_t(S.Hi) - New.First) / New.Step + 1, UnknownValues));
  Counters.push_back(New);
  return true;
}

void PlaceSamples::findCounters(const SampledAddress &Of) {
  forEachNode(C, Of.Address, [&](const LaneExpr *E) {
    auto AddLoop = [&](unsigned Loop) {
      if (any_of(Counters, [&](const Counter &K) {
            return K.IsLoop && K.Number == Loop;
          }))
        return;
      const LaneLoop &L = C.loopAt(Loop);
      Counters.push_back(
          {true, Loop, 0, 1,
           unsigned(std::clamp<uint64_t>(L.TripCount.value_or(UnknownValues), 1,
                                         MaximumValues))});
    };
    switch (E->op()) {
    case LaneOp::Symbol:
      IsKnown &= addSymbol(E->index());
      break;
    case LaneOp::Iteration:
      AddLoop(E->index());
      break;
    case LaneOp::Recurrence:
      AddLoop(C.recurrenceAt(E->index()).Loop);
      break;
    default:
      break;
    }
  });
  IsKnown &= Counters.size() <= MaximumCounters;
}

PlaceSamples::ThreadPlaces PlaceSamples::placesAt(const Point &At,
                                                  const SampledAddress &Of) {
  LeafValues Values;
  Values.BlockDim = {*Shape.X, *Shape.Y, *Shape.Z};
  Values.Symbols.assign(C.numSymbols(), 0);
  Values.Iterations.assign(C.numLoops(), 0);
  for (auto [K, Digit] : zip(Counters, At))
    (K.IsLoop ? Values.Iterations : Values.Symbols)[K.Number] =
        K.First + Digit * K.Step;
  if (Array)
    Values.Symbols[*Array] = alignTo(
        ArrayPlace, std::max<uint64_t>(C.symbolAt(*Array).MultipleOf, 1));
  ThreadPlaces All(NumThreads);
  WarpLeaves Warp;
  Warp.fill(Values);
  for (unsigned From = 0; From < NumThreads; From += WarpSize) {
    LaneMask Existing = 0;
    for (unsigned Lane = 0; Lane != WarpSize && From + Lane < NumThreads;
         ++Lane) {
      Existing |= LaneMask(1) << Lane;
      Warp[Lane].ThreadIdx = Shape.threadIdx(From + Lane);
    }
    const LaneValues Found = evaluateWarp(C, Of.Address, Warp, Existing);
    LaneMask Active = Existing & Of.Lanes;
    for (const LaneExpr *Guard : Of.Guards) {
      const LaneValues Holds = evaluateWarp(C, Guard, Warp, Existing);
      for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
        if (Holds[Lane] && !*Holds[Lane])
          Active &= ~(LaneMask(1) << Lane);
    }
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      if (Active >> Lane & 1) {
        All[From + Lane] = Found[Lane];
        IsKnown &= Found[Lane].has_value();
      }
  }
  return All;
}

/// One bit of a counter, set, leads from the one place to the other.
void PlaceSamples::note(unsigned Step, uint64_t From, uint64_t To) {
  if (Adds.size() <= Step)
    Adds.resize(Step + 1);
  for (SwizzleMode Mode : AllSwizzleModes) {
    const unsigned M = unsigned(Mode);
    const uint64_t By = (swizzled(Mode, To) - swizzled(Mode, From)) % Period;
    std::optional<uint64_t> &Known = Adds[Step][M];
    if (!Known)
      Known = By;
    IsSum[M] &= *Known == By;
  }
}

void PlaceSamples::compareThreads(const ThreadPlaces &Of) {
  for (unsigned T = 0; T != NumThreads; ++T)
    for (unsigned Bit = 0; Bit != ThreadBits; ++Bit)
      if (const unsigned Other = T | 1U << Bit;
          Other != T && Other < NumThreads && Of[T] && Of[Other])
        note(Bit, *Of[T], *Of[Other]);
}

void PlaceSamples::comparePoints(const ThreadPlaces &From,
                                 const ThreadPlaces &To, unsigned Step) {
  for (auto [A, B] : zip(From, To))
    if (A && B)
      note(Step, *A, *B);
}

unsigned PlaceSamples::bitOf(unsigned Counter, unsigned Bit) const {
  return ThreadBits + Counter * ValueBits + Bit;
}

PlaceSamples::PlaceSamples(const LaneContext &Context, const SampledAddress &Of,
                           const LaunchShape &Asked, uint64_t ArrayPlace)
    : C(Context), Shape(Asked), ArrayPlace(ArrayPlace) {
  Shape.X = Shape.X.value_or(WarpSize);
  Shape.Y = Shape.Y.value_or(1);
  Shape.Z = Shape.Z.value_or(1);
  NumThreads = unsigned(std::min<uint64_t>(Shape.threads(), MaximumThreads));
  if (Of.Address)
    findCounters(Of);
  if (!Of.Address || !isKnown()) {
    IsKnown = false;
    return;
  }
  uint64_t Random = 1;
  const unsigned Points = Counters.empty() ? 1
                          : Of.IsForPlaces ? NumPointsForPlaces
                                           : NumPoints;
  for (unsigned N = 0; N != Points && IsKnown; ++N) {
    Point At(Counters.size(), 0);
    if (N != 0)
      for (auto [K, Digit] : zip(Counters, At)) {
        Random = Random * 6364136223846793005 + 1442695040888963407;
        Digit = unsigned((Random >> 33) % K.Count);
      }
    const ThreadPlaces Here = placesAt(At, Of);
    if (N == 0)
      First = Here;
    auto Keep = [&](const ThreadPlaces &All) {
      for (const auto &Place : All)
        if (Place)
          Places.insert(*Place);
    };
    Keep(Here);
    if (!Of.IsForPlaces)
      compareThreads(Here);
    for (auto [Number, K] : enumerate(Counters))
      for (unsigned Bit = 0; Bit != ValueBits; ++Bit) {
        const unsigned To = At[Number] | 1U << Bit;
        if (To == At[Number] || To >= K.Count)
          continue;
        Point There = At;
        There[Number] = To;
        const ThreadPlaces Stepped = placesAt(There, Of);
        Keep(Stepped);
        if (Of.IsForPlaces)
          continue;
        compareThreads(Stepped);
        comparePoints(Here, Stepped, bitOf(unsigned(Number), Bit));
      }
  }
}

bool PlaceSamples::isMovedBy(SwizzleMode Mode) const {
  return any_of(Places, [&](uint64_t P) { return swizzled(Mode, P) != P; });
}

std::optional<std::pair<unsigned, uint64_t>>
PlaceSamples::example(SwizzleMode Mode) const {
  for (auto [Thread, Place] : enumerate(First))
    if (Place && swizzled(Mode, *Place) != *Place)
      return std::pair(unsigned(Thread), *Place);
  return std::nullopt;
}

} // namespace warplint
