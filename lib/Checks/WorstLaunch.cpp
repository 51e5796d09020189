//===- WorstLaunch.cpp - One access under all launches --------------------===//

#include "WorstLaunch.h"
#include "AccessFindings.h"
#include <map>

using namespace llvm;

namespace warplint {

static std::optional<WorstLaunch> worstLaunchOf(const JudgedKernel &K,
                                                const KernelAccess &Access,
                                                const CaseEvaluator &Evaluator,
                                                FileFacts &Facts) {
  WorstLaunch Worst;
  const LaunchCase *Launch = nullptr;
  for (const auto &Case : K.Launches) {
    ProofResult Proven = Facts.prover().prove(
        *K.Kernel->Context,
        {.Evaluator = &Evaluator,
         .Address = Case->Known(Access.Address),
         .Guard = Case->Known(Access.Guard),
         .BytesPerLane = std::max(1u, Access.BytesPerLane)},
        Case->Record.Shape);
    if (Proven.Kind != VerdictKind::Excess || Proven.AssumesGuards ||
        (Launch && Proven.Worst.Outcome.Value <= Worst.value()))
      continue;
    Worst.Proven = std::move(Proven);
    Launch = Case.get();
  }
  if (!Launch)
    return std::nullopt;
  Worst.Access = &Access;
  Worst.Record = std::move(Facts.recordsOf(K, ArrayRef(Access)).front().Record);
  Worst.Record.Launch = Launch->Record;
  return Worst;
}

/// What is not assumed comes first.
static std::pair<bool, unsigned> rankOf(const WorstLaunch &W) {
  return {!W.Record.isAssumed(), W.value()};
}

void forEachWorstLaunch(FileFacts &Facts,
                        function_ref<std::unique_ptr<CaseEvaluator>(
                            const KernelModel &, const KernelAccess &)>
                            EvaluatorOf,
                        function_ref<void(const WorstLaunch &)> Use) {
  Facts.prover().renewBudget();
  std::map<AccessKey, WorstLaunch> Worst;
  for (const JudgedKernel &K : Facts.kernels()) {
    if (Facts.isInDoubt(K))
      continue;
    for (const KernelAccess &Access : K.Kernel->Accesses) {
      const auto Evaluator = EvaluatorOf(*K.Kernel, Access);
      auto Found = Evaluator ? worstLaunchOf(K, Access, *Evaluator, Facts)
                             : std::nullopt;
      if (!Found)
        continue;
      const AccessRecord &A = Found->Record;
      auto [It, IsNew] =
          Worst.try_emplace({A.Where, A.Verb, A.Ordinal}, *Found);
      if (!IsNew && rankOf(*Found) > rankOf(It->second))
        It->second = std::move(*Found);
    }
  }
  for (const auto &[Key, W] : Worst)
    Use(W);
}

} // namespace warplint
