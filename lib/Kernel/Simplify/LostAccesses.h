//===- LostAccesses.h - No access goes unnoticed ----------------*- C++ -*-===//
//
// A check of the pipeline on itself. Accesses whose pointer is a shared array
// before any simplification are certain to be shared. LLVM's passes drop such
// an access, being volatile, together with dead code only; warplint's own steps
// must drop none. One that vanishes in them is reported as not analysed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_LOSTACCESSES_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_LOSTACCESSES_H

#include "Kernel/Source/AccessTags.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace warplint {

class LostAccesses {
public:
  /// Notes the certain accesses of a tagged module.
  explicit LostAccesses(llvm::Module &M);
  /// Adds what is lost to \p Model's omitted accesses.
  void report(DeviceModel &Model) const;

  /// Compares the certain accesses of a function before and after a step.
  class Watch {
  public:
    Watch(LostAccesses &Lost, llvm::Function &F);
    ~Watch();

  private:
    LostAccesses &Lost;
    llvm::Function &F;
    llvm::DenseSet<unsigned> Before;
  };

private:
  llvm::DenseSet<unsigned> certainIn(const llvm::Function &F) const;

  llvm::DenseSet<unsigned> Certain, Gone;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_LOSTACCESSES_H
