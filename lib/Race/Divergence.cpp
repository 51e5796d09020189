//===- Divergence.cpp - Threads that others wait for in vain --------------===//

#include "Trace.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// The first condition that sends the two sides different ways, of those behind
/// which \p Holds; else the last that parts some of them, to which the sides are
/// reduced.
std::optional<ThreadSplit> Trace::splitOf(ThreadSet &Passing,
                                          ThreadSet &Missing,
                                          bool FlowRegion::*Holds) const {
  const KnownSplit *Found = nullptr;
  bool Takes = false;
  for (const KnownSplit &S : Splits) {
    const bool Whole =
        (Passing & ~S.Taking).none() && (Missing & ~S.Others).none();
    const bool Inverse =
        (Passing & ~S.Others).none() && (Missing & ~S.Taking).none();
    const bool Some = (S.Taking & Passing).any() && (S.Others & Missing).any();
    const bool Rest = (S.Others & Passing).any() && (S.Taking & Missing).any();
    if (Some == Rest || !(Regions.behind(S.Block).*Holds))
      continue;
    Found = &S;
    Takes = Some;
    if (Whole || Inverse)
      break;
  }
  if (!Found)
    return std::nullopt;
  Passing &= Takes ? Found->Taking : Found->Others;
  Missing &= Takes ? Found->Others : Found->Taking;
  return ThreadSplit{Found->Block, Blocks[Found->Block].Ways[Found->Way].When,
                     Takes};
}

/// The block of the flow with a step that \p IsIt.
unsigned Trace::blockOf(llvm::function_ref<bool(const FlowStep &)> IsIt) const {
  const auto *Found = find_if(ArrayRef(Blocks), [&](const FlowBlock &B) {
    return any_of(B.Steps, IsIt);
  });
  return unsigned(Found - Blocks.data());
}

/// Some values of what the block shares send one of \p Some and one of \p Others
/// past the ways to \p Block as this trace has them.
bool Trace::mayPart(unsigned Block, const ThreadSet &Some,
                    const ThreadSet &Others) {
  LoopState First;
  for (unsigned Loop : Blocks[Block].Loops)
    First.push_back({Loop, 0});
  auto PointOf = [&](const ThreadSet &Of) {
    unsigned T = 0;
    while (!Of.test(T))
      ++T;
    return PathPoint{Block, Time + 1, T, First};
  };
  return Paths.mayBothHappen(PointOf(Some),
                             PointOf(Others.any() ? Others : Some));
}

void Trace::addParted(const Timeline &Of, const ThreadSet &Among,
                      bool FlowRegion::*Holds,
                      std::vector<DivergentBarrier> &To) {
  for (PartedThreads &P : Of.parted(Among)) {
    DivergentBarrier D;
    D.Barrier = P.Point;
    D.Waiting = P.Passing;
    D.Missing = P.Missing;
    D.Other = P.Other;
    if (P.GoesOn)
      D.GoesOn = Blocks[*P.GoesOn].Effect;
    D.Split = splitOf(D.Waiting, D.Missing, Holds);
    const unsigned At = blockOf([&](const FlowStep &Step) {
      return Step.What == FlowStep::Kind::Barrier && Step.Number == P.Point;
    });
    if (mayPart(At, D.Waiting, D.Missing))
      To.push_back(D);
  }
}

/// Threads that wait at a barrier with a number for others that never come.
void Trace::addStuck(std::vector<DivergentBarrier> &To) const {
  if (!Stuck)
    return;
  auto IsIt = [&](const KernelBarrier &B) {
    return B.Kind == BarrierKind::Named && B.Number && B.Number->isConst() &&
           int64_t(B.Number->constant()) == Stuck->Number;
  };
  const auto *Found = find_if(ArrayRef(Kernel.Barriers), IsIt);
  if (Found == ArrayRef(Kernel.Barriers).end())
    return;
  DivergentBarrier D;
  D.Barrier = unsigned(Found - Kernel.Barriers.data());
  D.Waiting = Stuck->Waiting;
  D.TooFew = Stuck->Counted;
  To.push_back(D);
}

std::vector<DivergentBarrier> Trace::divergent() {
  std::vector<DivergentBarrier> All;
  addParted(OfBlock, Ended & ~Lost, &FlowRegion::HasBarrier, All);
  addParted(OfCluster, Ended & ~Lost & ~LostInCluster, &FlowRegion::MayLearn,
            All);
  addStuck(All);
  return All;
}

//===----------------------------------------------------------------------===//
// Lanes of a warp
//===----------------------------------------------------------------------===//

/// Threads \p Of meet the lanes that \p Mask names.
void Trace::passWarps(const FlowStep &Step, const LaneExpr *Mask,
                      const ThreadSet &Of) {
  if (!Mask)
    return;
  const FormsOfBlock &Named = Values(Mask);
  std::map<LaneMask, ThreadSet> ByMask;
  WrongMask Outside;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    if (!Named[T].isNumber()) {
      LostInWarp.set(T);
      continue;
    }
    const auto M = LaneMask(Named[T].Number);
    ByMask[M].set(T);
    if (!(M >> (T % WarpSize) & 1)) {
      Outside.Mask = M;
      Outside.Passing.set(T);
    }
  }
  if (Outside.Passing.any()) {
    Outside.Step = &Step;
    Wrong.push_back(Outside);
  }
  for (const auto &[M, Some] : ByMask) {
    auto [It, IsNew] =
        PointNumbers.try_emplace({&Step, M}, unsigned(Points.size()));
    if (IsNew)
      Points.push_back({&Step, M});
    OfWarps.pass(It->second, iterations(), Some);
  }
}

const std::vector<WrongMask> &Trace::wrongMasks() {
  for (unsigned First = 0; First < Threads; First += WarpSize) {
    ThreadSet Warp;
    for (unsigned T = First; T != std::min(Threads, First + WarpSize); ++T)
      Warp.set(T);
    for (PartedThreads &P :
         OfWarps.parted(Warp & Ended & ~Lost & ~LostInWarp)) {
      // Where both wait, they may mean each other.
      if (P.Other || !P.GoesOn)
        continue;
      WrongMask W;
      W.Step = Points[P.Point].Step;
      W.Mask = Points[P.Point].Mask;
      W.Passing = P.Passing;
      for (unsigned T = First; T != std::min(Threads, First + WarpSize); ++T)
        if (P.Missing.test(T) && W.Mask >> (T - First) & 1)
          W.Missing.set(T);
      if (W.Missing.none())
        continue;
      W.GoesOn = Blocks[*P.GoesOn].Effect;
      W.Split = splitOf(W.Passing, W.Missing, &FlowRegion::HasWarpPoint);
      Wrong.push_back(W);
    }
  }
  erase_if(Wrong, [&](const WrongMask &W) {
    const unsigned At =
        blockOf([&](const FlowStep &Step) { return &Step == W.Step; });
    return !mayPart(At, W.Passing, W.Missing);
  });
  return Wrong;
}

} // namespace warplint
