//===- TruthForms.h - What truth values of the block say --------*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_VALUES_TRUTHFORMS_H
#define WARPLINT_LIB_RACE_VALUES_TRUTHFORMS_H

#include "ThreadForms.h"

namespace warplint {

/// Not both of two truth values hold, whatever the unknowns are: `n <= k` and
/// `k + 4 <= n`. Sums with unknowns do not wrap around.
bool areExclusive(ThreadForm One, ThreadForm Other, FormTable &Table);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_VALUES_TRUTHFORMS_H
