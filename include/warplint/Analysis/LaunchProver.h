//===- LaunchProver.h - Proofs under the launches of a kernel ---*- C++ -*-===//
//
// What a check asks: a problem is judged for all values of the unknowns and,
// where that does not settle it, for those that a launch gives. All proofs of a
// file share one budget, and none is made twice.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHPROVER_H
#define WARPLINT_ANALYSIS_LAUNCHPROVER_H

#include "warplint/Analysis/AnalysisOptions.h"
#include "warplint/Analysis/JudgedKernel.h"
#include "warplint/Analysis/VerdictCache.h"
#include <utility>

namespace warplint {

/// What an access costs under one launch.
struct Judgement {
  LaunchCase *Case = nullptr;
  AccessProblem Problem; ///< With the values that the launch gives.
  AccessVerdict Verdict;
  /// The verdict holds for what is known of the launch, not for all values.
  bool UsesValues = false;
};

class LaunchProver {
public:
  explicit LaunchProver(const AnalysisOptions &Options)
      : Options(Options), Verdicts(Options.Proofs) {}

  /// Before problems of another kernel.
  void startKernel() { Verdicts.startKernel(); }

  /// Gives what follows another budget: the whole one divided by \p Share; a
  /// check beside bank conflicts has a quarter.
  void renewBudget(uint64_t Share = 4);

  /// By launch, in their order; launches that differ in what \p Problem does
  /// not depend on are one.
  std::vector<Judgement> judgeEach(LaneContext &Context,
                                   const AccessProblem &Problem,
                                   const LaunchCases &Launched);

  /// The verdict under the launch that is worst for \p Problem.
  std::pair<AccessVerdict, LaunchRecord>
  judgeWorst(LaneContext &Context, const AccessProblem &Problem,
             const LaunchCases &Launched);

  /// Decides another question than that of a cost. What \p Asked is about has
  /// the values that a launch of \p Shape gives (LaunchCase::Known).
  ProofResult prove(const LaneContext &Context, const WarpQuestion &Asked,
                    const LaunchShape &Shape);

  /// What all executions of \p Access, which \p J is about, cost one block,
  /// where that is one number.
  std::optional<WarpTotals> totals(LaneContext &Context, const Judgement &J,
                                   const KernelAccess &Access);

private:
  Judgement judge(LaneContext &Context, const AccessProblem &Problem,
                  LaunchCase &Case);
  void judgeBanks(LaneContext &Context, Judgement &J);
  AccessVerdict proveFor(LaneContext &Context, const AccessProblem &Problem,
                         const LaunchRecord &R);
  ProofOptions proofOptions();

  const AnalysisOptions &Options;
  ProofBudget Budget;
  KnownVerdicts Verdicts;
};

/// Which of \p Judged is the worst, the first of several that are as bad.
size_t worstOf(llvm::ArrayRef<Judgement> Judged);

/// Notes which constants and promises \p J, a judgement of \p Problem, rests
/// on.
void addReasons(const Judgement &J, const AccessProblem &Problem,
                LaunchRecord &Launch, std::vector<FindingNote> &Promises);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHPROVER_H
