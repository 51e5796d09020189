//===- ScalarPromotion.h - Words that a loop keeps in registers -*- C++ -*-===//
//
// LLVM loads a word once before a loop and stores it once behind it, if the loop
// stores to it in every iteration and nothing else in it may touch the word or
// sees it:
//
//   for (i = threadIdx.x; i < n; i += blockDim.x)
//     s[threadIdx.x] += in[i];
//
// A loop that stores under a condition, is left before the store, or reads other
// words of an extern array stores in each iteration, and loads once. One that waits,
// shuffles or stores elsewhere keeps both. (nvcc 13.0 for sm_90, 28 kernels:
// test/Fusion/registers.cu.)
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_REGISTERS_SCALARPROMOTION_H
#define WARPLINT_LIB_KERNEL_REGISTERS_SCALARPROMOTION_H

#include "Kernel/Symbolic/ExprBuilder.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// A word that a loop keeps in a register.
struct PromotedWord {
  /// What is stored behind the loop; null if the loop stores under a condition.
  const llvm::Instruction *Store = nullptr;
  /// What is loaded before the loop; null if the value is there already.
  const llvm::Instruction *Load = nullptr;
  /// Iterations of the loop and of those in it; 0 when not known.
  uint64_t Executions = 0;
};

struct PromotionQuery {
  /// Accesses to shared memory that stay.
  llvm::function_ref<bool(const llvm::Instruction &)> IsAccess;
  /// Of others: what keeps accesses apart.
  llvm::function_ref<bool(const llvm::Instruction &)> SeparatesAccesses;
};

llvm::SmallVector<PromotedWord, 2> promotedWords(const llvm::Loop &L,
                                                 KernelAnalyses A,
                                                 ExprBuilder &Exprs,
                                                 PromotionQuery Query);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_REGISTERS_SCALARPROMOTION_H
