//===- TruthFold.h - Folding what joins conditions --------------*- C++ -*-===//
//
// Where branches meet, a condition is put together from the paths that lead
// there: (x and a) or (x and not a). Most of it says nothing: x.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_EXPR_TRUTHFOLD_H
#define WARPLINT_LIB_LANE_EXPR_TRUTHFOLD_H

#include "warplint/Lane/LaneExpr.h"

namespace warplint {

/// `not X` and `X` in either order.
bool areComplements(const LaneExpr *L, const LaneExpr *R);

/// Something simpler that is as true as \p L and \p R, or \p L or \p R (\p Op),
/// operands that are no constants and not equal; null if there is none.
const LaneExpr *foldTruth(LaneContext &C, LaneOp Op, const LaneExpr *L,
                          const LaneExpr *R);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_TRUTHFOLD_H
