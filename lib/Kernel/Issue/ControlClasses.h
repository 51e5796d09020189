//===- ControlClasses.h - Blocks that run whenever others do ----*- C++ -*-===//
//
// nvcc moves a load up across branches to one that always runs with it:
//
//   #pragma unroll
//   for (k = 0; k < 8; ++k) {
//     sum += s[8 * t + k];      all eight are two requests of 128 bits
//     if (b[k] > limit)
//       ...                     whatever stands here, but for what is a wall or
//   }                           a join (IssueOrder.h)
//
// Tried with nvcc 13.0 for sm_90: 130 kernels with 13 bodies of the branch (up to
// 100 instructions, stores to global and shared memory, loads, shuffles, atomics,
// returns, several branches in one) under conditions that are data, known, or
// uniform. Loads in the branch itself are another class.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_CONTROLCLASSES_H
#define WARPLINT_LIB_KERNEL_ISSUE_CONTROLCLASSES_H

#include "Kernel/Symbolic/ExprBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

/// Of one function.
class ControlClasses {
public:
  explicit ControlClasses(KernelAnalyses A) : A(A) {}

  /// The first of the blocks that run as often as \p Block, when the loops that
  /// certainly are taken apart have been. Null where its copies in such a loop
  /// do not run all, or none.
  const llvm::BasicBlock *firstOf(const llvm::BasicBlock &Block);

private:
  const llvm::BasicBlock *climb(const llvm::BasicBlock *Block) const;
  bool runsInEveryTurn(const llvm::BasicBlock *Block,
                       const llvm::Loop &L) const;

  KernelAnalyses A;
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::BasicBlock *> First;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_CONTROLCLASSES_H
