//===- Explain.h - The names in an address ----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_ANALYSIS_EXPLAIN_H
#define WARPLINT_LIB_ANALYSIS_EXPLAIN_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include "warplint/Kernel/KernelModel.h"

namespace warplint {

/// The loops around \p Access, outermost first.
std::vector<EnclosingLoop> enclosingLoops(const LaneContext &Context,
                                          const KernelAccess &Access);

/// The expressions of \p Access and their leaves. \p Verdict gives the values
/// that show its worst figure.
Explanation explainAccess(const LaneContext &Context,
                          const KernelAccess &Access,
                          const AccessVerdict &Verdict);

} // namespace warplint

#endif // WARPLINT_LIB_ANALYSIS_EXPLAIN_H
