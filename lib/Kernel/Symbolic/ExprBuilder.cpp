//===- ExprBuilder.cpp - IR values as functions of the lane ---------------===//

#include "ExprBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warplint {

ExprBuilder::ExprBuilder(Function &F, KernelAnalyses Analyses,
                         LaneContext &Context, SourceNames Names)
    : F(F), A(Analyses), C(Context), Names(std::move(Names)),
      Uniform(F, Analyses.PDT) {
  readAssumptions();
}

unsigned ExprBuilder::widthOf(const Type *T) const {
  if (T->isPointerTy())
    return 64;
  if (!T->isIntegerTy() && !T->isFloatingPointTy())
    return 0;
  unsigned Bits = T->getPrimitiveSizeInBits().getFixedValue();
  return Bits <= 64 ? Bits : 0;
}

const LaneExpr *ExprBuilder::resize(const LaneExpr *E, unsigned Width) {
  if (E->width() == Width)
    return E;
  return C.cast(E->width() < Width ? LaneOp::ZExt : LaneOp::Trunc, E, Width);
}

const LaneExpr *ExprBuilder::build(Value *V) {
  if (const LaneExpr *Known = Memo.lookup(V))
    return Known;
  // A chain of thousands of values would take more than the stack.
  static constexpr unsigned MostNested = 2000;
  const unsigned Width = widthOf(V->getType());
  if (Nested == MostNested && Width)
    return unknown(OpaqueReason::NotModelled, V, Width);
  ++Nested;
  const LaneExpr *E = buildUncached(V);
  --Nested;
  // Lanes that compute something unknown can agree on it all the same.
  if (E->isLaneVarying() && isa<Instruction>(V) && Uniform.isUniform(V) &&
      opaqueIn(E))
    E = freshSymbol(nameOf(V), E->width(), V);
  if (E->op() == LaneOp::Symbol && V->getType()->isPointerTy())
    Pointers.insert(E->index());
  Memo[V] = E;
  return E;
}

const LaneExpr *ExprBuilder::buildUncached(Value *V) {
  unsigned Width = widthOf(V->getType());
  if (Width == 0) {
    // Something else is only data; its width is kept so that bit casts of it
    // stay unknown in the right width.
    unsigned Bits = V->getType()->getPrimitiveSizeInBits().getKnownMinValue();
    return unknown(OpaqueReason::NotModelled, V,
                   Bits && Bits <= 64 ? Bits : 32);
  }
  if (auto *Const = dyn_cast<llvm::Constant>(V))
    return buildConstant(Const);
  if (auto *Arg = dyn_cast<Argument>(V)) {
    UniformSymbol S = symbolOfWidth(nameOf(Arg), SymbolKind::Parameter, Width);
    S.Parameter = Arg->getArgNo();
    if (Arg->getType()->isPointerTy()) {
      S.Lo = 0;
      S.MultipleOf = Arg->getParamAlign().valueOrOne().value();
    }
    return C.symbol(C.addSymbol(std::move(S)));
  }
  if (auto *I = dyn_cast<Instruction>(V))
    return buildInstruction(*I);
  return opaque(OpaqueReason::NotModelled, V, Width);
}

static const LaneExpr *compare(LaneContext &C, CmpInst::Predicate P,
                               const LaneExpr *L, const LaneExpr *R) {
  // What is left is EQ, NE, LT and GE.
  if (ICmpInst::isGT(P) || ICmpInst::isLE(P)) {
    std::swap(L, R);
    P = CmpInst::getSwappedPredicate(P);
  }
  const LaneOp Op = CmpInst::isEquality(P) ? LaneOp::CmpEq
                    : CmpInst::isSigned(P) ? LaneOp::CmpSLt
                                           : LaneOp::CmpULt;
  const LaneExpr *E = C.binary(Op, L, R);
  return P == CmpInst::ICMP_NE || ICmpInst::isGE(P) ? C.logicalNot(E) : E;
}

static std::optional<LaneOp> laneOpFor(unsigned Opcode) {
  static constexpr std::pair<unsigned, LaneOp> Known[] = {
      {Instruction::Add, LaneOp::Add},   {Instruction::Mul, LaneOp::Mul},
      {Instruction::UDiv, LaneOp::UDiv}, {Instruction::SDiv, LaneOp::SDiv},
      {Instruction::URem, LaneOp::URem}, {Instruction::SRem, LaneOp::SRem},
      {Instruction::And, LaneOp::And},   {Instruction::Or, LaneOp::Or},
      {Instruction::Xor, LaneOp::Xor},   {Instruction::Shl, LaneOp::Shl},
      {Instruction::LShr, LaneOp::LShr}, {Instruction::AShr, LaneOp::AShr}};
  for (auto [Of, Op] : Known)
    if (Of == Opcode)
      return Op;
  return std::nullopt;
}

const LaneExpr *ExprBuilder::buildBinary(BinaryOperator &I) {
  bool NoWrap = false;
  if (auto *O = dyn_cast<OverflowingBinaryOperator>(&I))
    NoWrap = O->hasNoSignedWrap();
  std::optional<LaneOp> Op = laneOpFor(I.getOpcode());
  bool IsDifference = I.getOpcode() == Instruction::Sub;
  if (!Op && !IsDifference) // Of floating-point numbers.
    return unknown(OpaqueReason::FloatingPoint, &I, widthOf(I.getType()));
  const LaneExpr *L = build(I.getOperand(0)), *R = build(I.getOperand(1));
  return IsDifference ? C.sub(L, R, NoWrap) : C.binary(*Op, L, R, NoWrap);
}

const LaneExpr *ExprBuilder::buildInstruction(Instruction &I) {
  unsigned Width = widthOf(I.getType());
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return buildBinary(*Binary);
  if (auto *Gep = dyn_cast<GEPOperator>(&I))
    return buildGep(*Gep);
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return buildPhi(*Phi);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return buildLoad(*Load);
  if (auto *Call = dyn_cast<CallBase>(&I))
    return buildCall(*Call);
  if (isa<CastInst>(I))
    return buildCast(I, Width);
  if (auto *Compare = dyn_cast<ICmpInst>(&I)) {
    if (!widthOf(Compare->getOperand(0)->getType()))
      return unknown(OpaqueReason::NotModelled, &I, 1);
    return compare(C, Compare->getPredicate(), build(Compare->getOperand(0)),
                   build(Compare->getOperand(1)));
  }
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return C.select(build(Select->getCondition()),
                    build(Select->getTrueValue()),
                    build(Select->getFalseValue()));
  if (isa<FreezeInst>(I))
    return build(I.getOperand(0));
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I))
    return buildExtract(*Extract);
  if (auto *Extract = dyn_cast<ExtractValueInst>(&I))
    return buildField(*Extract);
  if (isa<AllocaInst>(I)) {
    const LaneExpr *E =
        freshSymbol(nameOf(&I), Width, nullptr, SymbolKind::Other,
                    cast<AllocaInst>(I).getAlign().value());
    LocalVariables.insert(E->index());
    return E;
  }
  if (isa<AtomicRMWInst>(I))
    return opaque(OpaqueReason::AtomicResult, &I, Width);
  bool IsFloating =
      isa<FCmpInst>(I) || I.getOperand(0)->getType()->isFPOrFPVectorTy();
  return unknown(IsFloating ? OpaqueReason::FloatingPoint
                            : OpaqueReason::NotModelled,
                 &I, Width);
}

const LaneExpr *ExprBuilder::buildCast(Instruction &I, unsigned Width) {
  Value *From = I.getOperand(0);
  unsigned FromWidth = widthOf(From->getType());
  switch (I.getOpcode()) {
  case Instruction::ZExt:
    return C.cast(LaneOp::ZExt, build(From), Width);
  case Instruction::SExt:
    return C.cast(LaneOp::SExt, build(From), Width);
  case Instruction::Trunc:
    return FromWidth ? C.cast(LaneOp::Trunc, build(From), Width)
                     : buildConversion(I);
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast:
    return resize(build(From), Width);
  case Instruction::BitCast:
    if (FromWidth == Width)
      return build(From);
    if (const LaneExpr *E = buildFromParts(From, Width))
      return E;
    return buildConversion(I);
  default:
    return buildConversion(I);
  }
}

} // namespace warplint
