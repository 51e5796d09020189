//===- Turns.h - What a thread does before it waits -------------*- C++ -*-===//
//
// Of two instructions without a barrier between them the compiler may move one to
// the other. A loop around both begins a new turn each time.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_TURNS_H
#define WARPLINT_LIB_KERNEL_ISSUE_TURNS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace llvm {
class LoopInfo;
} // namespace llvm

namespace warplint {

/// Of one function.
class Turns {
public:
  Turns(llvm::Function &F, llvm::LoopInfo &LI) : LI(LI), DT(F) {}

  /// Control goes from \p A to \p B without a barrier, or beginning a loop around
  /// it anew.
  bool isBefore(const llvm::Instruction &A, const llvm::Instruction &B);
  const llvm::DominatorTree &dominators() const { return DT; }

private:
  const llvm::SmallPtrSet<llvm::BasicBlock *, 8> &
  waitingBlocks(const llvm::Function &F);

  llvm::LoopInfo &LI;
  llvm::DominatorTree DT;
  std::optional<llvm::SmallPtrSet<llvm::BasicBlock *, 8>> Waiting;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_TURNS_H
