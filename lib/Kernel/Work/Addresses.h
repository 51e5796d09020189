//===- Addresses.h - What computing addresses takes -------------*- C++ -*-===//
//
// A load names a register and a constant, so that accesses at constant distances
// share a register. Where an address goes on by a constant in each round of a
// loop, the register is what goes on:
//
//   for (k...) s += a[k] * a[k + 8];   one register, a sum in a round
//
// Else an address is computed for each access. nvcc makes one of
// several rounds of an inner loop: what goes on by a constant then does so once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_WORK_ADDRESSES_H
#define WARPLINT_LIB_KERNEL_WORK_ADDRESSES_H

#include "warplint/Warp/Pipes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace llvm {
class Instruction;
class ScalarEvolution;
class SCEV;
} // namespace llvm

namespace warplint {

/// The part of its rounds in which the counter of \p L is counted.
double countedRounds(const llvm::Loop &L, llvm::ScalarEvolution &SE);

class Addresses {
public:
  Addresses(const llvm::DominatorTree &DT, llvm::ScalarEvolution &SE)
      : DT(DT), SE(SE) {}

  /// Work for an address: where, and what.
  struct Work {
    const llvm::BasicBlock *At = nullptr;
    PerPipe<double> Units = {};
  };
  struct Cost {
    llvm::SmallVector<Work, 2> Own;
    /// Values that have to be computed, too.
    llvm::SmallVector<const llvm::Value *, 2> Needs;
  };
  /// Of the address \p Pointer of \p I; each access once, those that dominate
  /// others first.
  Cost costOf(const llvm::Instruction &I, llvm::Value *Pointer);

private:
  const llvm::SCEV *withoutOffset(const llvm::SCEV *S);

  const llvm::DominatorTree &DT;
  llvm::ScalarEvolution &SE;
  /// Where there is a register with that, but for a constant.
  llvm::DenseMap<const llvm::SCEV *,
                 llvm::SmallVector<const llvm::BasicBlock *, 2>>
      Registers;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_WORK_ADDRESSES_H
