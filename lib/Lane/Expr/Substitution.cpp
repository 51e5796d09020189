//===- Substitution.cpp - Other values for parts of an expression ---------===//

#include "Substitution.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

const LaneExpr *rebuilt(LaneContext &C, const LaneExpr *E,
                        llvm::ArrayRef<const LaneExpr *> Op) {
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
  llvm::SmallVector<const LaneExpr *, 3> Op;
  for (const LaneExpr *Operand : E->operands())
    Op.push_back(substitute(C, Operand, By));
  return By[E] = E->operands() == llvm::ArrayRef(Op) ? E : rebuilt(C, E, Op);
}

} // namespace warplint
