//===- Decisions.cpp - Conditions that the block shares -------------------===//

#include "Trace.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Iterations of a loop whose number is not known.
static constexpr uint32_t UnknownIterations = 2;
/// The same where threads hand buffers on at barriers of some warps.
static constexpr uint32_t OrderedIterations = 5;

std::vector<SharedDecision> Trace::decisionsAround(unsigned Block) const {
  std::vector<SharedDecision> Around;
  for (const auto &[At, D] : LastDecided)
    if (Regions.behind(At).Blocks.test(Block))
      Around.push_back(D);
  return Around;
}

/// A way out of \p Block leaves the innermost loop.
bool Trace::mayLeave(unsigned Block) const {
  return !Loops.empty() && any_of(Blocks[Block].Ways, [&](const FlowWay &W) {
    return W.To < Loops.back().Header || W.To >= Loops.back().End;
  });
}

/// Iterations of a loop that all threads leave by \p Condition at some time.
uint32_t Trace::mostIterations(const SharedUnknown *Condition) {
  if (!Condition || !Condition->IsOfGridDim ||
      (IsGridSmall && Condition->IsLaunch))
    return Order ? OrderedIterations : UnknownIterations;
  // A grid is usually as large as the data: its second round may never be.
  IsForLargeGrid = true;
  return 1;
}

/// Whether all threads go way number \p Way, where nothing says so.
bool Trace::choose(unsigned Block, unsigned Way, ThreadForm If) {
  const FlowBlock &B = Blocks[Block];
  const SharedUnknown *U = Values.Table.truth(If);
  const bool Ends = Regions.endsQuietly(B.Ways[Way].To);
  // Where all threads end there is nothing to see.
  if (Ends != Regions.endsQuietly(B.Ways.back().To) &&
      (Loops.empty() || !Regions.endsBehind(Loops.back().Header)))
    return !Ends;
  if (!Loops.empty()) {
    const ActiveLoop &L = Loops.back();
    auto Leaves = [&](const FlowWay &W) {
      return W.To < L.Header || W.To >= L.End;
    };
    if (mayLeave(Block))
      return Leaves(B.Ways[Way]) == (L.Iteration >= mostIterations(U));
    // What is so in the last iterations would be so in more: `k + 2 < n`.
    if (Order && L.Iteration + 2 >= OrderedIterations)
      return Flipped.contains(Block);
  }
  if (U && U->IsBound)
    return If.Number == 0;
  return !Flipped.contains(Block);
}

/// Whether the unknown of the condition \p If, one for all threads, is true in
/// this trace.
bool Trace::decide(unsigned Block, unsigned Way, ThreadForm If, uint32_t Phase,
                   const ThreadSet &Of) {
  auto [It, IsNew] = Decided.try_emplace(If.Sum, false);
  if (IsNew)
    It->second = choose(Block, Way, If) == (If.Number == 0);
  const SharedUnknown *U = Values.Table.truth(If);
  bool Value = It->second;
  // What is in bounds in one iteration need not be in the next.
  if (U && U->IsBound && mayLeave(Block) && Loops.back().Iteration > 0 &&
      Values.dependsOn(Blocks[Block].Ways[Way].When, Loops.back().Number))
    Value = choose(Block, Way, If) == (If.Number == 0);
  bool Holds = Value == (If.Number == 0);
  if (Order && !mayTake(Block, Way, Holds, Of)) {
    Value = !Value;
    Holds = !Holds;
  }
  SharedDecision D;
  D.Block = Block;
  D.Sum = If.Sum;
  D.Value = Value;
  D.Time = Time;
  if (!Loops.empty()) {
    const unsigned To =
        Blocks[Block].Ways[Holds ? Way : Blocks[Block].Ways.size() - 1].To;
    if (To < Loops.back().Header || To >= Loops.back().End) {
      D.LeftLoop = Loops.back().Number;
      D.Iterations = Loops.back().Iteration;
    }
  }
  // A block that lies within the bounds of the data exists.
  if (U && U->IsBound && Value)
    return Value;
  LastDecided[Block] = D;
  if (Regions.behind(Block).MayLearn)
    forgetCopies(/*Writes=*/true);
  if (!D.LeftLoop && IsNew &&
      none_of(Blocks[Block].Ways,
              [&](const FlowWay &Any) { return Regions.endsQuietly(Any.To); }))
    DecidedAt.insert(Block);
  if (Accesses && Regions.behind(Block).HasCopyWait)
    Accesses->Asyncs.addSkipped(D);
  if (Accesses && Regions.behind(Block).HasBarrier)
    Accesses->addSkipped(Phase, D);
  return Value;
}

} // namespace warplint
