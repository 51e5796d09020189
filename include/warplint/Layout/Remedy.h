//===- Remedy.h - What a layout does for an array ---------------*- C++ -*-===//

#ifndef WARPLINT_LAYOUT_REMEDY_H
#define WARPLINT_LAYOUT_REMEDY_H

#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/LaneOrder.h"
#include <algorithm>

namespace warplint {

/// What all cases of one access cost, times their weights.
struct AccessOutcome {
  uint64_t Before = 0; ///< As declared.
  uint64_t After = 0;
  uint64_t Floor = 0; ///< No layout gets below.
};

/// The effect of a layout's size on the block.
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
  int64_t ExtraBytes = 0;              ///< Negative: it takes less than before.
  /// Operators of its index expression, the measure of its length.
  unsigned Operators = 0;
  /// Accesses, by number, that cost more than before.
  std::vector<unsigned> Worsened;
  BudgetOutcome Budget;
  std::string Tensor; ///< tensorCopyMode()
  /// Total is the floor.
  bool IsOptimal = false;
  /// Accesses that the compiler joins are single ones with it: so many more
  /// requests a block makes. Nothing where they stay joined.
  std::optional<uint64_t> TakenApart;
  /// Some launch pays more than before.
  bool WorsensLaunch = false;
};

/// Of an index with one term more, as (r & 31) and an XOR are.
inline constexpr unsigned OperatorsOfOneTerm = 3;

/// What a reader takes for \p Operators in an index: subscripts in another order are
/// as much as one term.
inline unsigned toRead(const Layout &L, unsigned Operators) {
  return L.as<RowInterleave>() ? std::max(Operators, OperatorsOfOneTerm)
                               : Operators;
}

/// Accesses that are no longer joined are \p More instructions: what a layout
/// costs then, \p After in place of \p Before, is worth it where most of it goes,
/// or much more than they are.
inline bool isWorthTakingApart(uint64_t After, uint64_t Before, uint64_t More) {
  return 2 * After < Before || After + 8 * More <= Before;
}

} // namespace warplint

#endif // WARPLINT_LAYOUT_REMEDY_H
