//===- RepeatedAccesses.h - Accesses made again to a word -------*- C++ -*-===//
//
// The compiler may leave out a store to a word that the same thread stores to again
// before anyone can read it, and keep a word in a register that a loop loads or
// stores in each iteration:
//
//   s[t] = 0;
//   s[t] = in[t];                   // the store of 0 disappears
//   for (i = 0; i < n; ++i)
//     if (flag)                     // tested once, before the loop
//       s[t] = in[i];               // one store after the loop
//
// (PTX and machine code of nvcc 13.0 for sm_90, 80 kernels:
// test/Fusion/overwritten.cu.) Whether it does depends on what it makes of the
// branches in between, so that nothing here is certain. An access stays where other
// threads may read or change the word before the next one, or where only data that
// the loop loads decides whether there is one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_REGISTERS_REPEATEDACCESSES_H
#define WARPLINT_LIB_KERNEL_REGISTERS_REPEATEDACCESSES_H

#include "Kernel/Symbolic/ExprBuilder.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace warplint {

/// Of one function.
class RepeatedAccesses {
public:
  RepeatedAccesses(llvm::Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                   LaneContext &C);

  /// A later store may replace \p Store, or one behind a branch both in its arms.
  bool isOverwritten(const llvm::StoreInst &Store);
  /// One load before a branch, or behind it, may serve both of its arms.
  bool isLoadedInBothArms(const llvm::LoadInst &Load);
  /// The load or store \p I may not be issued in each iteration of a loop.
  bool isRepeated(const llvm::Instruction &I);
  /// A loop around \p I shuffles or votes: LLVM moves nothing out of it.
  bool isBesideShuffle(const llvm::Instruction &I) const;

private:
  bool staysOnSomePath(const llvm::StoreInst &Store);
  bool isStoredInBothArms(const llvm::StoreInst &Store);
  bool maySee(const llvm::Instruction &I, const llvm::StoreInst &Store,
              bool IsOwn);
  bool mayChange(const llvm::Instruction &I, const llvm::LoadInst &Load);
  bool isRepeatedIn(const llvm::Loop &L, const llvm::Instruction &I);
  llvm::SmallVector<const llvm::BasicBlock *, 4>
  nextIn(const llvm::Loop &L, const llvm::BasicBlock &Block);
  bool dependsOnData(const llvm::Instruction &I, const llvm::Loop &L);
  /// \p E in one iteration of \p L.
  const LaneExpr *at(const LaneExpr *E, const llvm::Loop &L,
                     uint64_t Iteration);
  bool haveOneWord(const LaneExpr *Address, const llvm::Loop &L);

  KernelAnalyses A;
  ExprBuilder &Exprs;
  LaneContext &C;
  llvm::SmallVector<const llvm::StoreInst *> Stores;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_REGISTERS_REPEATEDACCESSES_H
