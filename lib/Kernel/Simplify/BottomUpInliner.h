//===- BottomUpInliner.h - Callees first ------------------------*- C++ -*-===//
//
// A kernel made of tens of thousands of tiny template functions is cheap to
// simplify callee by callee, and expensive once it is one function. So a
// function is inlined when it is already in its final form, which for most is a
// handful of instructions. A call through a pointer that turns out constant is
// taken up as soon as that shows.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_BOTTOMUPINLINER_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_BOTTOMUPINLINER_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
}

namespace warplint {

class BottomUpInliner {
public:
  /// \p Simplify brings one function into its final form; what it calls is
  /// inlined by then.
  explicit BottomUpInliner(llvm::function_ref<void(llvm::Function &)> Simplify)
      : Simplify(Simplify) {}

  /// Inlines and simplifies everything below \p F, then \p F itself.
  void run(llvm::Function &F);

  /// The functions met that call themselves, directly or not: they stay calls.
  const llvm::SetVector<llvm::Function *> &recursive() const {
    return Recursive;
  }
  /// Those that could not be inlined for another reason.
  const llvm::SetVector<llvm::Function *> &refused() const { return Refused; }

private:
  enum class State : uint8_t { Open, Done };
  bool inlineCalls(llvm::Function &F);

  llvm::function_ref<void(llvm::Function &)> Simplify;
  llvm::DenseMap<llvm::Function *, State> States;
  llvm::SetVector<llvm::Function *> Recursive, Refused;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_BOTTOMUPINLINER_H
