//===- CopiedWords.h - Words that copies of loops share ---------*- C++ -*-===//
//
// Once loops are unrolled, a word that one of them stores for its thread is in a
// register for the next, and only the last store of it is left:
//
//   for (i = 0; i < 8; ++i) s[t * 8 + i] *= f;         // loads alone
//   for (i = 0; i < 8; ++i) s[t * 8 + i] = exp(s[t * 8 + i]);  // stores alone
//
// (PTX of nvcc 13.0 for sm_90: test/Fusion/between-loops.cu.)
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_REGISTERS_COPIEDWORDS_H
#define WARPLINT_LIB_KERNEL_REGISTERS_COPIEDWORDS_H

#include "Kernel/Symbolic/ExprBuilder.h"
#include "Lane/Expr/AddressForm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instruction.h"
#include <map>
#include <vector>

namespace warplint {

/// Of one function.
class CopiedWords {
public:
  CopiedWords(llvm::Function &F, KernelAnalyses A, ExprBuilder &Exprs,
              LaneContext &C);

  /// The thread of the load or store \p I has some of its words in a register from
  /// copies of another loop, or stores to all of them again before others see them.
  bool mayBeGone(const llvm::Instruction &I);

private:
  using Word = std::pair<llvm::SmallVector<AddressForm::Term, 4>, uint32_t>;
  using Words = std::vector<Word>;
  struct Plain {
    const llvm::Instruction *Access;
    const llvm::Value *Array;
    const llvm::Loop *Unrolled; ///< Innermost; null where that stays a loop.
  };

  const Words &wordsOf(const llvm::Instruction &I, const llvm::Loop *Within);
  bool isFull(const llvm::Loop &L);
  bool leads(const llvm::Instruction &From, const llvm::Instruction &To,
             const llvm::Loop *Within);
  bool isServedBy(const Plain &Other, const Plain &Own);

  KernelAnalyses A;
  ExprBuilder &Exprs;
  LaneContext &C;
  llvm::SmallVector<Plain> Accesses;
  llvm::DenseMap<const llvm::Loop *, bool> Full;
  std::map<std::pair<const llvm::Instruction *, const llvm::Loop *>, Words>
      Known;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_REGISTERS_COPIEDWORDS_H
