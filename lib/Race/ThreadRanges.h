//===- ThreadRanges.h - Values of which the ends are known ------*- C++ -*-===//
//
// An index of data has no value that is known, but often ends that are:
//
//   4 * (8 * threadIdx.x + (in[i] & 7))   of thread 5: 160, and up to 28 more
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_THREADRANGES_H
#define WARPLINT_LIB_RACE_THREADRANGES_H

#include "ThreadValues.h"

namespace warplint {

/// What a value is at least, and how much more it may be.
struct ThreadRange {
  ThreadForm Least = ThreadForm::unknown();
  int64_t More = 0;

  bool isKnown() const { return Least.isKnown(); }
};

/// The ends of \p E in thread \p Thread, which may be unknown as well.
/// Assumption, as of all indices: sums do not wrap around.
ThreadRange rangeOf(const LaneExpr *E, unsigned Thread, BlockEvaluation &In);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_THREADRANGES_H
