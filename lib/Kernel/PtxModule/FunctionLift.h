//===- FunctionLift.h - A function of a module as LLVM IR -------*- C++ -*-===//
//
// Registers are variables that mem2reg makes values of; labels are blocks. What
// loads and stores is a load or a store, and all else that touches memory stays
// one statement of inline assembly, as InlinePtx.h leaves it. A parameter of a
// .func is passed by its address, as is what it returns: SROA sees the rest.
// Where a .func has no body, numbers are passed as such.
//
//   ld.shared.v2.f32 {%f1, %f2}, [%r1+8];
//   =>  load <2 x i32>, ptr addrspace(3) inttoptr (%r1 + 8)
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTXMODULE_FUNCTIONLIFT_H
#define WARPLINT_LIB_KERNEL_PTXMODULE_FUNCTIONLIFT_H

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

/// Fills \p F with the body of \p Text. Problems are noted in the module's text.
void liftFunction(const FunctionText &Text, llvm::Function &F,
                  LiftedModule &In);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTXMODULE_FUNCTIONLIFT_H
