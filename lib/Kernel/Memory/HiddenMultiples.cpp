//===- HiddenMultiples.cpp - Numbers with hidden factors ------------------===//

#include "HiddenMultiples.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

static constexpr StringRef Prefix = "__warplint_hidden.";
static constexpr StringRef AssemblerPrefix = "__warplint_hidden.assembler.";

Value *hideMultiples(IRBuilderBase &B, Value *V, HiddenFrom From) {
  if (isa<Constant>(V))
    return V;
  Module &M = *B.GetInsertBlock()->getModule();
  const StringRef Name =
      From == HiddenFrom::Assembler ? AssemblerPrefix : Prefix;
  FunctionCallee Callee = M.getOrInsertFunction(
      (Name + Twine(V->getType()->getIntegerBitWidth())).str(), V->getType(),
      V->getType());
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->addFnAttr(Attribute::Speculatable);
  return B.CreateCall(Callee, V);
}

static StringRef calleeName(const Value &V) {
  const auto *Call = dyn_cast<CallBase>(&V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : "";
}

Value *hiddenBehind(const CallBase &Call) {
  return calleeName(Call).starts_with(Prefix) ? Call.getArgOperand(0) : nullptr;
}

bool hidesMultiples(const Value &V, HiddenFrom From) {
  const StringRef Name = calleeName(V);
  if (From == HiddenFrom::Everybody)
    return Name.starts_with(Prefix) && !Name.starts_with(AssemblerPrefix);
  return Name.starts_with(Prefix) || isa<MinMaxIntrinsic>(V);
}

} // namespace warplint
