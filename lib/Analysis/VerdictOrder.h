//===- VerdictOrder.h - Which verdict speaks for several --------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANALYSIS_VERDICTORDER_H
#define WARPLINT_LIB_ANALYSIS_VERDICTORDER_H

#include "warplint/Finding/AccessVerdict.h"

namespace warplint {

/// Excess before unproven before clean, then the larger figure: the order in
/// which instances of one source access speak for all of them.
bool isWorse(const AccessVerdict &A, const AccessVerdict &B);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_VERDICTORDER_H
