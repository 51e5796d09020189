//===- VerdictCache.h - No question is proven twice -------------*- C++ -*-===//
//
// Unrolled loops, inlined functions and library code read one element in many
// places: the same address under the same guard. Expressions of one context are
// equal when they are the same node, so that such a question is known by its
// parts. Where an array begins makes no difference: a question about one is asked
// of the first that is declared alike. An answer that the budget did not suffice for stands, too: to ask
// again would cost as much and say the same. Where it is the guard that makes
// so many cases, the other accesses under that guard are not worth as much
// either: they get a part of the steps.
//
// Between analyses a store (Basic/BlobStore.h) keeps the answers. There a
// question is the kernel's whole context beside its parts, and, where the
// file's budget has a say in the answer, what is left of that: figures are the
// same with a store and without.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_VERDICTCACHE_H
#define WARPLINT_ANALYSIS_VERDICTCACHE_H

#include "warplint/Basic/BlobStore.h"
#include "warplint/Finding/AccessProof.h"
#include "warplint/Lane/WarpTotals.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <tuple>

namespace warplint {

/// The verdicts on the accesses of one kernel.
class KnownVerdicts {
public:
  /// \p Store may be null.
  explicit KnownVerdicts(ProofStore *Store = nullptr) : Store(Store) {}

  /// proveAccess(), or what it said before. \p Context is the same each time,
  /// as are \p Options but for the budget.
  const AccessVerdict &prove(LaneContext &Context, AccessProblem Problem,
                             const LaunchShape &Shape,
                             const ProofOptions &Options);

  /// The same for totalsOf().
  std::optional<WarpTotals> totals(LaneContext &Context, AccessProblem Problem,
                                   const LoopNest &Nest,
                                   const LaunchShape &Shape,
                                   const TotalsOptions &Options);

  /// Before the accesses of another kernel.
  void forget() {
    Verdicts.clear();
    HardGuards.clear();
    Totals.clear();
    InFirst.clear();
    ContextHash.clear();
    NodesHashed = 0;
  }

private:
  static constexpr uint64_t PartIfHard = 4;
  using Question = std::tuple<RequestKind, unsigned, unsigned, const LaneExpr *,
                              const LaneExpr *, LaunchShape>;

  static Question questionOn(const AccessProblem &P, const LaunchShape &Shape) {
    return {P.Kind, P.BytesPerLane, P.Instructions, P.Address, P.Guard, Shape};
  }

  /// inFirstAlike().
  const LaneExpr *inFirstArray(LaneContext &Context, const LaneExpr *Address);

  /// What \p Ask gives, or gave before for the question that \p Parts and
  /// \p Context make.
  template <typename Answer>
  Answer throughStore(const LaneContext &Context, const std::string &Parts,
                      uint64_t MaxSteps, ProofBudget *Budget,
                      llvm::function_ref<Answer()> Ask);
  std::string hashOf(const LaneContext &Context, llvm::StringRef Parts);

  ProofStore *Store;
  std::map<Question, AccessVerdict> Verdicts;
  std::map<std::tuple<Question, std::vector<unsigned>, bool>,
           std::optional<WarpTotals>>
      Totals;
  /// Guards under which some access had too many cases.
  std::map<std::pair<const LaneExpr *, LaunchShape>, bool> HardGuards;
  llvm::DenseMap<const LaneExpr *, const LaneExpr *> InFirst;
  /// Of the context's first nodes.
  std::string ContextHash;
  size_t NodesHashed = 0;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_VERDICTCACHE_H
