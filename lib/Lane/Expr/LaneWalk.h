//===- LaneWalk.h - All that an expression is made of -----------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_EXPR_LANEWALK_H
#define WARPLINT_LIB_LANE_EXPR_LANEWALK_H

#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// Calls \p Visit(node, rest) once for each of \p Roots, their operands and so
/// on. What it adds to the rest is visited, too: what a loop-carried value grows
/// from. Null is passed over.
template <typename Function>
void forEachBelow(llvm::ArrayRef<const LaneExpr *> Roots, Function Visit) {
  llvm::SmallVector<const LaneExpr *> Rest(Roots);
  llvm::DenseSet<const LaneExpr *> Seen;
  while (!Rest.empty()) {
    const LaneExpr *E = Rest.pop_back_val();
    if (!E || !Seen.insert(E).second)
      continue;
    llvm::append_range(Rest, E->operands());
    Visit(E, Rest);
  }
}

/// Calls \p Visit(node) once for \p Root and all below it, the values of
/// recurrences included.
template <typename Function>
void forEachNode(const LaneContext &C, const LaneExpr *Root, Function Visit) {
  forEachBelow(Root, [&](const LaneExpr *E,
                         llvm::SmallVectorImpl<const LaneExpr *> &Rest) {
    Visit(E);
    if (E->op() == LaneOp::Recurrence) {
      Rest.push_back(C.recurrenceAt(E->index()).Init);
      Rest.push_back(C.recurrenceAt(E->index()).Next);
    }
  });
}

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_LANEWALK_H
