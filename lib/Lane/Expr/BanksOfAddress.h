//===- BanksOfAddress.h - An address but for whole rows of banks -*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_EXPR_BANKSOFADDRESS_H
#define WARPLINT_LIB_LANE_EXPR_BANKSOFADDRESS_H

#include "warplint/Lane/LaneExpr.h"

namespace warplint {

/// Where data chooses nothing but the row of banks (row[data][lane] in rows of
/// 32 words): a number without it that is in the same bank as \p Address, as the
/// array begins in any. Else null.
const LaneExpr *banksOf(LaneContext &C, const LaneExpr *Address);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_BANKSOFADDRESS_H
