//===- Instructions.h - Arithmetic of a kernel by pipe ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_WORK_INSTRUCTIONS_H
#define WARPLINT_LIB_KERNEL_WORK_INSTRUCTIONS_H

#include "Kernel/Source/AccessTags.h"
#include "Placement.h"
#include "warplint/Kernel/KernelModel.h"

namespace llvm {
class Function;
} // namespace llvm

namespace warplint {

/// Counts the arithmetic of \p F by line into \p Kernel, with that of addresses,
/// conditions and loop counters, as it is in optimised code (OptimisedCopy.h).
void countInstructions(llvm::Function &F, AccessTags &Tags, Placement &Places,
                       KernelModel &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_WORK_INSTRUCTIONS_H
