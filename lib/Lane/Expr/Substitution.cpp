//===- Substitution.cpp - Other values for parts of an expression ---------===//

#include "Substitution.h"

namespace warplint {

/// The node of \p E with other operands.
static const LaneExpr *rebuilt(LaneContext &C, const LaneExpr *E,
                               const LaneExpr *const (&Op)[3]) {
  switch (E->op()) {
  case LaneOp::Select:
    return C.select(Op[0], Op[1], Op[2]);
  case LaneOp::Not:
    return C.logicalNot(Op[0]);
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    return C.cast(E->op(), Op[0], E->width());
  case LaneOp::PopCount:
  case LaneOp::CountLeadingZeros:
  case LaneOp::BitReverse:
    return C.unary(E->op(), Op[0]);
  case LaneOp::Shuffle:
    return C.shuffle(Op[0], Op[1]);
  default:
    return C.binary(E->op(), Op[0], Op[1], E->noWrap());
  }
}

const LaneExpr *substitute(LaneContext &C, const LaneExpr *E,
                           Replacements &By) {
  if (const LaneExpr *Known = By.lookup(E))
    return Known;
  if (E->numOperands() == 0)
    return E;
  const LaneExpr *Op[3] = {};
  bool IsSame = true;
  for (unsigned I = 0; I != E->numOperands(); ++I) {
    Op[I] = substitute(C, E->operand(I), By);
    IsSame &= Op[I] == E->operand(I);
  }
  const LaneExpr *Result = IsSame ? E : rebuilt(C, E, Op);
  By[E] = Result;
  return Result;
}

} // namespace warplint
