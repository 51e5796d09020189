//===- Doubts.h - What is not certain to be issued --------------*- C++ -*-===//
//
// Reasons why nvcc may do something else to an access than the rules of Fusion.h say,
// though the least and the most that may be joined are the same.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_DOUBTS_H
#define WARPLINT_LIB_KERNEL_ISSUE_DOUBTS_H

#include "Instances.h"
#include "warplint/Kernel/KernelModel.h"

namespace warplint {

/// By access.
struct DescribedAccesses {
  llvm::ArrayRef<const llvm::Instruction *> Origins;
  llvm::ArrayRef<WindowTraits> Traits;
  llvm::ArrayRef<const llvm::GlobalVariable *> Arrays; ///< Null: not known.
  llvm::ArrayRef<bool> Dropped;
  llvm::ArrayRef<unsigned> MayBeGone; ///< Numbers of accesses.
};

/// Takes the certainty from issues of \p Kernel.
void doubtIssues(llvm::Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                 const DescribedAccesses &Of, KernelModel &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_DOUBTS_H
