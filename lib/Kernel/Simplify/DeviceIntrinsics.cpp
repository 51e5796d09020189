//===- DeviceIntrinsics.cpp - libdevice's functions -----------------------===//

#include "DeviceIntrinsics.h"
#include "Kernel/Memory/HiddenMultiples.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
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
      .Cases({"__nv_fminf", "__nv_fmin"}, Intrinsic::minnum)
      .Cases({"__nv_fmaxf", "__nv_fmax"}, Intrinsic::maxnum)
      .Cases({"__nv_fabsf", "__nv_fabs"}, Intrinsic::fabs)
      .Cases({"__nv_floorf", "__nv_floor"}, Intrinsic::floor)
      .Cases({"__nv_ceilf", "__nv_ceil"}, Intrinsic::ceil)
      .Cases({"__nv_truncf", "__nv_trunc"}, Intrinsic::trunc)
      .Cases({"__nv_sqrtf", "__nv_sqrt"}, Intrinsic::sqrt)
      .Cases({"__nv_fmaf", "__nv_fma"}, Intrinsic::fma)
      .Default(Intrinsic::not_intrinsic);
}

/// One more than the number of the lowest bit that is set; 0 of 0.
static Value *firstBit(IRBuilder<> &Builder, Value *A, Type *Result) {
  Value *Zeros =
      Builder.CreateBinaryIntrinsic(Intrinsic::cttz, A, Builder.getFalse());
  Value *Number = Builder.CreateAdd(Builder.CreateZExtOrTrunc(Zeros, Result),
                                    ConstantInt::get(Result, 1));
  return Builder.CreateSelect(Builder.CreateIsNull(A),
                              ConstantInt::get(Result, 0), Number);
}

/// The upper half of the product in twice the width.
static Value *highHalf(IRBuilder<> &Builder, Value *A, Value *B,
                       bool IsSigned) {
  Type *Ty = A->getType();
  unsigned Width = Ty->getIntegerBitWidth();
  Type *Wide = Builder.getIntNTy(2 * Width);
  auto Widened = [&](Value *V) {
    return Builder.CreateIntCast(V, Wide, IsSigned);
  };
  Value *Product = Builder.CreateMul(Widened(A), Widened(B));
  return Builder.CreateTrunc(Builder.CreateLShr(Product, Width), Ty);
}

/// Functions of two and three operands that are no single intrinsic.
static Value *combination(StringRef Name, CallInst &Call,
                          IRBuilder<> &Builder) {
  Value *A = Call.getArgOperand(0);
  Value *B = Call.arg_size() > 1 ? Call.getArgOperand(1) : nullptr;
  if (!A->getType()->isIntegerTy())
    return nullptr;
  // The product of the low 24 bits; indices that are multiplied so fit in them.
  if (Name == "__nv_umul24")
    return Builder.CreateMul(A, B);
  if (Name == "__nv_mul24")
    return hideMultiples(Builder, Builder.CreateMul(A, B),
                         HiddenFrom::Assembler);
  if (Name == "__nv_mulhi" || Name == "__nv_umulhi")
    return highHalf(Builder, A, B, Name == "__nv_mulhi");
  if (Name == "__nv_ffs" || Name == "__nv_ffsll")
    return firstBit(Builder, A, Call.getType());
  if (Name == "__nv_byte_perm")
    return Builder.CreateIntrinsic(Intrinsic::nvvm_prmt,
                                   {A, B, Call.getArgOperand(2)});
  if (Name == "__nv_sad" || Name == "__nv_usad") {
    bool IsSigned = Name == "__nv_sad";
    Value *Hi = Builder.CreateBinaryIntrinsic(
        IsSigned ? Intrinsic::smax : Intrinsic::umax, A, B);
    Value *Lo = Builder.CreateBinaryIntrinsic(
        IsSigned ? Intrinsic::smin : Intrinsic::umin, A, B);
    return hideMultiples(
        Builder,
        Builder.CreateAdd(Builder.CreateSub(Hi, Lo), Call.getArgOperand(2)),
        HiddenFrom::Everybody);
  }
  return nullptr;
}

/// The value of a call to libdevice function \p Name, or null if it stays.
static Value *replacement(StringRef Name, CallInst &Call) {
  IRBuilder<> Builder(&Call);
  if (Value *Combined = combination(Name, Call, Builder))
    return Combined;
  Intrinsic::ID ID = intrinsicFor(Name);
  if (ID == Intrinsic::not_intrinsic)
    return nullptr;
  Value *A = Call.getArgOperand(0);
  if (A->getType()->isFloatingPointTy())
    return Builder.CreateIntrinsic(A->getType(), ID,
                                   SmallVector<Value *, 3>(Call.args()));
  if (Call.arg_size() == 2)
    return Builder.CreateBinaryIntrinsic(ID, A, Call.getArgOperand(1));
  Value *Result;
  if (ID == Intrinsic::abs || ID == Intrinsic::ctlz)
    Result = Builder.CreateBinaryIntrinsic(ID, A, Builder.getFalse());
  else
    Result = Builder.CreateUnaryIntrinsic(ID, A);
  return Builder.CreateZExtOrTrunc(Result, Call.getType());
}

bool isOfLibdevice(const CallBase &Call) {
  const Function *Called = Call.getCalledFunction();
  return Called && Called->getName().starts_with("__nv_");
}

bool isMathCall(const CallBase &Call) {
  return isOfLibdevice(Call) && none_of(Call.args(), [](const Use &A) {
           return A->getType()->isPointerTy();
         });
}

std::optional<unsigned> straightSizeOf(const CallBase &Call) {
  if (!isMathCall(Call))
    return std::nullopt;
  const unsigned Size =
      StringSwitch<unsigned>(Call.getCalledFunction()->getName())
          .Case("__nv_fast_expf", 4)
          .Case("__nv_fast_fdividef", 4)
          .Case("__nv_rsqrtf", 6)
          .Case("__nv_expf", 16)
          .Default(0);
  return Size ? std::optional(Size) : std::nullopt;
}

void foldLibdeviceCalls(Module &M) {
  for (Function &F : M) {
    if (!F.isDeclaration() || !F.getName().starts_with("__nv_"))
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &F || Call->arg_empty())
        continue;
      if (Value *V = replacement(F.getName(), *Call)) {
        Call->replaceAllUsesWith(V);
        Call->eraseFromParent();
      }
    }
  }
}

static bool isSpecialRegister(const Function &F) {
  return F.getName().starts_with("llvm.nvvm.read.ptx.sreg.");
}

void widenRanges(Module &M) {
  // Far enough for what people test, and no sum or sign is in doubt.
  constexpr uint64_t Times = 64, Most = uint64_t(1) << 31;
  for (Function &F : M) {
    const Attribute Range = F.getRetAttribute(Attribute::Range);
    if (!isSpecialRegister(F) || !Range.isValid() ||
        Range.getRange().isSingleElement())
      continue;
    const APInt &High = Range.getRange().getUpper();
    if (High.ugt(Most / Times))
      continue;
    F.removeRetAttr(Attribute::Range);
    F.addRetAttr(Attribute::get(
        M.getContext(), Attribute::Range,
        ConstantRange(APInt::getZero(High.getBitWidth()), High * Times)));
  }
}

void recallRanges(Function &Kernel) {
  for (Instruction &I : instructions(Kernel)) {
    auto *Read = dyn_cast<IntrinsicInst>(&I);
    if (!Read || !isSpecialRegister(*Read->getCalledFunction()))
      continue;
    const Attribute Range =
        Intrinsic::getAttributes(I.getContext(), Read->getIntrinsicID(),
                                 Read->getFunctionType())
            .getRetAttr(Attribute::Range);
    if (Range.isValid())
      Read->addRetAttr(Range);
  }
}

} // namespace warplint
