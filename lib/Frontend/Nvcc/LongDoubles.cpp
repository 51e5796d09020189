//===- LongDoubles.cpp - long double in device code -----------------------===//

#include "LongDoubles.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

void allowLongDouble(clang::TargetInfo &Target) {
  // Sema asks for the one type of 128 bits that targets know of.
  struct Access : clang::TargetInfo {
    static void allow(clang::TargetInfo &Of) {
      Of.*(&Access::HasFloat128) = true;
    }
  };
  Access::allow(Target);
}

static bool isLong(const Value *V) {
  return V->getType()->isX86_FP80Ty() || V->getType()->isFP128Ty();
}

void computeWithDouble(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (!isa<BinaryOperator, UnaryOperator, FCmpInst, CastInst>(I) ||
          isa<FPExtInst, BitCastInst>(I) ||
          !(isLong(&I) || any_of(I.operands(), isLong)))
        continue;
      IRBuilder<> Builder(&I);
      Type *Long = I.getType();
      if (isa<FPTruncInst>(I) && I.getType()->isDoubleTy())
        continue;
      for (Use &Op : I.operands())
        if (isLong(Op))
          Op.set(Builder.CreateFPTrunc(Op, Builder.getDoubleTy()));
      if (!isLong(&I))
        continue;
      I.mutateType(Builder.getDoubleTy());
      Builder.SetInsertPoint(std::next(I.getIterator()));
      Value *Result = Builder.CreateFPExt(&I, Long);
      I.replaceUsesWithIf(Result,
                          [&](const Use &U) { return U.getUser() != Result; });
    }
}

} // namespace warplint
