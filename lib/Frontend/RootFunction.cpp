//===- RootFunction.cpp - A device function that nothing calls ------------===//

#include "RootFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

/// A value of which nothing is known, not even that all lanes have the same.
static CallInst *unknownValue(IRBuilder<> &Builder, Module &M, Type *Ty,
                              ArrayRef<Value *> Operands) {
  SmallVector<Type *, 1> Types;
  for (Value *Operand : Operands)
    Types.push_back(Operand->getType());
  // A function of its own for each: none of them is known to give the same.
  Function *Source =
      Function::Create(FunctionType::get(Ty, Types, /*isVarArg=*/false),
                       GlobalValue::ExternalLinkage, "warplint.argument", M);
  return Builder.CreateCall(Source, Operands);
}

/// What stands in for the parameter \p A.
static Value *replacementOf(IRBuilder<> &Builder, Module &M, Argument &A) {
  Type *Held =
      A.hasByValAttr() ? A.getParamByValType() : A.getParamStructRetType();
  if (!Held)
    return unknownValue(Builder, M, A.getType(), {});
  AllocaInst *Copy = Builder.CreateAlloca(Held);
  Value *Pointer =
      Builder.CreatePointerBitCastOrAddrSpaceCast(Copy, A.getType());
  if (A.hasByValAttr())
    unknownValue(Builder, M, Builder.getVoidTy(), {Pointer});
  return Pointer;
}

void makeRoot(Function &F) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  Function *Root = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, F.getAddressSpace(), "", &M);
  Root->takeName(&F);
  Root->setCallingConv(CallingConv::PTX_Kernel);
  Root->setSubprogram(F.getSubprogram());
  F.setSubprogram(nullptr);
  Root->splice(Root->end(), &F);
  BasicBlock &Entry = Root->getEntryBlock();
  IRBuilder<> Builder(&Entry, Entry.begin());
  for (Argument &A : F.args())
    A.replaceAllUsesWith(replacementOf(Builder, M, A));
  for (BasicBlock &Block : *Root)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
        Return && Return->getReturnValue()) {
      ReturnInst::Create(Context, nullptr, Return->getIterator());
      Return->eraseFromParent();
    }
}

} // namespace warplint
