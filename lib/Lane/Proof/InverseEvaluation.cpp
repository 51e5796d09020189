//===- InverseEvaluation.cpp - Moving leaves towards a value --------------===//

#include "InverseEvaluation.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warplint {

/// Beyond that an expression is left alone: how deep it is, and how often one
/// is looked at for one goal. Where several operands could give way at every
/// step, the ways are more than can be tried.
static constexpr unsigned MaxDepth = 400, MaxVisits = 1000;

bool InverseEvaluation::reach(const LaneExpr *E, uint64_t Target,
                              const LeafValues &Leaves) {
  Now = Leaves;
  Stepped.clear();
  Depth = Visits = 0;
  return moveTo(E, truncated(Target, E->width()));
}

std::optional<uint64_t> InverseEvaluation::valueOf(const LaneExpr *E) {
  StepsLeft -= std::min<uint64_t>(StepsLeft, 8);
  auto Value = chargeLoops(StepsLeft, [&](uint64_t *ValuesLeft) {
    return evaluate(Context, E, Now, ValuesLeft);
  });
  return StepsLeft ? Value : std::nullopt;
}

bool InverseEvaluation::moveTo(const LaneExpr *E, uint64_t Target) {
  if (Depth > MaxDepth || ++Visits > MaxVisits)
    return false;
  auto Value = valueOf(E);
  if (!Value || *Value == Target)
    return false;
  ++Depth;
  bool IsMoved = undo(E, Target, *Value);
  --Depth;
  return IsMoved;
}

bool InverseEvaluation::undo(const LaneExpr *E, uint64_t Target,
                             uint64_t Value) {
  unsigned Width = E->numOperands() ? E->operand(0)->width() : E->width();
  switch (E->op()) {
  case LaneOp::Symbol:
    return SetLeaf(E, Target);
  case LaneOp::Iteration:
    return !llvm::is_contained(Stepped, E->index()) && SetLeaf(E, Target);
  case LaneOp::Recurrence:
    return undoRecurrence(E, Target);
  case LaneOp::Select:
    return undoSelect(E, Target);
  case LaneOp::Not:
    return moveTo(E->operand(0), !Target);
  case LaneOp::ZExt:
  case LaneOp::SExt: {
    uint64_t Narrow = truncated(Target, Width);
    return applyUnary(E->op(), Narrow, Width, E->width()) == Target &&
           moveTo(E->operand(0), Narrow);
  }
  case LaneOp::Trunc: {
    auto Whole = valueOf(E->operand(0));
    return Whole &&
           moveTo(E->operand(0), (*Whole & ~lowMask(E->width())) | Target);
  }
  default:
    if (E->numOperands() != 2 || E->op() == LaneOp::Shuffle)
      return false;
    if (E->width() == 1 && (E->op() == LaneOp::And || E->op() == LaneOp::Or))
      return undoTruth(E, Target);
    return undoBinary(E, Target, Value);
  }
}

/// "And" is true when both operands are, and false when one of them is; "or"
/// the other way round.
bool InverseEvaluation::undoTruth(const LaneExpr *E, bool Target) {
  unsigned First = Random() % 2;
  bool AreBothNeeded = (E->op() == LaneOp::And) == Target;
  bool IsMoved = false;
  for (unsigned I : {First, 1 - First}) {
    IsMoved |= moveTo(E->operand(I), Target);
    if (IsMoved && !AreBothNeeded)
      return true;
  }
  return IsMoved;
}

bool InverseEvaluation::undoSelect(const LaneExpr *E, uint64_t Target) {
  auto Condition = valueOf(E->operand(0));
  if (!Condition)
    return false;
  const LaneExpr *Taken = E->operand(*Condition ? 1 : 2);
  const LaneExpr *Other = E->operand(*Condition ? 2 : 1);
  if (valueOf(Other) == Target || Random() % 4 == 0)
    if (moveTo(E->operand(0), !*Condition))
      return true;
  return moveTo(Taken, Target) || moveTo(E->operand(0), !*Condition);
}

/// The value of an iteration comes from that of the one before.
bool InverseEvaluation::undoRecurrence(const LaneExpr *E, uint64_t Target) {
  const LaneRecurrence &R = Context.recurrenceAt(E->index());
  uint64_t &Iteration = Now.Iterations[R.Loop];
  if (Iteration == 0)
    return R.Init && moveTo(R.Init, Target);
  if (!R.Next)
    return false;
  --Iteration;
  Stepped.push_back(R.Loop);
  bool IsMoved = moveTo(R.Next, Target);
  Stepped.pop_back();
  ++Now.Iterations[R.Loop];
  return IsMoved;
}

bool InverseEvaluation::undoBinary(const LaneExpr *E, uint64_t Target,
                                   uint64_t Value) {
  unsigned First = Random() % 2;
  for (unsigned Side : {First, 1 - First}) {
    auto Other = valueOf(E->operand(1 - Side));
    if (Other && undoSide(E, Side, Target, Value, *Other))
      return true;
  }
  return false;
}

bool InverseEvaluation::undoSide(const LaneExpr *E, unsigned Side,
                                 uint64_t Target, uint64_t Value,
                                 uint64_t Other) {
  const LaneExpr *Moved = E->operand(Side);
  unsigned Width = Moved->width();
  auto MoveTo = [&](uint64_t NewValue) {
    return moveTo(Moved, truncated(NewValue, Width));
  };
  switch (E->op()) {
  case LaneOp::Add:
    return MoveTo(Target - Other);
  case LaneOp::Xor:
    return MoveTo(Target ^ Other);
  case LaneOp::Mul:
    return undoProduct(Moved, Target, Other);
  case LaneOp::And:
  case LaneOp::Or: {
    // Bits that the other operand settles stay as they are.
    uint64_t Settled = E->op() == LaneOp::And ? ~Other : Other;
    auto Old = valueOf(Moved);
    return Old && ((Target ^ Value) & Settled & lowMask(Width)) == 0 &&
           MoveTo((*Old & Settled) | (Target & ~Settled));
  }
  case LaneOp::Shl:
    return Side == 0 && Other < Width &&
           truncated(Target >> Other << Other, Width) == Target &&
           MoveTo(Target >> Other);
  case LaneOp::LShr:
  case LaneOp::AShr:
    return Side == 0 && Other < Width &&
           MoveTo((Target << Other) | (Random() & lowMask(Other)));
  case LaneOp::UDiv:
  case LaneOp::SDiv:
  case LaneOp::URem:
  case LaneOp::SRem:
    return Side == 0 && Other != 0 && undoDivision(E, Target, Value, Other);
  default:
    return undoComparison(E, Side, Target, Other);
  }
}

bool InverseEvaluation::undoProduct(const LaneExpr *Factor, uint64_t Target,
                                    uint64_t Other) {
  unsigned Width = Factor->width();
  int64_t Product = signedValue(Target, Width);
  int64_t By = signedValue(Other, Width);
  if (By == 0 || (By == -1 && Product == INT64_MIN) || Product % By != 0)
    return false;
  return moveTo(Factor, truncated(static_cast<uint64_t>(Product / By), Width));
}

bool InverseEvaluation::undoDivision(const LaneExpr *E, uint64_t Target,
                                     uint64_t Value, uint64_t Divisor) {
  const LaneExpr *Dividend = E->operand(0);
  unsigned Width = Dividend->width();
  auto Old = valueOf(Dividend);
  if (!Old)
    return false;
  // Modulo 2^w: what is not reached that way is not.
  uint64_t New = E->op() == LaneOp::UDiv || E->op() == LaneOp::SDiv
                     ? *Old + (Target - Value) * Divisor
                     : *Old + (Target - Value);
  return moveTo(Dividend, truncated(New, Width));
}

/// How far past an end a value goes: mostly not at all.
static uint64_t margin(uint64_t Random) {
  return Random % 4 ? 0 : Random >> 2 >> (Random >> 58);
}

bool InverseEvaluation::undoComparison(const LaneExpr *E, unsigned Side,
                                       bool Target, uint64_t Other) {
  const LaneExpr *Moved = E->operand(Side);
  unsigned Width = Moved->width();
  if (E->op() == LaneOp::CmpEq)
    return moveTo(
        Moved, truncated(Target ? Other : Other + 1 + margin(Random()), Width));
  // Left < right: the left one ends below the right one, or begins at it; read
  // as unsigned numbers after the sign bit is turned over.
  uint64_t Sign = E->op() == LaneOp::CmpSLt ? uint64_t(1) << (Width - 1) : 0;
  uint64_t Bound = Other ^ Sign, Last = lowMask(Width);
  bool GoesDown = (Side == 0) == Target;
  uint64_t Least = Target ? 1 : 0;
  uint64_t Room = GoesDown ? Bound : Last - Bound;
  if (Room < Least)
    return false;
  uint64_t Far = std::min(Room, Least + margin(Random()) % (Last / 2 + 1));
  return moveTo(Moved, (GoesDown ? Bound - Far : Bound + Far) ^ Sign);
}

} // namespace warplint
