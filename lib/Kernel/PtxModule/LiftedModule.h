//===- LiftedModule.h - A module on its way to LLVM IR ----------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_LIFTEDMODULE_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_LIFTEDMODULE_H

#include "Places.h"
#include "llvm/IR/Module.h"

namespace warplint::ptx {

/// A module on its way to IR.
struct LiftedModule {
  ModuleText &Text;
  llvm::Module &M;
  Places &Where;
  /// Variables and functions by their names in the text.
  llvm::StringMap<llvm::Value *> Names;
  /// What each variable in memory that the block or all share was made of, and
  /// the function it is declared in, or null.
  std::map<const llvm::GlobalVariable *,
           std::pair<Declared, const FunctionText *>>
      Variables;
  std::map<const llvm::Function *, const FunctionText *> Functions;
};

/// Whether \p F, which is defined elsewhere, returns a number.
inline bool returnsNumber(const FunctionText &F) {
  return !F.Body && F.Returns.size() == 1 && !F.Returns.front().IsArray;
}

/// A variable in shared, global or constant memory.
llvm::GlobalVariable *makeVariable(const Declared &D, const FunctionText *In,
                                   LiftedModule &Into);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_LIFTEDMODULE_H
