//===- LocalArrays.h - Which variables lie in memory ------------*- C++ -*-===//
//
// A variable of a function has no address in registers: an array that is
// subscripted at run time, or whose address is handed on, lies in local memory.
// nvcc unrolls loops before it decides that, the analysis only those that it
// has to:
//
//   float sum[4];                          registers, once it is unrolled
//   for (int i = 0; i < 4; ++i) sum[i] = 0;
//   sum[n] = 1;                            memory, perhaps
//
// ptxas keeps an array of 32-bit elements in registers where it can select among
// them, which costs an instruction for each element and access. What it certainly
// leaves in memory was found with some 400 kernels of 2 to 64 elements and 1 to 16
// accesses with computed indices, compiled by nvcc 13.0 for compute capability
// 9.0: see staysInMemory.
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
  /// Whether \p Pointer, part of such a variable, is no constant.
  bool isComputed(llvm::Value *Pointer) {
    return ofAddress(Pointer) == Fate::InMemory;
  }
  /// Those that certainly lie in memory, in the order of the code.
  llvm::ArrayRef<llvm::AllocaInst *> inMemory() const { return InMemory; }
  /// What gets the address of \p Variable; null where nothing does.
  const llvm::Instruction *takerOf(const llvm::AllocaInst &Variable) const {
    return Takers.lookup(&Variable);
  }

private:
  struct Uses;
  Fate decide(llvm::AllocaInst &Variable);
  Fate ofAddress(llvm::Value *Pointer);
  void note(llvm::Instruction &Access, Fate Place, Uses &Into);

  ExprBuilder &Exprs;
  LaneContext &Context;
  /// The loops that are certainly taken apart, and that are certainly not.
  llvm::SmallDenseSet<unsigned> Unrolled, Kept;
  llvm::DenseMap<const llvm::AllocaInst *, Fate> Fates;
  llvm::DenseMap<const llvm::AllocaInst *, const llvm::Instruction *> Takers;
  std::vector<llvm::AllocaInst *> InMemory;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_LOCALARRAYS_H
