//===- Remedy.h - A layout and what it costs --------------------*- C++ -*-===//

#ifndef WARPLINT_LAYOUT_REMEDY_H
#define WARPLINT_LAYOUT_REMEDY_H

#include "warplint/Layout/LaneOrder.h"
#include "warplint/Layout/TensorSwizzle.h"

namespace warplint {

/// What all cases of one access cost, times their weights.
struct AccessOutcome {
  uint64_t Before = 0; ///< As declared.
  uint64_t After = 0;
  uint64_t Floor = 0; ///< No layout gets below.
};

/// What a remedy's size does to the block.
struct BudgetOutcome {
  /// More static shared memory than a block may declare.
  bool PassesStaticLimit = false;
  /// Blocks that shared memory and threads let one SM hold.
  unsigned BlocksBefore = 0, BlocksAfter = 0;

  bool isHarmless() const {
    return !PassesStaticLimit && BlocksAfter >= BlocksBefore;
  }
};

struct Remedy {
  Layout To;
  /// The lanes are dealt out anew in the accesses that allow it.
  std::optional<LaneOrder> Lanes;
  std::vector<AccessOutcome> Accesses; ///< One for each of the problem.
  uint64_t Total = 0;                  ///< Sum of After.
  uint64_t ExtraBytes = 0;
  /// Operators of its index expression, the measure of its length.
  unsigned Operators = 0;
  /// Accesses, by number, that cost more than before.
  std::vector<unsigned> Worsened;
  BudgetOutcome Budget;
  /// The copy engine can fill the array in this layout.
  std::optional<TensorSwizzle> Tensor;
  /// Total is the floor.
  bool IsOptimal = false;
};

} // namespace warplint

#endif // WARPLINT_LAYOUT_REMEDY_H
