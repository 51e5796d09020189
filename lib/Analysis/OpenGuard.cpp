//===- OpenGuard.cpp - A guard without the bounds of the data -------------===//

#include "OpenGuard.h"
#include "Lane/Expr/LaneWalk.h"
#include <map>

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

/// Guards of more nodes are left as they are.
constexpr unsigned MostNodes = 2000;

class FixedPart {
public:
  explicit FixedPart(LaneContext &C) : C(C) {}

  const LaneExpr *of(const LaneExpr *E, bool IsNegated) {
    auto It = Known.find({E, IsNegated});
    return It != Known.end() ? It->second
                             : Known[{E, IsNegated}] = find(E, IsNegated);
  }

private:
  const LaneExpr *find(const LaneExpr *E, bool IsNegated) {
    if (E->op() == LaneOp::Not)
      return of(E->operand(0), !IsNegated);
    if (E->width() == 1 && E->op() == (IsNegated ? LaneOp::Or : LaneOp::And))
      return C.binary(LaneOp::And, of(E->operand(0), IsNegated),
                      of(E->operand(1), IsNegated));
    if (hasSymbol(C, E))
      return C.boolean(true);
    return IsNegated ? C.logicalNot(E) : E;
  }

  LaneContext &C;
  std::map<std::pair<const LaneExpr *, bool>, const LaneExpr *> Known;
};

} // namespace

const LaneExpr *withoutBounds(LaneContext &C, const LaneExpr *Guard) {
  if (!Guard)
    return nullptr;
  if (countNodes(C, Guard, MostNodes) > MostNodes)
    return Guard;
  const LaneExpr *Open = FixedPart(C).of(Guard, false);
  return Open == C.boolean(true) ? nullptr : Open;
}

} // namespace warplint
