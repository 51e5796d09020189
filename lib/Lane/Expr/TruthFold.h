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

/// Something simpler that is as true as \p L or \p R, operands that are no
/// constants and not equal; null if there is none.
const LaneExpr *foldDisjunction(LaneContext &C, const LaneExpr *L,
                                const LaneExpr *R);

/// The same for \p L and \p R.
const LaneExpr *foldConjunction(LaneContext &C, const LaneExpr *L,
                                const LaneExpr *R);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_TRUTHFOLD_H
