//===- LayoutUses.h - What else is done with a shared array -----*- C++ -*-===//
//
// Follows the address of each shared array through a kernel to the instructions
// that use it other than by accessing memory there in each lane.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_LAYOUTUSES_H
#define WARPLINT_LIB_KERNEL_MODEL_LAYOUTUSES_H

#include "Kernel/Source/AccessTags.h"
#include "warplint/Kernel/KernelModel.h"

namespace llvm {
class Function;
} // namespace llvm

namespace warplint {

/// Fills in the uses of \p Kernel, which is the function \p F. Functions that
/// are defined elsewhere and get a shared address count as omitted.
void findSharedUses(llvm::Function &F, SourceView &View, AccessTags &Tags,
                    KernelModel &Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_LAYOUTUSES_H
