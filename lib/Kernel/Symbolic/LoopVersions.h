//===- LoopVersions.h - Loops copied for what they decide -------*- C++ -*-===//
//
// A condition that all lanes share and that does not change in a loop is decided
// before it: LLVM makes a version of the loop for each way.
//
//   for (i = 0; i < 4; ++i) {            if (m <= 0)
//     for (j = 0; j < m; ++j)     =>       four adjacent stores, one request
//       x += in[j];                      else
//     s[4 * t + i] = x;                    four loops, a store behind each
//   }
//
// Not for conditions that differ between lanes, nor in loops with a barrier or a
// shuffle. (Machine code of nvcc 13.0 for sm_90: test/Fusion/versions.cu.)
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SYMBOLIC_LOOPVERSIONS_H
#define WARPLINT_LIB_KERNEL_SYMBOLIC_LOOPVERSIONS_H

#include "Kernel/Symbolic/ExprBuilder.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <vector>

namespace warplint {

struct LoopVersion {
  /// What their branches depend on is decided before the loop.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> Deciding;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> Skipped;
};

/// The loops of \p F where all conditions that are decided hold, and where none
/// does, in both without the inner loops that may have no iteration; none if there
/// are no such conditions.
std::vector<LoopVersion> loopVersions(llvm::Function &F, KernelAnalyses A);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SYMBOLIC_LOOPVERSIONS_H
