//===- AddressLocals.h - Which variables matter -----------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_ADDRESSLOCALS_H
#define WARPLINT_LIB_KERNEL_MEMORY_ADDRESSLOCALS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class AllocaInst;
class Function;
class Value;
} // namespace llvm

namespace warplint {

/// What reaches the address of a protected access of a function or decides a
/// branch: `int offset[4]` does, the accumulators of a matrix product do not.
struct BehindAddresses {
  llvm::SmallPtrSet<const llvm::AllocaInst *, 16> Variables;
  llvm::SmallPtrSet<const llvm::Value *, 32> Values;
};
BehindAddresses behindAddresses(llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_ADDRESSLOCALS_H
