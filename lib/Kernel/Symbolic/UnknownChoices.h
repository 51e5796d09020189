//===- UnknownChoices.h - What unknown functions decide ---------*- C++ -*-===//
//
// A branch on the result of a function of which nothing is known
// (UnknownCalls.h) may let any lanes through, the same ones at every execution
// if the function is but a number. What is loaded from memory differs from
// execution to execution whatever that function is:
//
//   if (vec.holds(i)) s[i] = 1;   depends on what no header declares
//   if (mask[i]) s[i] = vec.x;    does not
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SYMBOLIC_UNKNOWNCHOICES_H
#define WARPLINT_LIB_KERNEL_SYMBOLIC_UNKNOWNCHOICES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Function.h"

namespace warplint {

class UnknownChoices {
public:
  UnknownChoices(llvm::Function &F, const llvm::PostDominatorTree &PDT);

  /// The function calls some of which nothing is known.
  bool exist() const { return Exist; }
  /// Whether such a call may decide who executes \p Block, and how often.
  bool decideOn(const llvm::BasicBlock *Block);

private:
  using Blocks = llvm::SmallVector<const llvm::BasicBlock *, 2>;

  bool hangsOnCall(const llvm::Value *V) const;

  bool Exist = false;
  /// The blocks whose ends decide whether one is executed, but for those that
  /// decide on these.
  llvm::DenseMap<const llvm::BasicBlock *, Blocks> DecidedAt;
  llvm::DenseMap<const llvm::BasicBlock *, bool> Known;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SYMBOLIC_UNKNOWNCHOICES_H
