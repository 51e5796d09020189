//===- Telling.h - What a kernel tells other blocks -------------*- C++ -*-===//
//
// A block stores, waits for its threads, and one of them says so: by a flag with or
// without a release, to a grid that waits, to who gives the memory to others.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_TELLING_H
#define WARPLINT_LIB_KERNEL_MODEL_TELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/BasicBlock.h"

namespace warplint {

/// KernelFlow::TellsOthers, of a kernel with the blocks \p Blocks.
bool tellsOthers(llvm::ArrayRef<const llvm::BasicBlock *> Blocks);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_TELLING_H
