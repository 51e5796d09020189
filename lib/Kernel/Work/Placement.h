//===- Placement.h - Where the instructions of a kernel stand ---*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_WORK_PLACEMENT_H
#define WARPLINT_LIB_KERNEL_WORK_PLACEMENT_H

#include "Kernel/Source/AccessTags.h"
#include "Kernel/Symbolic/ExprBuilder.h"
#include "Kernel/Symbolic/UnknownChoices.h"

namespace warplint {

/// Who executes the instructions of a kernel, how often and in which order.
class Placement {
public:
  Placement(llvm::Function &F, KernelAnalyses A, AccessTags &Tags,
            ExprBuilder &Exprs);

  /// The blocks in their order.
  llvm::ArrayRef<const llvm::BasicBlock *> blocks() const { return Order; }
  /// The kernel calls functions of which nothing is known.
  bool callsUnknown() const { return Unknown.exist(); }
  /// Fills in all of \p To but for the source and the branches.
  void place(const llvm::Instruction &I, KernelPlace &To);

private:
  void number(const llvm::Loop *L,
              llvm::ArrayRef<const llvm::BasicBlock *> Blocks);

  /// Whether \p Guard lets the same lanes through at every execution.
  bool isFixed(const LaneExpr *Guard);

  const llvm::LoopInfo &LI;
  AccessTags &Tags;
  ExprBuilder &Exprs;
  UnknownChoices Unknown;
  unsigned Next = 0;
  llvm::SmallVector<const llvm::BasicBlock *> Order;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Start;
  /// The block that was asked for last: positions within it.
  const llvm::BasicBlock *Current = nullptr;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Within;
  llvm::DenseSet<const LaneExpr *> Fixed, Varying; ///< Guards and their parts.
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_WORK_PLACEMENT_H
