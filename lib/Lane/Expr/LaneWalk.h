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

/// What has to hold together for \p Condition to hold: a, b and c of a && (b && c).
/// Of null nothing.
inline llvm::SmallVector<const LaneExpr *, 8>
conjunctsOf(const LaneExpr *Condition) {
  llvm::SmallVector<const LaneExpr *, 8> All, Rest = {Condition};
  while (!Rest.empty()) {
    const LaneExpr *E = Rest.pop_back_val();
    if (E && E->op() == LaneOp::And && E->width() == 1)
      llvm::append_range(Rest, E->operands());
    else if (E)
      All.push_back(E);
  }
  return All;
}

/// Adds what \p E, a recurrence, grows from to \p Rest.
inline void addCarried(const LaneContext &C, const LaneExpr *E,
                       llvm::SmallVectorImpl<const LaneExpr *> &Rest) {
  if (E->op() != LaneOp::Recurrence)
    return;
  Rest.push_back(C.recurrenceAt(E->index()).Init);
  Rest.push_back(C.recurrenceAt(E->index()).Next);
}

/// Calls \p Visit(node) once for \p Root and all below it, the values of
/// recurrences included.
template <typename Function>
void forEachNode(const LaneContext &C, const LaneExpr *Root, Function Visit) {
  forEachBelow(Root, [&](const LaneExpr *E,
                         llvm::SmallVectorImpl<const LaneExpr *> &Rest) {
    Visit(E);
    addCarried(C, E, Rest);
  });
}

/// How many nodes forEachNode would visit; of more than \p Most it is one more.
inline size_t countNodes(const LaneContext &C, const LaneExpr *Root,
                         size_t Most) {
  size_t Nodes = 0;
  forEachBelow(Root, [&](const LaneExpr *E,
                         llvm::SmallVectorImpl<const LaneExpr *> &Rest) {
    addCarried(C, E, Rest);
    if (++Nodes > Most)
      Rest.clear();
  });
  return Nodes;
}

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_LANEWALK_H
