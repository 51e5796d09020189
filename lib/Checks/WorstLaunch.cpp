//===- WorstLaunch.cpp - One access under all launches --------------------===//

#include "WorstLaunch.h"

namespace warplint {

std::optional<WorstLaunch> worstLaunchOf(const JudgedKernel &K,
                                         const KernelAccess &Access,
                                         const CaseEvaluator &Evaluator,
                                         FileFacts &Facts) {
  std::optional<WorstLaunch> Worst;
  for (const auto &Case : K.Launches) {
    ProofResult Proven = Facts.prover().prove(
        *K.Kernel->Context,
        {.Evaluator = &Evaluator,
         .Address = Case->Known(Access.Address),
         .Guard = Case->Known(Access.Guard),
         .BytesPerLane = std::max(1u, Access.BytesPerLane)},
        Case->Record.Shape);
    if (Proven.Kind != VerdictKind::Excess || Proven.AssumesGuards ||
        (Worst &&
         Proven.Worst.Outcome.Value <= Worst->Proven.Worst.Outcome.Value))
      continue;
    Worst = WorstLaunch{std::move(Proven), Case.get()};
  }
  return Worst;
}

} // namespace warplint
