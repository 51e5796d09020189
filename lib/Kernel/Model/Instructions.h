//===- Instructions.h - Arithmetic of a kernel by pipe ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_INSTRUCTIONS_H
#define WARPLINT_LIB_KERNEL_MODEL_INSTRUCTIONS_H

#include "Kernel/Source/AccessTags.h"
#include "Placement.h"
#include "warplint/Kernel/KernelModel.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace warplint {

/// What \p I takes of the pipes of arithmetic, as far as it is known. Memory is
/// not counted here. Functions that nothing is known of are added to \p
/// Uncounted.
PerPipe<double> pipeUnitsOf(const llvm::Instruction &I,
                            std::vector<std::string> &Uncounted);

/// Counts the arithmetic of \p F by line into \p Kernel. What does nothing but
/// make addresses and count loops is left out: a compiler folds most of that
/// into the instructions that use it, and it is not known how much. What does
/// not change in a loop counts before that.
void countInstructions(llvm::Function &F, KernelAnalyses A, AccessTags &Tags,
                       Placement &Places, KernelModel &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_INSTRUCTIONS_H
