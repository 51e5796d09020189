//===- WorstLaunch.h - One access under all launches ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_WORSTLAUNCH_H
#define WARPLINT_LIB_CHECKS_WORSTLAUNCH_H

#include "warplint/Analysis/FileFacts.h"

namespace warplint {

/// What an access costs at most, and the launch with which it does.
struct WorstLaunch {
  ProofResult Proven;
  const LaunchCase *Launch = nullptr;
};

/// The launch of \p K with which \p Evaluator gives \p Access the largest value
/// among those with a proven excess, of whose lanes nothing is assumed.
std::optional<WorstLaunch> worstLaunchOf(const JudgedKernel &K,
                                         const KernelAccess &Access,
                                         const CaseEvaluator &Evaluator,
                                         FileFacts &Facts);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_WORSTLAUNCH_H
