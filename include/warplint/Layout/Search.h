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

#include "warplint/Layout/Remedy.h"
#include <memory>

namespace warplint {

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

/// Fails where check() does.
llvm::Expected<RemedyRanking> findRemedies(const ArrayProblem &Problem,
                                           const SearchOptions &Options = {});

class Judge;

/// What layouts cost for one problem, whose requests are looked at once.
class ProblemJudge {
public:
  /// check() accepts \p Problem.
  explicit ProblemJudge(const ArrayProblem &Problem);
  ~ProblemJudge();

  /// The cost of \p L, whether it is better or not. None if \p L does not fit
  /// the array, splits elements that must stay together, or is not a bijection.
  std::optional<Remedy> judge(const Layout &L);

private:
  const ArrayProblem Problem;
  std::unique_ptr<Judge> Own; ///< From the first layout that fits on.
};

/// ProblemJudge::judge(), of one layout.
inline std::optional<Remedy> judge(const ArrayProblem &Problem,
                                   const Layout &L) {
  return ProblemJudge(Problem).judge(L);
}

} // namespace warplint

#endif // WARPLINT_LAYOUT_SEARCH_H
