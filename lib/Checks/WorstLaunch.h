//===- WorstLaunch.h - One access under all launches ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_WORSTLAUNCH_H
#define WARPLINT_LIB_CHECKS_WORSTLAUNCH_H

#include "warplint/Analysis/FileFacts.h"
#include <memory>

namespace warplint {

/// What an access costs at most, and the launch with which it does.
struct WorstLaunch {
  const KernelAccess *Access = nullptr;
  ProofResult Proven;
  AccessRecord Record; ///< Under that launch.

  unsigned value() const { return Proven.Worst.Outcome.Value; }
};

/// Calls \p Use for each access of the source that \p EvaluatorOf gives an
/// evaluator for, with the kernel and launch that have the largest value among
/// those with a proven excess, of whose lanes nothing is assumed. What is assumed
/// of a kernel counts only where no other has one.
void forEachWorstLaunch(FileFacts &Facts,
                        llvm::function_ref<std::unique_ptr<CaseEvaluator>(
                            const KernelModel &, const KernelAccess &)>
                            EvaluatorOf,
                        llvm::function_ref<void(const WorstLaunch &)> Use);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_WORSTLAUNCH_H
