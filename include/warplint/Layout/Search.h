//===- Search.h - Better layouts of an array, ranked ------------*- C++ -*-===//
//
// Tries every layout of the families of Layout.h on all accesses of an array
// and ranks those that cost less than what is there. Costs are the wavefronts
// of WarpModel.h (lines, for 16-byte cp.async) times the weight of each case,
// over all accesses. A layout is a candidate only when it
//
//   * keeps whole what some access touches at once: 8- and 16-byte vectors,
//     rows of ldmatrix, destinations of cp.async;
//   * stays inside the array, but for padding, and is a bijection. Both are
//     checked element by element for everything that is offered.
//
// Order of the ranking: first those that neither pass the limit of static
// shared memory nor cost a block of occupancy; then by total cost; those that
// make no access worse; less extra memory; shorter expression.
//
// The *floor* is a lower bound on the cost of every bijective layout that keeps
// those runs whole, found by counting: lanes that touch the same part of
// different runs of R banks have banks/R places to go. Where the total is the
// floor the layout is optimal; only then is it called so.
//
// Worked example: float tile[32][32] with float4 stores of rows and 4-byte
// loads of columns. A column touches word c%4 of 32 vectors of 4 banks, which
// 8 banks can hold: no layout gets below 4 wavefronts.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_SEARCH_H
#define WARPLINT_LAYOUT_SEARCH_H

#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/LaneOrder.h"

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

struct RemedyRanking {
  /// As declared, and the floor for all accesses.
  uint64_t Before = 0;
  uint64_t Floor = 0;
  std::vector<AccessOutcome> Accesses; ///< After = Before.
  uint64_t WholeRun = 1;               ///< Elements that were kept together.
  /// Best first; each costs less than Before, and no launch more than it did. Empty where nothing helps or
  /// nothing has to be helped. See SearchOptions for those left out.
  std::vector<Remedy> Remedies;
};

struct SearchOptions {
  /// Of each family, so many of the best are kept.
  unsigned PerFamily = 2;
  /// Remedies that save less than this share of what the best one saves are
  /// left out, in percent.
  unsigned LeastSaving = 90;
  /// The best padding of the last extent is among the results if it saves at
  /// least this share of what the best layout saves, in percent: it changes no
  /// index. Without a value it is treated like any other layout.
  std::optional<unsigned> LeastRowPaddingSaving;
  /// So are the best padding and the best XOR within rows of these lengths, in
  /// elements: those that the source speaks of.
  std::vector<uint64_t> Rows = {};
};

/// Accesses that are no longer joined are \p More instructions: what a layout
/// costs then, \p After in place of \p Before, is worth it where most of it goes,
/// or much more than they are.
inline bool isWorthTakingApart(uint64_t After, uint64_t Before, uint64_t More) {
  return 2 * After < Before || After + 8 * More <= Before;
}

/// Fails where check() does.
llvm::Expected<RemedyRanking> findRemedies(const ArrayProblem &Problem,
                                           const SearchOptions &Options = {});

/// The cost of \p L for \p Problem, which check() accepts, whether it is better
/// or not. None if \p L does not fit the array, splits elements that must stay
/// together, or is not a bijection.
std::optional<Remedy> judge(const ArrayProblem &Problem, const Layout &L);

} // namespace warplint

#endif // WARPLINT_LAYOUT_SEARCH_H
