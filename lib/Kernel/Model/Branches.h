//===- Branches.h - Where lanes may part ------------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_MODEL_BRANCHES_H
#define WARPLINT_LIB_KERNEL_MODEL_BRANCHES_H

#include "Placement.h"

namespace warplint {

/// Control dependence (Ferrante, Ottenstein and Warren, "The Program Dependence
/// Graph and Its Use in Optimization", 1987): a block stands under a branch if
/// one way of the branch always comes by it and another need not.
class Branches {
public:
  /// Adds the branches to \p Kernel that something else stands under.
  Branches(KernelAnalyses A, AccessTags &Tags, ExprBuilder &Exprs,
           Placement &Places, KernelModel &Kernel);

  /// The branches that decide whether \p Block is executed, in their order.
  std::vector<unsigned> around(const llvm::BasicBlock *Block) const;

private:
  /// By block, those that it depends on at once.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<unsigned, 2>>
      Direct;
  std::vector<const llvm::BasicBlock *> Blocks; ///< Of each branch.
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_MODEL_BRANCHES_H
