//===- NeedlessAccesses.h - Accesses that LLVM removes ----------*- C++ -*-===//
//
// The compiler leaves out a load or store that changes nothing:
//
//   s[t] = s[t];
//   swap(s[a], s[b]); swap(s[a], s[b]);
//   for (i = 0; i < n; ++i) last = s[i];    // one load of four, once unrolled
//
// To find them, LLVM's own passes run on a copy of the kernel whose accesses may go.
// nvcc ends with passes of its own, so that what they remove is not certain to be
// issued, and no more. (PTX of nvcc 13.0 for sm_90: test/Fusion/needless.cu.)
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_REGISTERS_NEEDLESSACCESSES_H
#define WARPLINT_LIB_KERNEL_REGISTERS_NEEDLESSACCESSES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace warplint {

/// The loads and stores of \p F that LLVM removes, and loads of which the last
/// iteration's value alone is used. \p F stays as it is.
llvm::SmallPtrSet<const llvm::Instruction *, 8>
needlessAccesses(llvm::Function &F);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_REGISTERS_NEEDLESSACCESSES_H
