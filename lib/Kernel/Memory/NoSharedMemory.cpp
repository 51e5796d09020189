//===- NoSharedMemory.cpp - Kernels that have no shared memory ------------===//

#include "NoSharedMemory.h"
#include "NvptxSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {
namespace {

/// What functions name, each looked at once.
class SharedNames {
public:
  explicit SharedNames(Module &M) {
    for (const GlobalVariable &G : M.globals())
      if (isSharedPointer(G.getType()))
        Variables.push_back(G.getName());
  }
  bool isReachedFrom(const Function &Kernel);

private:
  bool isIn(const Function &F);
  bool isIn(const Value *Operand);
  bool isIn(const InlineAsm &Asm);

  SmallVector<StringRef> Variables;
  SmallPtrSet<const Constant *, 32> Without;
};

bool SharedNames::isIn(const InlineAsm &Asm) {
  StringRef Text = Asm.getAsmString();
  return Text.contains("shared") || Text.contains("smem") ||
         any_of(Variables, [&](StringRef Name) { return Text.contains(Name); });
}

bool SharedNames::isIn(const Value *Operand) {
  if (isSharedPointer(Operand->getType()))
    return true;
  const auto *C = dyn_cast<Constant>(Operand);
  if (!C || isa<ConstantData, GlobalValue>(C) || Without.contains(C))
    return false;
  if (any_of(C->operands(), [&](const Use &U) { return isIn(U.get()); }))
    return true;
  Without.insert(C);
  return false;
}

/// Whether a function without a body can hand out a pointer. malloc's leads to
/// global memory, those of printf and assert go in only, and warplint's own
/// functions stand for copies (RecordCopies.h).
bool handsOutPointers(const Function &F) {
  if (F.isIntrinsic() || F.getName().starts_with("warplint.") ||
      is_contained({"vprintf", "malloc", "free", "__assertfail"}, F.getName()))
    return false;
  auto IsNumber = [](const Type *T) {
    return T->isVoidTy() || T->isFPOrFPVectorTy() ||
           (T->isIntegerTy() && T->getIntegerBitWidth() <= 32);
  };
  // A string that selects a NaN can not be written to.
  auto IsReadOnly = [](const Use &U) {
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U) && all_of(Call->args(), [](const Use &A) {
             const auto *G = dyn_cast<GlobalVariable>(A->stripPointerCasts());
             return !A->getType()->isPointerTy() || (G && G->isConstant());
           });
  };
  return !IsNumber(F.getReturnType()) || !all_of(F.uses(), IsReadOnly);
}

bool SharedNames::isIn(const Function &F) {
  if (F.isDeclaration())
    return handsOutPointers(F);
  for (const Instruction &I : instructions(F)) {
    if (isSharedPointer(I.getType()))
      return true;
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
      if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand())) {
        if (isIn(*Asm))
          return true;
      } else if (!Call->getCalledFunction()) {
        return true;
      }
    }
    if (any_of(I.operands(), [&](const Use &U) { return isIn(U.get()); }))
      return true;
  }
  return false;
}

bool SharedNames::isReachedFrom(const Function &Kernel) {
  SmallPtrSet<const Function *, 8> Seen = {&Kernel};
  SmallVector<const Function *> Work = {&Kernel};
  while (!Work.empty()) {
    const Function *F = Work.pop_back_val();
    if (isIn(*F))
      return true;
    for (const Instruction &I : instructions(*F))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Function *Callee = Call->getCalledFunction();
            Callee && Seen.insert(Callee).second)
          Work.push_back(Callee);
  }
  return false;
}

} // namespace

void markKernelsWithoutShared(Module &M) {
  SharedNames Names(M);
  for (Function &F : M)
    if (F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration() &&
        !Names.isReachedFrom(F))
      F.addFnAttr(NoSharedMemory);
}

} // namespace warplint
