//===- ThreadRanges.h - Values of which the ends are known ------*- C++ -*-===//
//
// An index of data has no value that is known, but often ends that are:
//
//   4 * (8 * threadIdx.x + (in[i] & 7))   of thread 5: 160, and up to 28 more
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_VALUES_THREADRANGES_H
#define WARPLINT_LIB_RACE_VALUES_THREADRANGES_H

#include "ThreadValues.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// What a value is at least, and how much more it may be.
struct ThreadRange {
  ThreadForm Least = ThreadForm::unknown();
  int64_t More = 0;
  /// Of free data: from one value that some data give to the next.
  int64_t Step = 1;
  /// A load without ends of its own goes into it.
  bool HasAny = false;

  bool isKnown() const { return Least.isKnown(); }
};

/// What a value is but for an unknown multiple of Step.
struct ThreadMultiple {
  ThreadForm Base = ThreadForm::unknown();
  int64_t Step = 1;
};

/// \p E in thread \p Thread: of `64 * in[i] + threadIdx.x` in thread 5 it is 5 but
/// for multiples of 64. Assumption, as of all indices: no product wraps around.
ThreadMultiple multipleOf(const LaneExpr *E, unsigned Thread,
                          BlockEvaluation &In);

/// What an index that is loaded from memory may be, beside ends of its own.
constexpr int64_t AnyIndex = 1 << 12;

/// The ends of \p E in thread \p Thread, which may be unknown as well.
/// Assumption, as of all indices: sums do not wrap around.
ThreadRange rangeOf(const LaneExpr *E, unsigned Thread, BlockEvaluation &In);

/// Values of \p E, which is made of what threads know and of values loaded from
/// memory, each of which some data give: nothing if more goes into it, or if it is
/// unproven that some data do. A load without ends of its own is anything from 0 to
/// AnyIndex, if all of \p Threads begin at one place.
ThreadRange freeRangeOf(const LaneExpr *E, unsigned Thread,
                        llvm::ArrayRef<unsigned> Threads, const LaneContext &C,
                        BlockEvaluation &In);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_VALUES_THREADRANGES_H
