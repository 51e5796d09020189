//===- DeviceIntrinsics.cpp - libdevice's integer functions ---------------===//

#include "DeviceIntrinsics.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

static Intrinsic::ID intrinsicFor(StringRef Name) {
  return StringSwitch<Intrinsic::ID>(Name)
      .Cases({"__nv_min", "__nv_llmin"}, Intrinsic::smin)
      .Cases({"__nv_max", "__nv_llmax"}, Intrinsic::smax)
      .Cases({"__nv_umin", "__nv_ullmin"}, Intrinsic::umin)
      .Cases({"__nv_umax", "__nv_ullmax"}, Intrinsic::umax)
      .Cases({"__nv_abs", "__nv_llabs"}, Intrinsic::abs)
      .Cases({"__nv_popc", "__nv_popcll"}, Intrinsic::ctpop)
      .Cases({"__nv_clz", "__nv_clzll"}, Intrinsic::ctlz)
      .Cases({"__nv_brev", "__nv_brevll"}, Intrinsic::bitreverse)
      .Default(Intrinsic::not_intrinsic);
}

/// The value of a call to libdevice function \p Name, or null if it stays.
static Value *replacement(StringRef Name, CallInst &Call) {
  IRBuilder<> Builder(&Call);
  // The product of the low 24 bits; indices that are multiplied so fit in them.
  if (Name == "__nv_mul24" || Name == "__nv_umul24")
    return Builder.CreateMul(Call.getArgOperand(0), Call.getArgOperand(1));
  Intrinsic::ID ID = intrinsicFor(Name);
  if (ID == Intrinsic::not_intrinsic)
    return nullptr;
  Value *A = Call.getArgOperand(0);
  if (Call.arg_size() == 2)
    return Builder.CreateBinaryIntrinsic(ID, A, Call.getArgOperand(1));
  Value *Result;
  if (ID == Intrinsic::abs || ID == Intrinsic::ctlz)
    Result = Builder.CreateBinaryIntrinsic(ID, A, Builder.getFalse());
  else
    Result = Builder.CreateUnaryIntrinsic(ID, A);
  return Builder.CreateZExtOrTrunc(Result, Call.getType());
}

void foldLibdeviceCalls(Module &M) {
  for (Function &F : M) {
    if (!F.isDeclaration() || !F.getName().starts_with("__nv_"))
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &F || Call->arg_empty() ||
          Call->arg_size() > 2)
        continue;
      if (Value *V = replacement(F.getName(), *Call)) {
        Call->replaceAllUsesWith(V);
        Call->eraseFromParent();
      }
    }
  }
}

} // namespace warplint
