//===- PassManagers.h - What LLVM's passes are run with ---------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_PASSMANAGERS_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_PASSMANAGERS_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include <optional>

namespace warplint {

/// The managers of all analyses, as they know of one another.
struct PassManagers {
  /// \p Library: the functions of C that they know, if it is not LLVM that says.
  explicit PassManagers(
      llvm::PipelineTuningOptions Tuning = llvm::PipelineTuningOptions(),
      std::optional<llvm::TargetLibraryInfoImpl> Library = std::nullopt)
      : Builder(nullptr, Tuning) {
    if (Library)
      FAM.registerPass([&] { return llvm::TargetLibraryAnalysis(*Library); });
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
