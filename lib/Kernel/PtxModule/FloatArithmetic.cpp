//===- FloatArithmetic.cpp - Floating-point instructions ------------------===//
//
// No address is made of them, but the work of a kernel is. PTX ISA 9.0, section
// "Floating Point Instructions".
//
//===----------------------------------------------------------------------===//

#include "FloatArithmetic.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// Null for other types.
static Type *floatType(Builder &B, StringRef Part) {
  Type *Half = B.getHalfTy(), *BFloat = B.getBFloatTy();
  return StringSwitch<Type *>(Part)
      .Case("f16", Half)
      .Case("bf16", BFloat)
      .Case("f32", B.getFloatTy())
      .Case("f64", B.getDoubleTy())
      .Case("f16x2", FixedVectorType::get(Half, 2))
      .Case("bf16x2", FixedVectorType::get(BFloat, 2))
      .Default(nullptr);
}

static Value *operandAs(Evaluation &E, unsigned I, Type *Ty) {
  Value *V = E.operand(I, Ty->getPrimitiveSizeInBits().getFixedValue());
  return V ? E.B.CreateBitCast(V, Ty) : nullptr;
}

static Value *bitsOf(Evaluation &E, Value *V) {
  return V ? E.B.CreateBitCast(
                 V, E.B.getIntNTy(V->getType()->getPrimitiveSizeInBits()))
           : nullptr;
}

/// cvt.to.from d, a, where one of them is a floating-point number.
static Value *convertFloat(Evaluation &E) {
  const size_t N = E.S.Opcode.size();
  if (N < 3 || E.S.Operands.size() != 2 || E.has("sat"))
    return nullptr;
  StringRef ToName = E.S.Opcode[N - 2], FromName = E.S.Opcode[N - 1];
  Type *To = floatType(E.B, ToName), *From = floatType(E.B, FromName);
  auto ToNumber = integerType(ToName), FromNumber = integerType(FromName);
  if ((!To && !ToNumber) || (!From && !FromNumber) || (!To && !From) ||
      (To && To->isVectorTy()) || (From && From->isVectorTy()))
    return nullptr;
  if (FromNumber) {
    Value *V = E.operand(1, FromNumber->Bits);
    if (!V)
      return nullptr;
    return bitsOf(E, FromNumber->Signed ? E.B.CreateSIToFP(V, To)
                                        : E.B.CreateUIToFP(V, To));
  }
  Value *V = operandAs(E, 1, From);
  if (!V)
    return nullptr;
  if (ToNumber) {
    Type *Number = E.B.getIntNTy(ToNumber->Bits);
    return ToNumber->Signed ? E.B.CreateFPToSI(V, Number)
                            : E.B.CreateFPToUI(V, Number);
  }
  // bf16 and f16 have the same width.
  const unsigned Wide = To->getPrimitiveSizeInBits(),
                 Narrow = From->getPrimitiveSizeInBits();
  return To == From || Wide == Narrow ? nullptr
                                      : bitsOf(E, E.B.CreateFPCast(V, To));
}

/// setp.lt.f32 p, a, b
static Value *compareFloats(Evaluation &E, Type *Ty) {
  using P = CmpInst::Predicate;
  const auto Compare = StringSwitch<P>(E.S.Opcode[1])
                           .Case("eq", P::FCMP_OEQ)
                           .Case("ne", P::FCMP_ONE)
                           .Case("lt", P::FCMP_OLT)
                           .Case("le", P::FCMP_OLE)
                           .Case("gt", P::FCMP_OGT)
                           .Case("ge", P::FCMP_OGE)
                           .Case("equ", P::FCMP_UEQ)
                           .Case("neu", P::FCMP_UNE)
                           .Case("ltu", P::FCMP_ULT)
                           .Case("leu", P::FCMP_ULE)
                           .Case("gtu", P::FCMP_UGT)
                           .Case("geu", P::FCMP_UGE)
                           .Case("num", P::FCMP_ORD)
                           .Case("nan", P::FCMP_UNO)
                           .Default(P::BAD_FCMP_PREDICATE);
  if (Compare == P::BAD_FCMP_PREDICATE || E.S.Operands.size() != 3 ||
      Ty->isVectorTy())
    return nullptr;
  Value *L = operandAs(E, 1, Ty), *R = operandAs(E, 2, Ty);
  return L && R ? E.B.CreateFCmp(Compare, L, R) : nullptr;
}

Value *warplint::ptx::liftFloat(Evaluation &E) {
  if (E.is("cvt"))
    return convertFloat(E);
  Type *Ty = floatType(E.B, E.S.Opcode.back());
  if (!Ty || E.has("sat") || E.has("relu"))
    return nullptr;
  if (E.is("setp"))
    return compareFloats(E, Ty);
  SmallVector<Value *, 3> V;
  for (unsigned I = 1; I != E.S.Operands.size(); ++I) {
    // The third operand of selp is a predicate, not a number.
    V.push_back(E.is("selp") && I == 3 ? E.predicate(3) : operandAs(E, I, Ty));
    if (!V.back())
      return nullptr;
  }
  auto Is = [&](StringRef Name, size_t Operands) {
    return E.is(Name) && V.size() == Operands;
  };
  Value *Result = nullptr;
  if (Is("add", 2))
    Result = E.B.CreateFAdd(V[0], V[1]);
  else if (Is("sub", 2))
    Result = E.B.CreateFSub(V[0], V[1]);
  else if (Is("mul", 2))
    Result = E.B.CreateFMul(V[0], V[1]);
  else if (Is("fma", 3) || Is("mad", 3))
    Result = E.B.CreateIntrinsic(Intrinsic::fma, {Ty}, V);
  else if (Is("div", 2))
    Result = E.B.CreateFDiv(V[0], V[1]);
  else if (Is("neg", 1))
    Result = E.B.CreateFNeg(V[0]);
  else if (Is("abs", 1))
    Result = E.B.CreateUnaryIntrinsic(Intrinsic::fabs, V[0]);
  else if (Is("min", 2) || Is("max", 2))
    Result = E.B.CreateBinaryIntrinsic(
        E.is("min") ? Intrinsic::minnum : Intrinsic::maxnum, V[0], V[1]);
  else if (Is("selp", 3))
    Result = E.B.CreateSelect(V[2], V[0], V[1]);
  return bitsOf(E, Result);
}
