//===- NoSharedMemory.h - Kernels that have no shared memory ----*- C++ -*-===//
//
// Where a kernel and all that it calls name no shared memory, no pointer of it
// leads there, however little is known of the pointer.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_NOSHAREDMEMORY_H
#define WARPLINT_LIB_KERNEL_MEMORY_NOSHAREDMEMORY_H

namespace llvm {
class Module;
}

namespace warplint {

/// Attribute of such a kernel.
inline constexpr const char *NoSharedMemory = "warplint-no-shared";

/// Gives \p M's kernels the attribute where it holds. Functions that were not
/// inlined have to have their bodies still.
void markKernelsWithoutShared(llvm::Module &M);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_NOSHAREDMEMORY_H
