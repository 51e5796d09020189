//===- FlowRegions.cpp - What lies between a branch and its join ----------===//

#include "FlowRegions.h"
#include "Lane/Expr/LaneWalk.h"
#include "Objects.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

bool hasFlowAlone(const KernelModel &Kernel) {
  return !Kernel.CallsUnknown && all_of(Kernel.Uses, [](const SharedUse &Use) {
    return Use.Kind == SharedUseKind::Barrier;
  });
}

/// Some threads may arrive at barrier \p Number without waiting there.
bool FlowRegions::mayArriveAt(const LaneExpr *Number) const {
  return any_of(Kernel.Barriers, [&](const KernelBarrier &B) {
    return B.Kind == BarrierKind::Arrive &&
           (!B.Number || !B.Number->isConst() ||
            B.Number->constant() == Number->constant());
  });
}

bool FlowRegions::isOfWholeBlock(const FlowStep &Step) const {
  if (Step.What != FlowStep::Kind::Barrier || Step.IsPredicated)
    return false;
  const KernelBarrier &B = Kernel.Barriers[Step.Number];
  if (B.Kind != BarrierKind::Named)
    return B.Kind == BarrierKind::Block;
  // Whole warps count.
  return B.Number && B.Number->isConst() && !mayArriveAt(B.Number) &&
         (!B.Threads || (B.Threads->isConst() &&
                         B.Threads->constant() == alignTo(Threads, WarpSize)));
}

bool FlowRegions::isNamed(const FlowStep &Step) const {
  return Step.What == FlowStep::Kind::Barrier &&
         is_contained({BarrierKind::Named, BarrierKind::Arrive},
                      Kernel.Barriers[Step.Number].Kind);
}

bool FlowRegions::mayLearnAt(const FlowStep &Step) const {
  if (Step.What == FlowStep::Kind::Unknown)
    return !Step.NeedsFence || HasFence;
  if (Step.What != FlowStep::Kind::Barrier || isOfWholeBlock(Step))
    return false;
  switch (Kernel.Barriers[Step.Number].Kind) {
  case BarrierKind::Warp:
  case BarrierKind::CopyCommit:
  case BarrierKind::CopyWait:
  case BarrierKind::Copy:
  case BarrierKind::Fence:
    return false;
  case BarrierKind::Object: {
    const ObjectStep What = objectStepOf(Kernel.Barriers[Step.Number]);
    return What == ObjectStep::Wait || What == ObjectStep::Other;
  }
  default:
    return true;
  }
}

FlowRegions::FlowRegions(const KernelModel &Kernel, unsigned Threads)
    : Kernel(Kernel), Threads(Threads), Blocks(Kernel.Flow.Blocks),
      Waits(Kernel.Flow.Blocks.size()) {
  HasFence = hasFenceIn(0, unsigned(Blocks.size()));
  for (unsigned B = 0; B != Blocks.size(); ++B)
    if (Blocks[B].IsHeader && leavesByData(B))
      Waits.set(B);
}

/// A thread may order there what it has learned before what it does next.
bool FlowRegions::hasFenceIn(unsigned First, unsigned End) const {
  return any_of(ArrayRef(Blocks).slice(First, End - First), [&](auto &B) {
    return any_of(B.Steps, [&](const FlowStep &Step) {
      if (Step.What == FlowStep::Kind::Barrier)
        return !is_contained({BarrierKind::Block, BarrierKind::CopyCommit,
                              BarrierKind::CopyWait, BarrierKind::Copy},
                             Kernel.Barriers[Step.Number].Kind);
      return Step.What == FlowStep::Kind::Unknown && !Step.NeedsFence;
    });
  });
}

unsigned FlowRegions::endOf(unsigned Header) const {
  const size_t Depth = Blocks[Header].Loops.size();
  const unsigned Loop = Blocks[Header].Loops.back();
  unsigned End = Header;
  while (End != Blocks.size() && Blocks[End].Loops.size() >= Depth &&
         Blocks[End].Loops[Depth - 1] == Loop)
    ++End;
  return End;
}

bool FlowRegions::isQuietBlock(const FlowBlock &B) const {
  return all_of(B.Steps, [&](const FlowStep &Step) {
    return Step.What == FlowStep::Kind::Access &&
           Step.Number >= Kernel.NumShared;
  });
}

bool FlowRegions::isQuiet(unsigned Header) const {
  return all_of(ArrayRef(Blocks).slice(Header, endOf(Header) - Header),
                [&](const FlowBlock &B) { return isQuietBlock(B); });
}

bool FlowRegions::endsQuietly(unsigned Block) {
  auto [It, IsNew] = QuietEnds.try_emplace(Block, true);
  if (IsNew) {
    BitVector Reached(unsigned(Blocks.size()));
    SmallVector<unsigned> Work = {Block};
    while (!Work.empty() && It->second) {
      const unsigned B = Work.pop_back_val();
      if (Reached.test(B))
        continue;
      Reached.set(B);
      It->second = isQuietBlock(Blocks[B]);
      for (const FlowWay &Way : Blocks[B].Ways)
        Work.push_back(Way.To);
    }
  }
  return It->second;
}

bool FlowRegions::endsBehind(unsigned Header) {
  const unsigned End = endOf(Header);
  return all_of(
      ArrayRef(Blocks).slice(Header, End - Header), [&](const FlowBlock &B) {
        return all_of(B.Ways, [&](const FlowWay &Way) {
          return (Way.To >= Header && Way.To < End) || endsQuietly(Way.To);
        });
      });
}

std::optional<unsigned> FlowRegions::exitOf(unsigned Header) const {
  const unsigned End = endOf(Header);
  std::optional<unsigned> Exit;
  for (unsigned B = Header; B != End; ++B)
    for (const FlowWay &Way : Blocks[B].Ways)
      if (Way.To < Header || Way.To >= End) {
        if (Exit && *Exit != Way.To)
          return std::nullopt;
        Exit = Way.To;
      }
  return Exit;
}

bool FlowRegions::leavesByData(unsigned Header) const {
  const unsigned End = endOf(Header);
  const LaneContext &C = *Kernel.Context;
  const KernelFlow &Flow = Kernel.Flow;
  // By plain loads alone nobody waits.
  const bool HasFenceHere = hasFenceIn(Header, End);
  auto IsRead = [&](const LaneExpr *When) {
    bool Found = false;
    forEachNode(C, When, [&](const LaneExpr *E) {
      int L = -1;
      if (E->op() == LaneOp::Opaque || E->op() == LaneOp::Shuffle) {
        auto In = Flow.MadeIn.find(E->index());
        if (E->op() == LaneOp::Shuffle || In == Flow.MadeIn.end())
          Found = true;
        else if (HasFenceHere || !Flow.Plain.contains(E->index()))
          L = In->second;
      } else if (E->op() == LaneOp::Symbol &&
                 (HasFenceHere || !Flow.PlainSymbols.contains(E->index()))) {
        auto In = Flow.ChangesIn.find(E->index());
        L = In == Flow.ChangesIn.end() ? -1 : int(In->second);
      }
      for (; L >= 0; L = C.loopAt(unsigned(L)).Parent)
        Found |= unsigned(L) == Blocks[Header].Loops.back();
    });
    return Found;
  };
  for (unsigned B = Header; B != End; ++B)
    if (any_of(Blocks[B].Ways,
               [&](const FlowWay &W) { return W.To < Header || W.To >= End; }))
      for (const FlowWay &Way : Blocks[B].Ways)
        if (Way.When && IsRead(Way.When))
          return true;
  return false;
}

const FlowRegion &FlowRegions::behind(unsigned Block) {
  auto [It, IsNew] = Known.try_emplace(Block);
  FlowRegion &Region = It->second;
  if (!IsNew)
    return Region;
  Region.Blocks.resize(unsigned(Blocks.size()));
  SmallVector<unsigned> Work;
  auto AddWays = [&](unsigned B) {
    for (const FlowWay &Way : Blocks[B].Ways)
      if (Way.To != Blocks[Block].Join && !Region.Blocks.test(Way.To)) {
        Region.Blocks.set(Way.To);
        Work.push_back(Way.To);
      }
  };
  AddWays(Block);
  while (!Work.empty()) {
    const unsigned B = Work.pop_back_val();
    AddWays(B);
    Region.MayLearn |= Blocks[B].IsHeader && isWait(B);
    for (const FlowStep &Step : Blocks[B].Steps) {
      Region.HasBarrier |= isOfWholeBlock(Step);
      Region.MayLearn |= mayLearnAt(Step);
      auto Is = [&](BarrierKind Kind) {
        return Step.What == FlowStep::Kind::Barrier &&
               Kernel.Barriers[Step.Number].Kind == Kind;
      };
      Region.HasWarpPoint |=
          Step.What == FlowStep::Kind::Warp || Is(BarrierKind::Warp);
      Region.HasCopyWait |= Is(BarrierKind::CopyWait);
    }
  }
  return Region;
}

const BitVector &FlowRegions::arm(unsigned Block, unsigned Way) {
  auto [It, IsNew] = Arms.try_emplace({Block, Way}, unsigned(Blocks.size()));
  BitVector &Arm = It->second;
  SmallVector<unsigned> Work;
  if (IsNew)
    Work.push_back(Blocks[Block].Ways[Way].To);
  while (!Work.empty()) {
    const unsigned B = Work.pop_back_val();
    if (B == Blocks[Block].Join || Arm.test(B))
      continue;
    Arm.set(B);
    for (const FlowWay &Next : Blocks[B].Ways)
      Work.push_back(Next.To);
  }
  return Arm;
}

} // namespace warplint
