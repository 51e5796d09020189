//===- LoadUses.h - Where a loaded value is needed --------------*- C++ -*-===//
//
// The compiler drops a load whose value nobody needs, and moves one down into
// the only branch that does.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_LOADUSES_H
#define WARPLINT_LIB_KERNEL_ISSUE_LOADUSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Instruction;
class LoopInfo;
} // namespace llvm

namespace warplint {

class LoadUses {
public:
  LoadUses(llvm::Function &F, const llvm::LoopInfo &LI);

  /// Something outside of the function depends on \p I.
  bool isNeeded(const llvm::Instruction &I) const {
    return Needed.contains(&I);
  }
  /// The value of \p I is needed in its own block, so that it stays there.
  bool staysInItsBlock(const llvm::Instruction &I);

private:
  const llvm::LoopInfo &LI;
  llvm::DenseSet<const llvm::Instruction *> Needed;
  llvm::DenseMap<const llvm::Instruction *, bool> Stays;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_LOADUSES_H
