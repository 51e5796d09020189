//===- LoopConditions.cpp - Which lanes are in which iteration ------------===//
//
// A lane is in iteration n of a loop if it completed all before: took the back
// edge in each. Where lanes leave at different iterations, that is
//
//   nothing new     if the loop is left at its header, by a condition that once
//                   false stays so (i < n): the body's own condition says it
//   Completed(n-1)  if the loop is left elsewhere, by such a condition
//   a Recurrence    otherwise: alive' = alive && Completed
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warplint {

/// Nothing in \p E is decided anew in each iteration of \p L, so that its
/// values can be followed from one to the next.
bool ExprBuilder::isSteppable(const LaneExpr *E, const Loop &L) const {
  bool Steppable = true;
  auto IsWithin = [&](const Loop *Other) {
    return Other != &L && L.contains(Other);
  };
  forEachNode(C, E, [&](const LaneExpr *N) {
    if (N->op() == LaneOp::Opaque)
      Steppable = false;
    else if (N->op() == LaneOp::Iteration)
      Steppable &= !IsWithin(LoopsByNumber[N->index()]);
    else if (N->op() == LaneOp::Recurrence)
      Steppable &= !IsWithin(LoopsByNumber[C.recurrenceAt(N->index()).Loop]);
    else if (N->op() == LaneOp::Symbol)
      if (const BasicBlock *Origin = SymbolOrigin.lookup(N->index()))
        Steppable &= !L.contains(Origin);
  });
  return Steppable;
}

static bool isNonNegative(const LaneContext &C, const LaneExpr *E,
                          unsigned Depth = 6) {
  auto AreAll = [&] {
    for (unsigned I = 0; I != E->numOperands(); ++I)
      if (!isNonNegative(C, E->operand(I), Depth - 1))
        return false;
    return true;
  };
  switch (E->op()) {
  case LaneOp::Const:
    return !(E->constant() >> (E->width() - 1));
  case LaneOp::ThreadIdx:
  case LaneOp::BlockDim:
  case LaneOp::Iteration:
  case LaneOp::ZExt:
    return true;
  case LaneOp::Symbol:
    return C.symbolAt(E->index()).Lo >= 0;
  case LaneOp::Add:
  case LaneOp::Mul:
  case LaneOp::SExt:
  case LaneOp::Trunc:
  case LaneOp::UDiv:
  case LaneOp::SDiv:
    return Depth != 0 && AreAll();
  case LaneOp::Shl:
  case LaneOp::LShr:
  case LaneOp::AShr:
    return Depth != 0 && isNonNegative(C, E->operand(0), Depth - 1);
  default:
    return false;
  }
}

/// Whether \p E falls (-1), stays (0) or grows (1) from one iteration of \p L
/// to the next, if it always does the same. Arithmetic does not wrap around.
std::optional<int> ExprBuilder::slopeOf(const LaneExpr *E, const Loop &L) {
  if (!variesIn(E, L))
    return 0;
  auto Of = [&](unsigned I) { return slopeOf(E->operand(I), L); };
  switch (E->op()) {
  case LaneOp::Iteration:
    return LoopsByNumber[E->index()] == &L ? std::optional(1) : std::nullopt;
  case LaneOp::Add: {
    std::optional<int> X = Of(0), Y = Of(1);
    if (!X || !Y || *X * *Y < 0)
      return std::nullopt;
    return *X ? *X : *Y;
  }
  case LaneOp::Mul:
    for (unsigned I : {0u, 1u}) {
      const LaneExpr *Factor = E->operand(1 - I);
      if (variesIn(Factor, L))
        continue;
      std::optional<int> X = Of(I);
      if (X && isNonNegative(C, Factor))
        return X;
      if (X && Factor->isConst())
        return -*X;
    }
    return std::nullopt;
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    return Of(0);
  case LaneOp::Shl:
  case LaneOp::UDiv:
  case LaneOp::SDiv:
  case LaneOp::LShr:
  case LaneOp::AShr:
    if (variesIn(E->operand(1), L) || !isNonNegative(C, E->operand(1)))
      return std::nullopt;
    return Of(0);
  default:
    return std::nullopt;
  }
}

/// Once \p Condition is false it is false in all later iterations of \p L.
bool ExprBuilder::endsForGood(const LaneExpr *Condition, const Loop &L) {
  if (!variesIn(Condition, L))
    return true;
  bool IsNegated = Condition->op() == LaneOp::Not;
  const LaneExpr *E = IsNegated ? Condition->operand(0) : Condition;
  if (E->op() == LaneOp::CmpSLt || E->op() == LaneOp::CmpULt) {
    std::optional<int> X = slopeOf(E->operand(0), L);
    std::optional<int> Y = slopeOf(E->operand(1), L);
    if (!X || !Y)
      return false;
    return IsNegated ? *X <= 0 && *Y >= 0 : *X >= 0 && *Y <= 0;
  }
  if (!IsNegated && E->width() == 1 &&
      (E->op() == LaneOp::And || E->op() == LaneOp::Or))
    return endsForGood(E->operand(0), L) && endsForGood(E->operand(1), L);
  return false;
}

/// Truth value: a lane that begins an iteration of \p L goes on to the next.
const LaneExpr *ExprBuilder::iterationCompleted(Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch(), *Header = L.getHeader();
  if (!Latch)
    return opaque(OpaqueReason::NotModelled, nullptr, 1, "a loop");
  DenseMap<const BasicBlock *, const LaneExpr *> Reached;
  return C.binary(LaneOp::And, reach(Latch, Header, Reached),
                  edgeCondition(Latch, Header));
}

/// Truth value: a lane that entered \p L completed all iterations before this
/// one, each of which it does if \p Completed holds.
const LaneExpr *ExprBuilder::completedBefore(const LaneExpr *Completed,
                                             Loop &L) {
  unsigned Number = loopNumber(L);
  if (!endsForGood(Completed, L)) {
    const LaneExpr *Alive = C.recurrence(Number, 1, "still in the loop");
    C.setRecurrence(Alive, C.boolean(true),
                    C.binary(LaneOp::And, Alive, Completed),
                    Completed->isLaneVarying());
    return Alive;
  }
  const LaneExpr *N = C.iteration(Number);
  const LaneExpr *Before = replaceIteration(
      Completed, Number,
      C.binary(LaneOp::Add, N, C.constant(~uint64_t(0), 32), true));
  return C.binary(LaneOp::Or, C.binary(LaneOp::CmpEq, N, C.constant(0, 32)),
                  Before);
}

/// Truth value: a lane that entered \p L begins the iteration. True where lanes
/// leave together, and where it is unknown.
const LaneExpr *ExprBuilder::stillRunning(Loop &L) {
  auto [It, IsNew] = Running.try_emplace(&L, C.boolean(true));
  if (!IsNew)
    return It->second;
  const LaneExpr *Completed = iterationCompleted(L);
  if (!Completed->isLaneVarying() || !isSteppable(Completed, L) ||
      (leavesThroughHeader(L) && endsForGood(Completed, L)))
    return C.boolean(true);
  return Running[&L] = completedBefore(Completed, L);
}

/// Finds the condition under which a lane executes an iteration of \p L.
void ExprBuilder::findContinue(Loop &L) {
  unsigned Number = loopNumber(L);
  if (C.loopAt(Number).Continue || !Continued.insert(&L).second)
    return;
  const LaneExpr *Goes = nullptr;
  bool IsExact = leavesThroughHeader(L);
  auto *Branch = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
  if (Branch && Branch->isConditional() && L.isLoopExiting(L.getHeader()) &&
      L.getLoopLatch() != L.getHeader()) {
    Goes = build(Branch->getCondition());
    if (!L.contains(Branch->getSuccessor(0)))
      Goes = C.logicalNot(Goes);
  } else if (const LaneLoop &Known = C.loopAt(Number);
             !Known.TripCount || Known.IsUpperBound) {
    const LaneExpr *Completed = iterationCompleted(L);
    IsExact = isSteppable(Completed, L);
    if (IsExact)
      Goes = completedBefore(Completed, L);
  }
  if (!Goes || Goes->isConst() || !isSteppable(Goes, L))
    return;
  LaneLoop &Loop = C.loopAt(Number);
  Loop.Continue = Goes;
  Loop.IsContinueExact = IsExact;
}

} // namespace warplint
