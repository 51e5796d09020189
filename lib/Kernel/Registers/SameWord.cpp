//===- SameWord.cpp - Whether two accesses touch one word -----------------===//

#include "SameWord.h"
#include "Kernel/Simplify/DeviceIntrinsics.h"
#include "Lane/Expr/AddressForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

/// Operations that an address is made of; deeper ones are other values.
constexpr unsigned MaxDepth = 8;

static bool haveOneNumber(const Value *A, const Value *B, unsigned Depth) {
  if (A == B)
    return true;
  const auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  return Depth && I && J && I->isSameOperationAs(J) && !isa<PHINode>(I) &&
         !I->mayReadOrWriteMemory() && !I->mayHaveSideEffects() &&
         all_of(zip(I->operands(), J->operands()), [&](const auto &Pair) {
           const auto &[Own, Other] = Pair;
           return haveOneNumber(Own.get(), Other.get(), Depth - 1);
         });
}

bool haveOneNumber(const Value *A, const Value *B) {
  return haveOneNumber(A, B, MaxDepth);
}

int64_t bytesAccessed(const Instruction &I) {
  return I.getDataLayout()
      .getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&I)))
      .getFixedValue();
}

WordRelation relationOf(ExprBuilder &Exprs, const Instruction &A,
                        const Instruction &B) {
  const Value *PtrA = getLoadStorePointerOperand(&A);
  const Value *PtrB = getLoadStorePointerOperand(&B);
  const Value *ArrayA = getUnderlyingObject(PtrA);
  const Value *ArrayB = getUnderlyingObject(PtrB);
  if (isa<GlobalVariable>(ArrayA) && isa<GlobalVariable>(ArrayB) &&
      ArrayA != ArrayB)
    return WordRelation::Apart;
  if (PtrA->getType() != PtrB->getType())
    return WordRelation::Unknown;
  const AddressForm FormA = formOf(Exprs.build(const_cast<Value *>(PtrA)));
  const AddressForm FormB = formOf(Exprs.build(const_cast<Value *>(PtrB)));
  const int64_t BytesA = bytesAccessed(A), BytesB = bytesAccessed(B);
  const auto Behind = distanceOf(FormB, FormA);
  if (!Behind)
    return WordRelation::Unknown;
  if (*Behind >= BytesB || -*Behind >= BytesA)
    return WordRelation::Apart;
  return *Behind == 0 && BytesA == BytesB && haveOneNumber(PtrA, PtrB)
             ? WordRelation::Same
             : WordRelation::Unknown;
}

bool waitsOr(const Instruction &I, bool Effect) {
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  const auto *Call = dyn_cast<CallBase>(&I);
  if ((Intrinsic && Intrinsic->isAssumeLikeIntrinsic()) ||
      (Call && isMathCall(*Call)))
    return false;
  return Effect || (Call && Call->isConvergent());
}

} // namespace warplint
