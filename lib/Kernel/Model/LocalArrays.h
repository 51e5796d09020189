//===- LocalArrays.h - Which variables lie in memory ------------*- C++ -*-===//
//
// A variable of a function has no address in registers: an array that is
// subscripted at run time, or whose address is handed on, lies in local memory.
// nvcc unrolls loops before it decides that, the analysis only those that it
// has to:
//
//   float sum[4];                          registers, once it is unrolled
//   for (int i = 0; i < 4; ++i) sum[i] = 0;
//   sum[n] = 1;                            memory
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_LOCALARRAYS_H
#define WARPLINT_LIB_KERNEL_MODEL_LOCALARRAYS_H

#include "Kernel/Symbolic/ExprBuilder.h"

namespace warplint {

class LocalArrays {
public:
  enum class Fate : uint8_t { InRegisters, Perhaps, InMemory };

  LocalArrays(llvm::Function &F, KernelAnalyses A, ExprBuilder &Exprs,
              LaneContext &Context);

  /// Of what \p Pointer leads to: the worst of several.
  Fate fateOf(const llvm::Value &Pointer) const;

private:
  Fate decide(llvm::AllocaInst &Variable);
  Fate ofAddress(llvm::Value *Pointer);

  ExprBuilder &Exprs;
  LaneContext &Context;
  /// The loops that are certainly taken apart, and that are certainly not.
  llvm::SmallDenseSet<unsigned> Unrolled, Kept;
  llvm::DenseMap<const llvm::AllocaInst *, Fate> Fates;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_LOCALARRAYS_H
