//===- UnrolledValues.h - Values in one copy of a loop ----------*- C++ -*-===//
//
// What an expression is in one copy of the loops that were taken apart. Counters
// become their numbers, and so does what a loop steps in another way, from a
// constant on: of
//
//   for (stride = 64; stride > 0; stride >>= 1)
//     s[2 * t - (t & (stride - 1))] ...
//
// the last copy has s[2 * t].
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_UNROLLEDVALUES_H
#define WARPLINT_LIB_KERNEL_ISSUE_UNROLLEDVALUES_H

#include "IssueOrder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

/// Of one kernel.
class UnrolledValues {
public:
  explicit UnrolledValues(LaneContext &C) : C(C) {}

  /// \p E in the copy \p Iterations.
  const LaneExpr *at(const LaneExpr *E,
                     llvm::ArrayRef<UnrolledIteration> Iterations);

  /// The same, but for the counters themselves, which stay.
  const LaneExpr *stepped(const LaneExpr *E,
                          llvm::ArrayRef<UnrolledIteration> Iterations);

private:
  llvm::ArrayRef<const LaneExpr *> recurrencesIn(const LaneExpr *E);
  void addSteps(const LaneExpr *E, UnrolledIteration Copy,
                llvm::DenseMap<const LaneExpr *, const LaneExpr *> &To);
  /// Null where it is no constant.
  const LaneExpr *valueOf(const LaneExpr *Recurrence, uint64_t Iteration);

  LaneContext &C;
  llvm::DenseMap<const LaneExpr *, llvm::SmallVector<const LaneExpr *, 1>>
      Recurrences;
  llvm::DenseMap<std::pair<const LaneExpr *, uint64_t>, const LaneExpr *>
      Values;
};

/// In the copy \p Iterations nothing is left of what \p Loaded is needed for:
/// `s[j] * j` where j is 0, `s[j] & -(j & 1)`.
bool foldsAway(const llvm::Instruction &Loaded, ExprBuilder &Exprs,
               UnrolledValues &Values,
               llvm::ArrayRef<UnrolledIteration> Iterations);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_UNROLLEDVALUES_H
