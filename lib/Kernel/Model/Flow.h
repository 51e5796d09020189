//===- Flow.h - Reading the paths of threads --------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_FLOW_H
#define WARPLINT_LIB_KERNEL_MODEL_FLOW_H

#include "Kernel/Work/Placement.h"

namespace warplint {

/// Adds the paths through \p F to \p Kernel, which has its accesses and
/// barriers: each with its instruction.
void readFlow(llvm::Function &F, KernelAnalyses A, AccessTags &Tags,
              ExprBuilder &Exprs, const Placement &Places, KernelModel &Kernel,
              llvm::ArrayRef<const llvm::Instruction *> Accesses,
              llvm::ArrayRef<const llvm::Instruction *> Barriers);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_FLOW_H
