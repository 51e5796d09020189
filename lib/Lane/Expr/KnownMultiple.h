//===- KnownMultiple.h - Powers of two that divide --------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_EXPR_KNOWNMULTIPLE_H
#define WARPLINT_LIB_LANE_EXPR_KNOWNMULTIPLE_H

#include "warplint/Lane/LaneExpr.h"

namespace warplint {

/// The largest power of two (up to 2^16) that divides \p E for every value of
/// its leaves, as far as is easily seen.
uint64_t knownMultiple(const LaneContext &C, const LaneExpr *E);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_KNOWNMULTIPLE_H
