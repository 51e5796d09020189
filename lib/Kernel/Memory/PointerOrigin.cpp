//===- PointerOrigin.cpp - Whose memory a pointer leads to ----------------===//

#include "PointerOrigin.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace warplint {

static PointerOrigin originOf(const Value *Pointer, unsigned Depth);

bool mayBeLocalNumber(const Value *Object) {
  const auto *Cast = dyn_cast<IntToPtrInst>(Object);
  if (!Cast)
    return false;
  const unsigned Space = Cast->getType()->getPointerAddressSpace();
  if (Space != NVPTXAS::ADDRESS_SPACE_GENERIC)
    return Space == NVPTXAS::ADDRESS_SPACE_LOCAL;
  return any_of(Cast->getFunction()->getEntryBlock(), [](const Instruction &I) {
    return isa<AllocaInst>(I) && any_of(I.users(), [](const User *U) {
             return isa<PtrToIntInst, AddrSpaceCastInst>(U);
           });
  });
}

static PointerOrigin originOfObject(const Value *Object, unsigned Depth) {
  if (isa<AllocaInst>(Object))
    return PointerOrigin::Local;
  if (const auto *G = dyn_cast<GlobalVariable>(Object))
    return G->isConstant() && G->hasDefinitiveInitializer()
               ? PointerOrigin::Constant
               : PointerOrigin::External;
  if (const auto *A = dyn_cast<Argument>(Object)) {
    if (A->getParent()->getCallingConv() != CallingConv::PTX_Kernel)
      return PointerOrigin::Unknown;
    return A->hasByValAttr() ? PointerOrigin::Constant
                             : PointerOrigin::External;
  }
  // A pointer out of a record: a local one can still be seen through, and
  // memory that others see holds no pointer to a local variable.
  if (const auto *Load = dyn_cast<LoadInst>(Object)) {
    if (Depth == 0)
      return PointerOrigin::Unknown;
    PointerOrigin From = originOf(Load->getPointerOperand(), Depth - 1);
    return From == PointerOrigin::Local || From == PointerOrigin::Unknown
               ? PointerOrigin::Unknown
               : PointerOrigin::External;
  }
  // What a call returned, or an element of it, may be one of its arguments.
  if (isa<CallBase, ExtractValueInst>(Object) || mayBeLocalNumber(Object))
    return PointerOrigin::Unknown;
  return PointerOrigin::External;
}

static PointerOrigin originOf(const Value *Pointer, unsigned Depth) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  PointerOrigin Worst = PointerOrigin::Local;
  for (const Value *Object : Objects) {
    PointerOrigin Origin = originOfObject(Object, Depth);
    if (Origin == PointerOrigin::External)
      return Origin;
    Worst = std::max(Worst, Origin);
  }
  return Worst;
}

PointerOrigin originOf(const Value *Pointer) { return originOf(Pointer, 8); }

bool isSeenAsGeneric(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return any_of(Objects, [](const Value *Object) {
    const auto *Load = dyn_cast<LoadInst>(Object);
    const Value *From =
        Load ? getUnderlyingObject(Load->getPointerOperand()) : nullptr;
    const auto *A = dyn_cast_or_null<Argument>(From);
    return isa<CallBase>(Object) ||
           (A && A->hasByValAttr() &&
            !Load->getPointerOperand()->getPointerOffsetFrom(
                A, A->getParent()->getDataLayout()));
  });
}

static void keepAsm(CallBase &Call) {
  auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm->hasSideEffects())
    Call.setCalledOperand(InlineAsm::get(
        Asm->getFunctionType(), Asm->getAsmString(), Asm->getConstraintString(),
        /*hasSideEffects=*/true, Asm->isAlignStack(), Asm->getDialect(),
        Asm->canThrow()));
}

unsigned protectAccesses(Function &F) {
  unsigned Released = 0;
  for (Instruction &I : instructions(F)) {
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      if (Call->isInlineAsm())
        keepAsm(*Call);
      continue;
    }
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer)
      continue;
    bool Keep = !isPrivate(originOf(Pointer));
    Released += I.isVolatile() && !Keep;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Load->setVolatile(Keep);
    else
      cast<StoreInst>(I).setVolatile(Keep);
  }
  return Released;
}

bool touchesMemory(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
      if (!isPrivate(originOf(Pointer)))
        return true;
    } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
      if (!isa<IntrinsicInst>(I) && Call->getCalledFunction() != &F)
        return true;
    } else if (I.mayReadOrWriteMemory()) {
      return true;
    }
  }
  return false;
}

} // namespace warplint
