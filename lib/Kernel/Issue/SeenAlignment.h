//===- SeenAlignment.h - How far an alignment is seen -----------*- C++ -*-===//
//
// What is joined has to be seen to be aligned. What a loop steps, and what LLVM
// computes from an earlier address, shows less than its parts do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_ISSUE_SEENALIGNMENT_H
#define WARPLINT_LIB_KERNEL_ISSUE_SEENALIGNMENT_H

#include "Instances.h"
#include "Kernel/Simplify/ReusedAddresses.h"
#include "LoopPointers.h"
#include "SharedLayout.h"

namespace warplint {

/// The array that \p Atom is the base of, or null.
const llvm::GlobalVariable *arrayOf(const ExprBuilder &Exprs,
                                    const LaneExpr *Atom);
/// A power of two, up to that of the widest request, which divides the value that
/// \p Atom stands for, where LLVM sees it.
uint64_t multipleOfValue(const ExprBuilder &Exprs, const LaneExpr &Atom);
/// The array that an address begins with, or null.
const llvm::GlobalVariable *arrayIn(const ExprBuilder &Exprs,
                                    const LaneExpr *Address);

/// Of the accesses of one kernel, by number.
class SeenAlignment {
public:
  SeenAlignment(llvm::Function &F, KernelAnalyses A, ExprBuilder &Exprs,
                const SharedLayout &Laid, const KernelModel &Kernel,
                llvm::ArrayRef<const llvm::Instruction *> Origins,
                llvm::ArrayRef<const llvm::GlobalVariable *> Arrays,
                llvm::MutableArrayRef<WindowTraits> Traits)
      : A(A), Exprs(Exprs), Laid(Laid), Kernel(Kernel), Origins(Origins),
        Arrays(Arrays), Traits(Traits), Reused(F, A.DT, A.LI, A.SE) {}

  /// The assembler may see less of access \p N than its parts tell. Fills in
  /// WindowTraits::Seen where it is known how much.
  bool isHidden(unsigned N, const LoopPointers &Pointers);

private:
  bool isHiddenInLoops(unsigned N, const LoopPointers &Pointers);
  bool isLaidOut(unsigned N) const;
  llvm::SmallVector<unsigned> accessesBeside(const llvm::Loop &L,
                                             unsigned N) const;
  bool isReadAndWrittenIn(const llvm::Loop &L, unsigned N) const;
  bool isStraight(const llvm::Loop &L) const;
  bool beginsAtMultiple(unsigned N, const LaneExpr *Address,
                        const llvm::Loop &L);
  uint64_t constantPartOf(const llvm::Value *V);
  bool isSeenLate(const LaneExpr *Address, unsigned Loop) const;
  bool advances(const LaneExpr *Root, unsigned Loop);

  KernelAnalyses A;
  ExprBuilder &Exprs;
  const SharedLayout &Laid;
  const KernelModel &Kernel;
  llvm::ArrayRef<const llvm::Instruction *> Origins;
  llvm::ArrayRef<const llvm::GlobalVariable *> Arrays; ///< Null: not known.
  llvm::MutableArrayRef<WindowTraits> Traits;
  ReusedAddresses Reused;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_ISSUE_SEENALIGNMENT_H
