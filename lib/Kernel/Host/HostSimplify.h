//===- HostSimplify.h - LLVM's passes over host code ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_HOST_HOSTSIMPLIFY_H
#define WARPLINT_LIB_KERNEL_HOST_HOSTSIMPLIFY_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace warplint {

class HostUnit;

/// The calls of \p F by its name.
llvm::SmallVector<llvm::CallBase *, 8> directCalls(llvm::Function &F);

/// Stores what all GPUs of the capabilities that are known have alike behind each
/// call that asks the runtime for the properties of one.
void setDeviceProperties(HostUnit &Unit);

/// Has LLVM inline what leads to calls of \p Launch into its callers, where
/// that makes no more than a few hundred copies.
void inlineCallersOf(llvm::Function &Launch);

/// LLVM takes for granted that an allocation which it removes succeeds, and that
/// the program replaces no operator by one that writes to its variables: not here.
void forgetAllocators(llvm::Module &M);

/// Makes unknown what \p M computes with floating point.
void forgetFloats(llvm::Module &M);

/// Inlines, propagates, removes what no run reaches.
void simplifyHost(llvm::Module &M);

/// Follows loads that were added since through the stores before them.
void simplifyAgain(llvm::Module &M);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_HOSTSIMPLIFY_H
