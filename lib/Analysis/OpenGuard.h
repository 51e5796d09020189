//===- OpenGuard.h - A guard without the bounds of the data -----*- C++ -*-===//

#ifndef WARPLINT_LIB_ANALYSIS_OPENGUARD_H
#define WARPLINT_LIB_ANALYSIS_OPENGUARD_H

#include "warplint/Lane/LaneExpr.h"

namespace warplint {

/// \p Guard without the conditions that depend on a parameter, the block
/// or anything else that all lanes share: the lanes that take part where the
/// data's end is far. Of "x < 16 && i < n" it is "x < 16". Null: all lanes.
const LaneExpr *withoutBounds(LaneContext &C, const LaneExpr *Guard);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_OPENGUARD_H
