//===- SpaceQueries.h - Answers to __isShared and its like ------*- C++ -*-===//
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
}

namespace warplint {

/// Replaces the calls of llvm.nvvm.isspacep.* in the kernel \p F whose answer
/// is known; whether there were any.
bool foldSpaceQueries(llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MEMORY_SPACEQUERIES_H
