//===- Matrices.h - Registers of mma.sync and their loads -------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_MATRICES_H
#define WARPLINT_LIB_KERNEL_MODEL_MATRICES_H

#include "Kernel/Source/AccessTags.h"
#include "Kernel/Symbolic/ExprBuilder.h"
#include "warplint/Kernel/KernelModel.h"

namespace llvm {
class Function;
} // namespace llvm

namespace warplint {

/// Of \p F, whose accesses to shared memory come from the instructions \p
/// Origins.
MatrixFacts readMatrices(llvm::Function &F, KernelAnalyses A, AccessTags &Tags,
                         ExprBuilder &Exprs,
                         llvm::ArrayRef<const llvm::Instruction *> Origins);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_MATRICES_H
