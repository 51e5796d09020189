//===- Escapes.h - Where the address of a kernel gets -----------*- C++ -*-===//
//
// But to launches that are known. A function of the file that it is passed to is
// followed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_ESCAPES_H
#define WARPLINT_LIB_KERNEL_HOST_ESCAPES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace warplint {

enum class Escape { Nowhere, InFile, Outside };

/// Marks \p Call, a launch by the runtime, as one that a call of ours stands for.
void noteProbe(llvm::CallBase &Call);
/// Whether it, or the call that it is a copy of, is marked.
bool hasProbe(const llvm::CallBase &Call);

/// \p IsThroughMemory: see HostProbes.
Escape escapeOf(const llvm::Function &Kernel, bool IsThroughMemory);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_ESCAPES_H
