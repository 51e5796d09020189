//===- OptimisedCopy.h - A kernel as a compiler makes it --------*- C++ -*-===//
//
// What is read elsewhere is a kernel as it was written: no access may be lost. A
// compiler that optimises it computes what does not change outside of loops,
// unrolls loops, folds and removes. What is left of the arithmetic is what its
// machine code issues; so that is read off a copy, on which LLVM's passes ran as
// nvcc, which is made of LLVM, runs them.
//
// Each block of the original has a mark (llvm.pseudoprobe), which passes copy
// and move along with its code. Where a loop of eight rounds was unrolled there
// are eight marks of its body, each executed for an eighth of the rounds:
//
//   original   loop body b3, executed 8 * 256 times
//   copy       one block with marks 1, 3, 3, 3, 3, 3, 3, 3, 3: it is executed as
//              often as b1, which has no other copy
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_WORK_OPTIMISEDCOPY_H
#define WARPLINT_LIB_KERNEL_WORK_OPTIMISEDCOPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace warplint {

struct PassManagers;

class OptimisedCopy {
public:
  /// \p Blocks: those of \p Kernel, each before those that it leads to alone.
  OptimisedCopy(llvm::Function &Kernel,
                llvm::ArrayRef<const llvm::BasicBlock *> Blocks);
  ~OptimisedCopy();

  llvm::Function &function() { return *Copy; }
  llvm::FunctionAnalysisManager &analyses();

  /// A block is executed for a part of the executions of one of the original.
  struct Origin {
    const llvm::BasicBlock *Block = nullptr;
    double Part = 1;
  };
  Origin originOf(const llvm::BasicBlock &Block) const {
    return Origins.lookup(&Block);
  }

private:
  void mark(const llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *>
                &CopyOf);
  void optimise();
  void readMarks();

  llvm::ArrayRef<const llvm::BasicBlock *> Blocks;
  llvm::Function *Copy = nullptr;
  std::unique_ptr<PassManagers> P;
  llvm::DenseMap<const llvm::BasicBlock *, Origin> Origins;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_WORK_OPTIMISEDCOPY_H
