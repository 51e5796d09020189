//===- Enumeration.cpp - Every request of an access, exactly --------------===//

#include "Enumeration.h"
#include "Lane/Affine/LaneForm.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Values of what the warp shares that are tried for one request, and taken.
constexpr uint64_t MostTried = 32, MostTaken = 8;

/// \p OfAddress: what the address is made of.
void Enumeration::readGuard(const Leaves &OfAddress) {
  if (isHuge(C, Problem.Guard)) {
    Result.IsExact = HasAllGuards = false;
    IsDoubtShared = !Problem.Guard->isLaneVarying();
    return;
  }
  addConditions(Problem.Guard, Guards);
  // Lanes leave these loops where that does not hold.
  erase_if(Guards, [&](const LaneExpr *G) {
    return any_of(ArrayRef(Nest.Loops).drop_back(Nest.IsInCondition),
                  [&](unsigned Number) {
                    const LaneLoop &L = C.loopAt(Number);
                    return L.Continue == G && isEndKnown(L);
                  });
  });
  Leaves Of;
  for (const LaneExpr *G : Guards)
    addLeaves(C, G, Of);
  if (Of.isComputable()) {
    Relevant.insert_range(Of.Loops);
    return;
  }
  Result.IsExact = false;
  // Parts of it may be known in each iteration: not worth stepping through.
  size_t All = Guards.size();
  erase_if(Guards, [&](const LaneExpr *G) {
    Leaves OfOne;
    addLeaves(C, G, OfOne);
    IsDoubtShared &= OfOne.isComputable() || !G->isLaneVarying();
    return any_of(OfOne.Loops, [&](unsigned Loop) {
      return !OfAddress.Loops.contains(Loop);
    });
  });
  HasAllGuards = Guards.size() == All;
}

Failure Enumeration::checkLeaves() {
  if (isHuge(C, Problem.Address))
    return because(Reason::TooMany);
  Leaves Of;
  addLeaves(C, Problem.Address, Of);
  if (Of.Opaque)
    return because(Reason::OpaqueIndex, Of.Opaque->What);
  if (Of.Unknown) {
    Result.Sampled = because(Reason::UnknownSymbol, Of.Unknown->Name,
                             Of.Unknown->Kind == SymbolKind::Parameter);
    if (!MaySample || !isShifted(C, Problem.Address))
      return Result.Sampled;
    Sampled = Of.Symbols;
    Result.IsExact = false;
  }
  Relevant = Of.Loops;
  Choices = Of.Choices;
  Result.IsExact &= Choices.empty();
  readGuard(Of);
  for (unsigned Loop : Of.Loops)
    if (!llvm::is_contained(Nest.Loops, Loop))
      return because(Reason::EndedLoop);
  return std::nullopt;
}

LaneValues Enumeration::evaluated(const LaneExpr *E, const WarpLeaves &Leaves) {
  if (Budget.EvaluationsLeft)
    --Budget.EvaluationsLeft;
  return evaluateWarp(C, E, Leaves, Existing);
}

Failure Enumeration::addRequest(LaneMask In, uint64_t Weight) {
  LaneMask Sure = HasAllGuards ? In : 0;
  for (const LaneExpr *Guard : Guards) {
    LaneValues Goes = evaluated(Guard, Lanes);
    for (unsigned L : LanesOf(In))
      if (!Goes[L]) {
        Sure &= ~(LaneMask(1) << L);
        IsDoubtShared &= !Guard->isLaneVarying();
      } else if (*Goes[L] == 0)
        In &= ~(LaneMask(1) << L);
    if (!In)
      return std::nullopt;
  }
  In &= lanesWithAddress(Problem.Kind);
  return In ? addChoices(0, In, Sure, Weight) : std::nullopt;
}

/// Each value of the symbols from \p First on, as often as the others.
Failure Enumeration::addChoices(size_t First, LaneMask In, LaneMask Sure,
                                uint64_t Weight) {
  if (First == Choices.size())
    return Sampled.empty() ? addOffsets(In, Sure, Weight)
                           : addSamples(In, Sure, Weight);
  const UniformSymbol &S = C.symbolAt(Choices[First]);
  const uint64_t Count = numChoices(S);
  for (uint64_t N = 0; N < Count; ++N) {
    for (unsigned L = 0; L < WarpSize; ++L)
      OfAddress[L].Symbols[Choices[First]] = S.Lo + int64_t(N * S.MultipleOf);
    const uint64_t Share = Weight / Count + (N < Weight % Count);
    if (Failure F =
            addChoices(First + 1, In, Sure, std::max<uint64_t>(1, Share)))
      return F;
  }
  return std::nullopt;
}

/// Reads the byte offsets of the lanes \p In. No lane is active if the request is
/// impossible.
Failure Enumeration::readOffsets(LaneMask In, LaneMask Sure, OffsetCase &To) {
  if (++Requests > Budget.MaxRequests || Budget.EvaluationsLeft == 0)
    return because(Reason::TooMany);
  LaneValues Address = evaluated(Problem.Address, OfAddress);
  unsigned Width = Problem.Address->width();
  To.Active = 0;
  for (unsigned L : LanesOf(In)) {
    if (!Address[L])
      return because(Reason::UnknownIndex);
    int64_t Offset = SignExtend64(*Address[L], Width);
    if (Offset >= 0 && uint64_t(Offset) + Problem.BytesPerLane <= Bytes) {
      To.Offset[L] = Offset;
      continue;
    }
    if (Sure >> L & 1)
      return because(Reason::LeavesArray);
    if (IsDoubtShared)
      return std::nullopt;
    In &= ~(LaneMask(1) << L);
  }
  To.Active = In;
  return std::nullopt;
}

void Enumeration::add(OffsetCase Case, uint64_t Weight) {
  Case.Weight = 0;
  auto [It, New] = Known.try_emplace({Case.Active, Case.Offset}, Found.size());
  if (New)
    Found.push_back(Case);
  Found[It->second].Weight += Weight;
}

Failure Enumeration::addOffsets(LaneMask In, LaneMask Sure, uint64_t Weight) {
  OffsetCase Case;
  if (Failure F = readOffsets(In, Sure, Case))
    return F;
  if (Case.Active)
    add(Case, Weight);
  return std::nullopt;
}

/// Some of the values that leave all lanes in the array. Warps take them in turn.
Failure Enumeration::addSamples(LaneMask In, LaneMask Sure, uint64_t Weight) {
  const uint64_t Most = std::min(Weight, MostTaken);
  SmallVector<OffsetCase, MostTaken> Taken;
  for (uint64_t N = 0; N < MostTried && Taken.size() < Most; ++N) {
    for (unsigned Number : Sampled) {
      const UniformSymbol &S = C.symbolAt(Number);
      const auto Step = int64_t(std::max<uint64_t>(S.MultipleOf, 1));
      const int64_t Value = (Warp + N) % MostTried * Step;
      for (unsigned L = 0; L < WarpSize; ++L)
        OfAddress[L].Symbols[Number] =
            Value >= S.Lo && Value <= S.Hi ? Value : S.Lo;
    }
    OffsetCase Case;
    Failure F = readOffsets(In, Sure, Case);
    if (F && F->Why != Reason::LeavesArray)
      return F;
    if (!F && Case.Active)
      Taken.push_back(Case);
  }
  if (Taken.empty())
    return Result.Sampled;
  for (const auto &[N, Case] : enumerate(Taken))
    add(Case, Weight / Taken.size() + (N < Weight % Taken.size()));
  return std::nullopt;
}

Failure Enumeration::addWarp(unsigned Number) {
  Existing = 0;
  Warp = Number;
  for (unsigned L = 0; L < WarpSize; ++L) {
    uint64_t T = uint64_t(Warp) * WarpSize + L;
    if (T >= Shape.threads())
      continue;
    Existing |= LaneMask(1) << L;
    Lanes[L].ThreadIdx = OfAddress[L].ThreadIdx = Shape.threadIdx(T);
  }
  return addFrom(0, Existing, 1);
}

std::variant<AccessCases, UnlistedRequests> Enumeration::run() {
  if (!Shape.isKnown())
    return UnlistedRequests{Reason::UnknownBlock};
  if (Failure F = checkLeaves())
    return std::move(*F);
  settleLoops();
  LeafValues All;
  All.BlockDim = {*Shape.X, *Shape.Y, *Shape.Z};
  All.Iterations.resize(C.numLoops());
  Lanes.fill(All);
  All.Symbols.resize(C.numSymbols());
  OfAddress.fill(All);
  for (unsigned Warp = 0; Warp * uint64_t(WarpSize) < Shape.threads(); ++Warp)
    if (Failure F = addWarp(Warp))
      return std::move(*F);
  Result.Cases = std::move(Found);
  return std::move(Result);
}

std::variant<AccessCases, UnlistedRequests>
casesOf(const LaneContext &Context, const AccessProblem &Problem,
        const LoopNest &Nest, const LaunchShape &Shape, uint64_t Bytes,
        CaseBudget &Budget, bool MaySample) {
  return Enumeration(Context, Problem, Nest, Shape, Bytes, Budget, MaySample)
      .run();
}

} // namespace warplint
