//===- Substitution.h - Other values for parts of an expression -*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_EXPR_SUBSTITUTION_H
#define WARPLINT_LIB_LANE_EXPR_SUBSTITUTION_H

#include "warplint/Lane/LaneExpr.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

/// By the node that is replaced: what stands for it. Of the same width.
using Replacements = llvm::DenseMap<const LaneExpr *, const LaneExpr *>;

/// The node of \p E with the operands \p Op, folded anew.
const LaneExpr *rebuilt(LaneContext &C, const LaneExpr *E,
                        llvm::ArrayRef<const LaneExpr *> Op);

/// A copy of \p E with the nodes that \p By names replaced, folded anew. Goes
/// through operands only: the first and next values of recurrences stay.
/// \p By grows by what was rebuilt on the way.
const LaneExpr *substitute(LaneContext &C, const LaneExpr *E, Replacements &By);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_EXPR_SUBSTITUTION_H
