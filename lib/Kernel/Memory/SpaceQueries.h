//===- SpaceQueries.h - Which memory a pointer leads to ---------*- C++ -*-===//
//
// Library code that copies into shared memory asks at run time where its
// pointers lead (__isShared, __isGlobal) and takes one way or another. The
// answer is known from the object that a pointer was made from.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MEMORY_SPACEQUERIES_H
#define WARPLINT_LIB_KERNEL_MEMORY_SPACEQUERIES_H

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace warplint {

/// Replaces the calls of llvm.nvvm.isspacep.* in the kernel \p F whose answer
/// is known; whether there were any. A pointer that comes from outside of the
/// kernel (a parameter, or loaded from memory that outlives the block) leads to
/// global memory.
bool foldSpaceQueries(llvm::Function &F);

/// Whether \p Pointer was made by mapa (cluster.map_shared_rank): it leads to
/// the shared memory of another block of the cluster.
bool isDistributed(const llvm::Value *Pointer);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_SPACEQUERIES_H
