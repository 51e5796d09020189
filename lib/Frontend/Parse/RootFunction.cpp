//===- RootFunction.cpp - A device function that nothing calls ------------===//

#include "RootFunction.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

/// A value of which nothing is known, not even that all lanes have the same; or
/// a use of \p Operands that is not looked into.
static CallInst *callOfUnknown(IRBuilder<> &Builder, Module &M, Type *Ty,
                               StringRef Name, ArrayRef<Value *> Operands) {
  SmallVector<Type *, 1> Types;
  for (Value *Operand : Operands)
    Types.push_back(Operand->getType());
  // A function of its own for each: none of them is known to give the same.
  Function *Source =
      Function::Create(FunctionType::get(Ty, Types, /*isVarArg=*/false),
                       GlobalValue::ExternalLinkage, "caller." + Name, M);
  return Builder.CreateCall(Source, Operands);
}

/// What stands in for the parameter \p A.
static Value *replacementOf(IRBuilder<> &Builder, Module &M, Argument &A) {
  Type *Held =
      A.hasByValAttr() ? A.getParamByValType() : A.getParamStructRetType();
  if (!Held)
    return callOfUnknown(Builder, M, A.getType(), A.getName(), {});
  AllocaInst *Copy = Builder.CreateAlloca(Held);
  Value *Pointer =
      Builder.CreatePointerBitCastOrAddrSpaceCast(Copy, A.getType());
  if (A.hasByValAttr())
    callOfUnknown(Builder, M, Builder.getVoidTy(), A.getName(), {Pointer});
  return Pointer;
}

/// Somebody needs what \p Return gives, or what lies at \p Through.
static void useResult(ReturnInst &Return, Module &M, Value *Through) {
  Value *Result = Through ? Through : Return.getReturnValue();
  if (!Result)
    return;
  IRBuilder<> Builder(&Return);
  // Who gets an array, and what for, is not known.
  if (!isa<GlobalVariable>(getUnderlyingObject(Result)))
    callOfUnknown(Builder, M, Builder.getVoidTy(), "result", {Result});
  if (!Return.getReturnValue())
    return;
  Builder.CreateRetVoid();
  Return.eraseFromParent();
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
  Value *ReturnedThrough = nullptr;
  for (Argument &A : F.args()) {
    Value *Replacement = replacementOf(Builder, M, A);
    if (A.hasStructRetAttr())
      ReturnedThrough = Replacement;
    A.replaceAllUsesWith(Replacement);
  }
  for (BasicBlock &Block : *Root)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      useResult(*Return, M, ReturnedThrough);
}

} // namespace warplint
