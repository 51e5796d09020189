//===- Escapes.h - Where the address of a kernel gets -----------*- C++ -*-===//
//
// But to launches. A function of the file that it is passed to is followed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_ESCAPES_H
#define WARPLINT_LIB_KERNEL_HOST_ESCAPES_H

#include "llvm/IR/Function.h"

namespace warplint {

enum class Escape { Nowhere, InFile, Outside };

/// \p IsThroughMemory: see HostProbes.
Escape escapeOf(const llvm::Function &Kernel, bool IsThroughMemory);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_ESCAPES_H
