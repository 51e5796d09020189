//===- VerdictCache.h - No question is proven twice -------------*- C++ -*-===//
//
// Unrolled loops, inlined functions, instances of a template read one element
// in many places: the same address under the same guard. Each question is asked
// in a context of its own (Lane/OwnContext.h), by whose bytes it is known
// throughout the file; where an array begins and what it is called makes no
// difference. An answer that the budget did not suffice for stands, too: to ask
// again would cost as much and say the same. Where it is the guard that makes
// so many cases, the other accesses under that guard are not worth as much
// either: they get a part of the steps.
//
// Between analyses a store (Basic/BlobStore.h) keeps the answers. There a
// question has, where the file's budget has a say in the answer, what is left
// of that beside it: figures are the same with a store and without.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_VERDICTCACHE_H
#define WARPLINT_ANALYSIS_VERDICTCACHE_H

#include "warplint/Basic/BlobStore.h"
#include "warplint/Finding/AccessProof.h"
#include "warplint/Lane/WarpTotals.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <tuple>

namespace warplint {

/// No execution costs more than it has to.
inline bool isIdeal(const AccessVerdict &V) {
  return V.Kind == VerdictKind::Clean || V.Kind == VerdictKind::NeverRuns;
}

/// The condition of \p V is one of blocks of whole warps along x.
void limitToWholeWarps(AccessVerdict &V);

/// The verdicts on the accesses of one file.
class KnownVerdicts {
public:
  /// \p Store may be null.
  explicit KnownVerdicts(ProofStore *Store = nullptr) : Store(Store) {}

  /// proveAccess(), or what it said before. \p Context is the same until
  /// startKernel(), \p Options always but for the budget.
  const AccessVerdict &prove(const LaneContext &Context,
                             const AccessProblem &Problem,
                             const LaunchShape &Shape,
                             const ProofOptions &Options);

  /// Extends \p V, the verdict for \p Known, to every block of \p Shapes, which
  /// \p Known and \p IsSquare imply. An ideal \p V becomes unproven, with the
  /// first block that costs more; an excess becomes that of the costliest block,
  /// or unproven if one block is.
  const AccessVerdict &
  proveForAll(const LaneContext &Context, const AccessProblem &Problem,
              const LaunchShape &Known, bool IsSquare, const AccessVerdict &V,
              llvm::ArrayRef<LaunchShape> Shapes, const ProofOptions &Options);

  /// The same for totalsOf().
  std::optional<WarpTotals> totals(const LaneContext &Context,
                                   const AccessProblem &Problem,
                                   const LoopNest &Nest,
                                   const LaunchShape &Shape,
                                   const TotalsOptions &Options);

  /// Before the accesses of another kernel.
  void startKernel() {
    Verdicts.clear();
    VerdictsForAll.clear();
    HardGuards.clear();
    GivenUpGuards.clear();
    Totals.clear();
  }

private:
  static constexpr uint64_t PartIfHard = 4;
  using Question = std::tuple<RequestKind, unsigned, unsigned, const LaneExpr *,
                              const LaneExpr *, LaunchShape>;

  static Question questionOn(const AccessProblem &P, const LaunchShape &Shape) {
    return {P.Kind, P.BytesPerLane, P.Instructions, P.Address, P.Guard, Shape};
  }

  /// What \p Ask gives, or gave before for the question \p Text.
  template <typename Answer>
  Answer known(std::map<std::string, Answer> &Answers, llvm::StringRef Text,
               uint64_t MaxSteps, ProofBudget *Budget,
               llvm::function_ref<Answer()> Ask);
  template <typename Answer>
  Answer throughStore(const std::string &Hash, uint64_t MaxSteps,
                      ProofBudget *Budget, llvm::function_ref<Answer()> Ask);

  ProofStore *Store;
  /// By the hash of the question.
  std::map<std::string, AccessVerdict> AnyVerdicts;
  std::map<std::string, std::optional<WarpTotals>> AnyTotals;
  // Of the kernel.
  std::map<Question, AccessVerdict> Verdicts;
  std::map<std::pair<Question, bool>, AccessVerdict> VerdictsForAll;
  std::map<std::tuple<Question, std::vector<unsigned>, bool>,
           std::optional<WarpTotals>>
      Totals;
  /// Guards under which some access had too many cases.
  std::map<std::pair<const LaneExpr *, LaunchShape>, bool> HardGuards;
  /// Guards that some access was judged without, since they have too many.
  std::map<std::pair<const LaneExpr *, LaunchShape>, bool> GivenUpGuards;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_VERDICTCACHE_H
