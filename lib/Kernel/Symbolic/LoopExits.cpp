//===- LoopExits.cpp - Values that leave a loop ---------------------------===//

#include "ExprBuilder.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "Lane/Expr/KnownMultiple.h"
#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/Substitution.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// All lanes of an iteration leave \p L together or go on together.
bool ExprBuilder::hasUniformExit(const Loop &L) {
  SmallVector<BasicBlock *> Exiting;
  L.getExitingBlocks(Exiting);
  DenseMap<const BasicBlock *, const LaneExpr *> Reached;
  for (BasicBlock *B : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (!Branch || !Branch->isConditional())
      return false;
    Value *Condition = Branch->getCondition();
    if (!Uniform.isUniform(Condition) && build(Condition)->isLaneVarying())
      return false;
    // The exit itself must be reached by all lanes of the iteration.
    if (reach(B, L.getHeader(), Reached)->isLaneVarying())
      return false;
  }
  return true;
}

/// A copy of \p E in which the iteration of \p Loop is \p By.
const LaneExpr *ExprBuilder::replaceIteration(const LaneExpr *E, unsigned Loop,
                                              const LaneExpr *By) {
  Replacements Iteration;
  Iteration[C.iteration(Loop)] = By;
  return substitute(C, E, Iteration);
}

/// How many nodes \p E has when each is written out where it is used; of more
/// than \p Most it is more than that.
static unsigned writtenNodes(const LaneExpr *E, unsigned Most) {
  unsigned Nodes = 1;
  for (const LaneExpr *Operand : E->operands())
    if (Nodes <= Most)
      Nodes += writtenNodes(Operand, Most - Nodes);
  return Nodes;
}

/// \p E of the iteration \p Last of \p L, with what the loop carries followed to
/// there; null where that cannot be said, or is long.
const LaneExpr *ExprBuilder::stepped(const LaneExpr *E, uint64_t Last,
                                     Loop &L) {
  constexpr uint64_t MostSteps = 64;
  constexpr unsigned MostNodes = 1024;
  if (Last > MostSteps || !isSteppable(E, L))
    return nullptr;
  const unsigned Number = loopNumber(L);
  Replacements Carried;
  bool IsKnown = true;
  forEachNode(C, E, [&](const LaneExpr *N) {
    if (N->op() != LaneOp::Recurrence ||
        C.recurrenceAt(N->index()).Loop != Number)
      return;
    IsKnown &= !Unfinished.contains(N);
    Carried[N] = C.recurrenceAt(N->index()).Init;
  });
  for (uint64_t Step = 0; IsKnown; ++Step) {
    Replacements Known = Carried;
    Known[C.iteration(Number)] = C.constant(Step, 32);
    if (Step == Last)
      return substitute(C, E, Known);
    for (auto &[Recurrence, Value] : Carried) {
      Value = substitute(C, C.recurrenceAt(Recurrence->index()).Next, Known);
      IsKnown &= writtenNodes(Value, MostNodes) <= MostNodes;
    }
  }
  return nullptr;
}

/// The value of \p E after the iteration in which all lanes leave through
/// \p Exiting, null if it cannot be said.
const LaneExpr *ExprBuilder::valueAfter(const LaneExpr *E, BasicBlock *Exiting,
                                        PHINode &Phi, Loop &L) {
  if (!variesIn(E, L))
    return E;
  unsigned Number = loopNumber(L), Width = widthOf(Phi.getType());
  auto ReplaceBy = [&](const LaneExpr *N) -> const LaneExpr * {
    const LaneExpr *R = replaceIteration(E, Number, N);
    return variesIn(R, L) ? nullptr : R;
  };
  if (L.getExitingBlock())
    if (const auto *Count =
            dyn_cast<SCEVConstant>(A.SE.getExitCount(&L, Exiting));
        Count && Count->getAPInt().getActiveBits() <= 32) {
      const uint64_t Last = Count->getAPInt().getZExtValue();
      if (const LaneExpr *R = ReplaceBy(C.constant(Last, 32)))
        return R;
      if (E->isLaneVarying())
        if (const LaneExpr *R = stepped(E, Last, L); R && !variesIn(R, L))
          return R;
    }
  if (!E->isLaneVarying()) {
    const LaneExpr *Last = freshSymbol(nameOf(&Phi), Width, &Phi,
                                       SymbolKind::Other, knownMultiple(C, E));
    StandIns[Last->index()] = E;
    UniformSymbol &S = C.symbolAt(Last->index());
    if (L.getExitingBlock() &&
        L.getParentLoop() == A.LI.getLoopFor(Phi.getParent()))
      S.LeftBy = {Number, E, leavesThroughHeader(L)};
    if (E->op() == LaneOp::Symbol) {
      S.Lo = C.symbolAt(E->index()).Lo;
      S.Hi = C.symbolAt(E->index()).Hi;
    }
    return Last;
  }
  UniformSymbol S;
  S.Name = "iterations of the loop";
  S.Lo = 0;
  unsigned Last = C.addSymbol(S);
  SymbolOrigin[Last] = Phi.getParent();
  return ReplaceBy(C.symbol(Last));
}

const LaneExpr *ExprBuilder::buildExitPhi(PHINode &Phi, Loop &L) {
  unsigned Width = widthOf(Phi.getType());
  const LaneExpr *First = build(Phi.getIncomingValue(0));
  bool IsOneValue = all_of(Phi.incoming_values(), [&](Value *Incoming) {
    return build(Incoming) == First;
  });
  if (IsOneValue && !variesIn(First, L))
    return First;
  if (!hasUniformExit(L))
    return unknown(OpaqueReason::DivergentLoop, &Phi, Width);
  // Which exit is taken is unknown, and the same for all lanes.
  const LaneExpr *Result = nullptr;
  for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
    const LaneExpr *Inside = build(Phi.getIncomingValue(I));
    const LaneExpr *E = valueAfter(Inside, Phi.getIncomingBlock(I), Phi, L);
    if (!E) {
      if (const LaneExpr *Opaque = opaqueIn(Inside))
        return unknownFor(Opaque, &Phi, Width);
      return unknown(OpaqueReason::LongLoop, &Phi, Width);
    }
    if (Result) {
      const LaneExpr *Which = freshSymbol("which exit the loop takes", 1, &Phi);
      SymbolValues.erase(Which->index());
      E = C.select(Which, E, Result);
    }
    Result = E;
    if (IsOneValue)
      break;
  }
  return Result;
}

} // namespace warplint
