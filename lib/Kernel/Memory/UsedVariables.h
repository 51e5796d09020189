//===- UsedVariables.h - The variables that a function names ----*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_USEDVARIABLES_H
#define WARPLINT_LIB_KERNEL_MEMORY_USEDVARIABLES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace warplint {

/// Those that instructions of \p F have as operands, or parts of them. A module may
/// have thousands of functions, each with its own.
llvm::SmallPtrSet<const llvm::GlobalVariable *, 8>
usedVariables(const llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_USEDVARIABLES_H
