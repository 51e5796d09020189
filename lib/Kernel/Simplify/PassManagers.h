//===- PassManagers.h - What LLVM's passes are run with ---------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_PASSMANAGERS_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_PASSMANAGERS_H

#include "llvm/Passes/PassBuilder.h"

namespace warplint {

/// The managers of all analyses, as they know of one another.
struct PassManagers {
  explicit PassManagers(
      llvm::PipelineTuningOptions Tuning = llvm::PipelineTuningOptions())
      : Builder(nullptr, Tuning) {
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }

  llvm::PassBuilder Builder;
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_PASSMANAGERS_H
