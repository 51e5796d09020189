//===- AccessOrder.h - Which record speaks for an access --------*- C++ -*-===//

#ifndef WARPLINT_FINDING_ACCESSORDER_H
#define WARPLINT_FINDING_ACCESSORDER_H

#include "warplint/Finding/AccessRecord.h"

namespace warplint {

/// Not every execution of \p A costs as much as its verdict says.
bool isAtMost(const AccessRecord &A);

/// The order in which the records of one source access speak for all of them:
/// worst first, of two with one kind of verdict that which is not assumed, of
/// equals that of a known block, else that which lies first in memory: in the
/// order of kernels.
bool speaksBefore(const AccessRecord &A, const AccessRecord &B);

} // namespace warplint

#endif // WARPLINT_FINDING_ACCESSORDER_H
