//===- AlikeArrays.h - Arrays that differ in their name alone ---*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_EXPR_ALIKEARRAYS_H
#define WARPLINT_LIB_LANE_EXPR_ALIKEARRAYS_H

#include "warplint/Lane/LaneExpr.h"

namespace warplint {

/// \p Address, moved to the first array of \p Context that has the size and the
/// alignment of the one that it is in: what holds of one place holds of the
/// other. \p Address itself where that is its own array, where it may be in
/// several, or where loops carry it.
const LaneExpr *inFirstAlike(LaneContext &Context, const LaneExpr *Address);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_ALIKEARRAYS_H
