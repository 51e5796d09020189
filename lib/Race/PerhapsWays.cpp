//===- PerhapsWays.cpp - Ways that data or bounds may send threads --------===//

#include "Lane/Expr/LaneWalk.h"
#include "Race/Values/DataWitness.h"
#include "Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <utility>

using namespace llvm;

namespace warplint {

/// Iterations of a loop whose number each thread knows by values that are tried.
static constexpr uint32_t TriedIterations = 3;
/// The same where data are tried, and each thread may be in bounds.
static constexpr uint32_t BoundIterations = 4;

/// \p E grows without end with what it is computed from.
static bool isUnlimited(const LaneExpr *E, const LaneContext &C) {
  bool IsSo = true;
  forEachNode(C, E, [&](const LaneExpr *N) {
    IsSo &= !N->numOperands() ||
            is_contained({LaneOp::Add, LaneOp::Mul, LaneOp::Shl, LaneOp::UDiv,
                          LaneOp::SDiv, LaneOp::LShr, LaneOp::AShr,
                          LaneOp::ZExt, LaneOp::SExt, LaneOp::Trunc},
                         N->op());
  });
  return IsSo;
}

/// No condition of the kernel says that \p Bound is small, as far as this trace
/// has decided them: `n < 64` does, `i < n` does not.
bool Trace::mayBeLarge(const LaneExpr *Bound) {
  const LaneContext &C = *Kernel.Context;
  auto HasSymbolOf = [&](const LaneExpr *E) {
    bool Found = false;
    forEachNode(C, Bound, [&](const LaneExpr *Mine) {
      if (Mine->op() == LaneOp::Symbol)
        forEachNode(C, E, [&](const LaneExpr *N) { Found |= N == Mine; });
    });
    return Found;
  };
  auto SaysSmall = [&](const LaneExpr *Compared, bool LeavesLoop) {
    const bool IsLeft = HasSymbolOf(Compared->operand(0)),
               IsRight = HasSymbolOf(Compared->operand(1));
    const bool IsEqual = Compared->op() == LaneOp::CmpEq;
    if (!IsLeft && !IsRight)
      return false;
    if (LeavesLoop)
      return IsEqual || IsLeft;
    const FormsOfBlock &If = Values(Compared);
    if (!If.isOne())
      return false;
    auto Known = If[0].isKnown() ? Decided.find(If[0].Sum) : Decided.end();
    return Known == Decided.end() ||
           (Known->second == (If[0].Number == 0)) != (!IsLeft && !IsEqual);
  };
  bool IsSmall = !isUnlimited(Bound, C);
  for (const FlowBlock &B : Blocks)
    for (const FlowWay &Way : B.Ways) {
      const bool LeavesLoop =
          !B.Loops.empty() && any_of(B.Ways, [&](const FlowWay &Any) {
            return !is_contained(Blocks[Any.To].Loops, B.Loops.back());
          });
      forEachNode(C, Way.When, [&](const LaneExpr *E) {
        if (is_contained({LaneOp::CmpEq, LaneOp::CmpULt, LaneOp::CmpSLt},
                         E->op()))
          IsSmall = IsSmall || SaysSmall(E, LeavesLoop);
      });
    }
  return !IsSmall;
}

/// Each of \p Of asks whether a number of its own is less than one unknown: it
/// may be so for all of them, and in all iterations. The same where their blocks
/// are in bounds, too.
bool Trace::isBound(const LaneExpr *When, const ThreadSet &Of) {
  if (When->op() == LaneOp::And && When->width() == 1)
    return isBound(When->operand(0), Of) && isBound(When->operand(1), Of);
  const FormsOfBlock &If = Values(When);
  auto Holds = [&](ThreadForm F) {
    if (!F.isKnown() || F.isNumber())
      return F.isNumber() && F.Number != 0;
    const SharedUnknown *U = Values.Table.truth(F);
    auto Known = Decided.find(F.Sum);
    return U && U->IsBound && F.Number == 0 &&
           (Known == Decided.end() || Known->second);
  };
  bool HoldsForAll = true;
  for (unsigned T = 0; T != Threads; ++T)
    HoldsForAll &= !Of.test(T) || Holds(If[T]);
  if (HoldsForAll)
    return true;
  if (When->op() != LaneOp::CmpSLt && When->op() != LaneOp::CmpULt)
    return false;
  const FormsOfBlock &Left = Values(When->operand(0)),
                     &Right = Values(When->operand(1));
  if (!Right.isOne() || !Right[0].isKnown() || Right[0].isNumber() ||
      !mayBeLarge(When->operand(1)))
    return false;
  for (unsigned T = 0; T != Threads; ++T)
    if (Of.test(T) && (!Left[T].isNumber() || !If[T].isKnown()))
      return false;
  return true;
}

/// Those of \p Of for which some data give the condition at \p Block the value
/// \p Truth, whatever others compare.
ThreadSet Trace::takingByData(unsigned Block, bool Truth, const ThreadSet &Of) {
  DataWitness Witness(Blocks[Block].Ways[0].When, *Kernel.Context, Values);
  ThreadSet Taking;
  InputsOfThreads &Inputs = PerhapsInputs[Block];
  Inputs.assign(Threads, {});
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T) || !Witness.mayBe(Truth, T))
      continue;
    Taking.set(T);
    if (Witness.isForEach(Truth, T))
      Inputs[T] = *Witness.inputsOf(T);
  }
  return Taking;
}

/// The data that send threads to \p Block, or null.
const InputsOfThreads *Trace::inputsAt(unsigned Block) {
  for (const auto &[Branch, Inputs] : PerhapsInputs)
    if (Regions.behind(Branch).Blocks.test(Block))
      return &Inputs;
  return nullptr;
}

/// \p When holds in this trace for each of \p Of.
void Trace::decideBounds(const LaneExpr *When, const ThreadSet &Of) {
  const FormsOfBlock &If = Values(When);
  for (unsigned T = 0; T != Threads; ++T)
    if (Of.test(T) && !If[T].isNumber())
      Decided[If[T].Sum] = If[T].Number == 0;
}

/// Where all threads end but those within a bound that is not known, all of \p Of
/// may be within it: `if (t >= n) return;`
bool Trace::goOnInBounds(unsigned Block, const ThreadSet &Of) {
  const FlowBlock &B = Blocks[Block];
  if (!Accesses || B.Ways.size() != 2 ||
      Regions.endsQuietly(B.Ways[0].To) == Regions.endsQuietly(B.Ways[1].To))
    return false;
  const unsigned Way = Regions.endsQuietly(B.Ways[0].To) ? 1 : 0;
  const LaneExpr *When = B.Ways[Way].When;
  if (!When || !isBound(When, Of))
    return false;
  decideBounds(When, Of);
  Paths.add(Block, Way, Time, Of, loopState());
  send(Block, B.Ways[Way].To, Of);
  return true;
}

/// Half of \p All, with neighbors at any power of two in the other half: who takes
/// a way by its own data need not be all.
static ThreadSet halfOf(const ThreadSet &All) {
  ThreadSet Half;
  for (size_t T = 0; T != All.size(); ++T)
    if (All.test(T) && popcount(T) % 2 == 1)
      Half.set(T);
  return Half;
}

/// Those of \p Of that go one way where some data say so, and the others go the
/// other one: each half has data of its own. None: no such data are found.
ThreadSet Trace::splitByData(const LaneExpr *When, const ThreadSet &Of) {
  DataWitness Witness(When, *Kernel.Context, Values);
  std::map<std::vector<ThreadForm>, ThreadSet> ByInputs;
  for (unsigned T = 0; T != Threads; ++T) {
    if (!Of.test(T))
      continue;
    const auto Inputs = Witness.inputsOf(T);
    if (!Inputs || !Witness.mayBeEither(T))
      return {};
    ByInputs[*Inputs].set(T);
  }
  ThreadSet Half;
  size_t Number = 0;
  std::set<ThreadForm> Used;
  for (const auto &[Inputs, Threads] : ByInputs) {
    // What two groups load, or what may be one place, is not of one group.
    for (auto [Place, First] : zip_equal(Inputs, ByInputs.begin()->first))
      if (Place.Sum != First.Sum || !Used.insert(Place).second)
        return {};
    if (Number++ % 2 == 1)
      Half |= Threads;
  }
  return Half;
}

/// Threads part at \p Block by their data, before a barrier that lies behind one
/// way, if this trace tries that.
bool Trace::takeSplit(unsigned Block, const ThreadSet &Of) {
  const FlowBlock &B = Blocks[Block];
  if (B.Ways.size() != 2 || !Regions.behind(Block).HasBarrier ||
      mayLeave(Block))
    return false;
  SplitsAt.insert({.Block = Block, .IsSplit = true});
  if (!Perhaps || !Perhaps->IsSplit || Perhaps->Block != Block ||
      std::exchange(HasTaken, true))
    return false;
  const ThreadSet Taking = splitByData(B.Ways[0].When, Of);
  if (Taking.none())
    return false;
  Splits.push_back({Block, 0, Taking, Of & ~Taking});
  Paths.add(Block, 0, Time, Taking, loopState());
  Paths.add(Block, 1, Time, Of & ~Taking, loopState());
  send(Block, B.Ways[0].To, Taking);
  send(Block, B.Ways[1].To, Of & ~Taking);
  return true;
}

/// Data have sent threads some way before. Others, of their own, send them to
/// what lies behind \p Block.
bool Trace::takeAnother(unsigned Block, const ThreadSet &Of) {
  const FlowBlock &B = Blocks[Block];
  const BitVector &Behind = Regions.behind(Block).Blocks;
  if (PerhapsBlocks.test(Block) || PerhapsBlocks.anyCommon(Behind))
    return false;
  const unsigned Way = B.Ways[0].To == *B.Join ? 1 : 0;
  ThreadSet Taking = takingByData(Block, Way == 0, Of);
  for (unsigned T = 0; T != Threads; ++T)
    if (PerhapsInputs[Block][T].empty())
      Taking.reset(T);
  if (Taking.none())
    return false;
  PerhapsBlocks |= Behind;
  Paths.add(Block, Way, Time, Taking, loopState());
  send(Block, B.Ways[Way].To, Taking);
  if (const ThreadSet Others = Of & ~Taking; Others.any())
    leaveOut(Block, Others);
  return true;
}

/// Where values of the launch are tried, those of \p Of that these may send either
/// way take both: what they do there counts for the values that send them there.
ThreadSet Trace::takeBoth(unsigned Block, const ThreadSet &Of) {
  const FlowBlock &B = Blocks[Block];
  const FlowRegion &Region = Regions.behind(Block);
  if (!Accesses || !Accesses->isTrial() || B.Ways.size() != 2)
    return {};
  const bool Ends[] = {Regions.endsQuietly(B.Ways[0].To),
                       Regions.endsQuietly(B.Ways[1].To)};
  const bool OneEnds = Ends[0] != Ends[1];
  if (!OneEnds &&
      (!B.Join || Region.HasBarrier || Region.HasWarpPoint || Region.MayLearn))
    return {};
  const FormsOfBlock &If = Values(B.Ways[0].When);
  ThreadSet Both;
  for (unsigned T = 0; T != Threads; ++T)
    Both[T] = Of.test(T) && If[T].isKnown() && !If[T].isNumber();
  const bool MustLeave =
      mayLeave(Block) && Loops.back().Iteration + 1 >= TriedIterations;
  for (unsigned Way = 0; Way != 2 && Both.any(); ++Way) {
    const unsigned To = B.Ways[Way].To;
    const bool Leaves =
        !Loops.empty() && (To < Loops.back().Header || To >= Loops.back().End);
    if ((OneEnds && Ends[Way]) || (MustLeave && !Leaves))
      continue;
    Paths.add(Block, Way, Time, Both, loopState());
    send(Block, To, Both);
  }
  return Both;
}

/// All of \p Of are in bounds, and those that come back in some iteration are not
/// any more: `for (i = threadIdx.x; i < n; i += blockDim.x)`.
bool Trace::passBounds(unsigned Block, const ThreadSet &Of) {
  const FlowBlock &B = Blocks[Block];
  if (!isBound(B.Ways[0].When, Of))
    return false;
  const bool AreBeyond =
      mayLeave(Block) && Loops.back().Iteration >= BoundIterations;
  const unsigned Way = AreBeyond ? 1 : 0;
  if (!AreBeyond)
    decideBounds(B.Ways[0].When, Of);
  Paths.add(Block, Way, Time, Of, loopState());
  send(Block, B.Ways[Way].To, Of);
  return true;
}

/// Sends \p Of, of which it is not known which way they take, the way that this
/// trace tries.
bool Trace::takePerhaps(unsigned Block, const ThreadSet &Of) {
  const FlowBlock &B = Blocks[Block];
  const FlowRegion &Region = Regions.behind(Block);
  if (!Accesses || !B.Join || B.Ways.size() != 2 || Region.HasBarrier ||
      Region.HasWarpPoint || (Order && Region.MayLearn))
    return false;
  for (unsigned Way = 0; Way != 2; ++Way)
    if (B.Ways[Way].To != *B.Join)
      UndecidedAt.insert({Block, Way});
  if (!Perhaps || Perhaps->IsSplit)
    return false;
  // Bounds lead to conditions of data.
  const bool IsIt = Perhaps->Block == Block;
  const unsigned Way = IsIt ? Perhaps->Way : 0;
  if (!IsIt && !Region.Blocks.test(Perhaps->Block))
    return (HasTaken && takeAnother(Block, Of)) || passBounds(Block, Of);
  ThreadSet Taking = Of;
  if (Way == 0 && passBounds(Block, Of))
    return true;
  if (IsIt && TimesAtWay++ == Perhaps->Before) {
    HasTaken = true;
    Taking = takingByData(Block, Way == 0, Of);
    if (Perhaps->IsHalf)
      Taking = halfOf(Taking);
    if (Taking.none())
      return false;
    PerhapsBlocks = Region.Blocks;
    if (const ThreadSet Others = Of & ~Taking; Others.any())
      leaveOut(Block, Others);
  } else {
    return false;
  }
  Paths.add(Block, Way, Time, Taking, loopState());
  send(Block, B.Ways[Way].To, Taking);
  return true;
}

} // namespace warplint
