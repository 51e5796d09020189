//===- OpenGuard.cpp - A guard without the bounds of the data -------------===//

#include "OpenGuard.h"
#include "Lane/Expr/LaneWalk.h"

using namespace llvm;

namespace warplint {
namespace {

bool hasSymbol(const LaneContext &C, const LaneExpr *E) {
  bool Found = false;
  forEachNode(C, E, [&](const LaneExpr *Node) {
    Found |= Node->op() == LaneOp::Symbol;
  });
  return Found;
}

const LaneExpr *fixedPart(LaneContext &C, const LaneExpr *E, bool IsNegated) {
  if (E->op() == LaneOp::Not)
    return fixedPart(C, E->operand(0), !IsNegated);
  if (E->width() == 1 && E->op() == (IsNegated ? LaneOp::Or : LaneOp::And))
    return C.binary(LaneOp::And, fixedPart(C, E->operand(0), IsNegated),
                    fixedPart(C, E->operand(1), IsNegated));
  if (hasSymbol(C, E))
    return C.boolean(true);
  return IsNegated ? C.logicalNot(E) : E;
}

} // namespace

const LaneExpr *withoutBounds(LaneContext &C, const LaneExpr *Guard) {
  if (!Guard)
    return nullptr;
  const LaneExpr *Open = fixedPart(C, Guard, false);
  return Open == C.boolean(true) ? nullptr : Open;
}

} // namespace warplint
