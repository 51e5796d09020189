//===- CallExprs.cpp - Results of calls as functions of the lane ----------===//

#include "ExprBuilder.h"
#include "Kernel/Memory/HiddenMultiples.h"
#include "warplint/Frontend/UnknownCalls.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

static const LaneExpr *minMax(LaneContext &C, LaneOp Less, bool Max,
                              const LaneExpr *L, const LaneExpr *R) {
  const LaneExpr *LIsLess = C.binary(Less, L, R);
  return Max ? C.select(LIsLess, R, L) : C.select(LIsLess, L, R);
}

/// The high (fshl) or low (fshr) word of two words shifted as one.
static const LaneExpr *funnelShift(LaneContext &C, bool IsLeft,
                                   const LaneExpr *High, const LaneExpr *Low,
                                   const LaneExpr *Amount) {
  const unsigned Width = High->width();
  const LaneExpr *Mask = C.constant(Width - 1, Width);
  // The amount counts modulo the width, a power of two for every type in use.
  Amount = C.binary(LaneOp::And, Amount, Mask);
  const LaneExpr *Rest =
      C.binary(LaneOp::And, C.sub(C.constant(Width, Width), Amount), Mask);
  const LaneExpr *Shifted =
      C.binary(LaneOp::Or, C.binary(LaneOp::Shl, High, IsLeft ? Amount : Rest),
               C.binary(LaneOp::LShr, Low, IsLeft ? Rest : Amount));
  return C.select(C.binary(LaneOp::CmpEq, Amount, C.constant(0, Width)),
                  IsLeft ? High : Low, Shifted);
}

/// Sums and differences that stop at the end of their range.
static const LaneExpr *saturated(LaneContext &C, bool IsSum, bool IsSigned,
                                 const LaneExpr *L, const LaneExpr *R) {
  const unsigned Width = L->width();
  if (!IsSigned && !IsSum)
    return C.select(C.binary(LaneOp::CmpULt, L, R), C.constant(0, Width),
                    C.sub(L, R));
  if (!IsSigned) {
    const LaneExpr *Sum = C.binary(LaneOp::Add, L, R);
    return C.select(C.binary(LaneOp::CmpULt, Sum, L),
                    C.constant(~uint64_t(0), Width), Sum);
  }
  // Computed exactly in twice the width and brought back in range.
  L = C.cast(LaneOp::SExt, L, 2 * Width);
  R = C.cast(LaneOp::SExt, R, 2 * Width);
  const LaneExpr *Exact =
      IsSum ? C.binary(LaneOp::Add, L, R, true) : C.sub(L, R, true);
  uint64_t Greatest = (uint64_t(1) << (Width - 1)) - 1;
  const LaneExpr *Hi = C.constant(Greatest, 2 * Width);
  const LaneExpr *Lo = C.constant(~Greatest, 2 * Width);
  Exact = minMax(C, LaneOp::CmpSLt, false, Exact, Hi);
  Exact = minMax(C, LaneOp::CmpSLt, true, Exact, Lo);
  return C.cast(LaneOp::Trunc, Exact, Width);
}

static const LaneExpr *byteSwapped(LaneContext &C, const LaneExpr *E) {
  unsigned Width = E->width();
  const LaneExpr *Swapped = C.constant(0, Width);
  for (unsigned From = 0; From != Width; From += 8) {
    const LaneExpr *Byte = C.binary(
        LaneOp::And, C.binary(LaneOp::LShr, E, C.constant(From, Width)),
        C.constant(255, Width));
    Swapped = C.binary(
        LaneOp::Or, Swapped,
        C.binary(LaneOp::Shl, Byte, C.constant(Width - 8 - From, Width)));
  }
  return Swapped;
}

/// The upper half of the exact product: divisions by constants are made so.
static const LaneExpr *highProduct(LaneContext &C, const LaneExpr *L,
                                   const LaneExpr *R, bool IsSigned) {
  unsigned Width = L->width();
  LaneOp Extend = IsSigned ? LaneOp::SExt : LaneOp::ZExt;
  const LaneExpr *Product = C.binary(LaneOp::Mul, C.cast(Extend, L, 2 * Width),
                                     C.cast(Extend, R, 2 * Width));
  return C.cast(LaneOp::Trunc,
                C.binary(LaneOp::LShr, Product, C.constant(Width, 2 * Width)),
                Width);
}

/// Four bytes picked out of eight: prmt.b32 in its default mode. Bit 3 of a
/// selector spreads the sign of the byte instead.
static const LaneExpr *permuted(LaneContext &C, const LaneExpr *A,
                                const LaneExpr *B, uint64_t Selector) {
  auto Number = [&](uint64_t N) { return C.constant(N, 32); };
  const LaneExpr *Result = Number(0);
  for (unsigned I = 0; I != 4; ++I) {
    uint64_t Pick = Selector >> (4 * I) & 15;
    const LaneExpr *Byte = C.binary(
        LaneOp::And,
        C.binary(LaneOp::LShr, Pick & 4 ? B : A, Number(8 * (Pick & 3))),
        Number(255));
    if (Pick & 8)
      Byte = C.select(C.binary(LaneOp::CmpULt, Byte, Number(128)), Number(0),
                      Number(255));
    Result = C.binary(LaneOp::Or, Result,
                      C.binary(LaneOp::Shl, Byte, Number(uint64_t(8) * I)));
  }
  return Result;
}

/// Field 0 of an operation that reports its overflow is its result, field 1 the
/// report. Null for other calls.
const LaneExpr *ExprBuilder::overflowResult(CallBase &Call, unsigned Field,
                                            unsigned Width) {
  const auto *Operation = dyn_cast<WithOverflowInst>(&Call);
  if (!Operation)
    return nullptr;
  const LaneExpr *L = build(Call.getArgOperand(0));
  const LaneExpr *R = build(Call.getArgOperand(1));
  auto Compute = [&](const LaneExpr *X, const LaneExpr *Y) {
    const auto Op = Operation->getBinaryOp();
    return Op == Instruction::Sub
               ? C.sub(X, Y)
               : C.binary(Op == Instruction::Mul ? LaneOp::Mul : LaneOp::Add, X,
                          Y);
  };
  if (Field == 0)
    return Compute(L, R);
  unsigned Wide = 2 * L->width();
  if (Wide > 64)
    return unknown(OpaqueReason::NotModelled, &Call, Width);
  LaneOp Extend = Operation->isSigned() ? LaneOp::SExt : LaneOp::ZExt;
  const LaneExpr *Exact =
      Compute(C.cast(Extend, L, Wide), C.cast(Extend, R, Wide));
  const LaneExpr *Kept =
      C.cast(Extend, C.cast(LaneOp::Trunc, Exact, L->width()), Wide);
  return C.logicalNot(C.binary(LaneOp::CmpEq, Kept, Exact));
}

/// LLVM's own intrinsics of integers; null where the result is not known.
const LaneExpr *ExprBuilder::buildIntrinsic(CallBase &Call, unsigned Width) {
  auto Arg = [&](unsigned I) { return build(Call.getArgOperand(I)); };
  const LaneExpr *Zero = C.constant(0, Width);
  if (const auto *Choice = dyn_cast<MinMaxIntrinsic>(&Call))
    return minMax(C, Choice->isSigned() ? LaneOp::CmpSLt : LaneOp::CmpULt,
                  ICmpInst::isGT(Choice->getPredicate()), Arg(0), Arg(1));
  if (const auto *Sum = dyn_cast<SaturatingInst>(&Call))
    return Sum->isSigned() && Width > 32
               ? nullptr
               : saturated(C, Sum->getBinaryOp() == Instruction::Add,
                           Sum->isSigned(), Arg(0), Arg(1));
  switch (Call.getIntrinsicID()) {
  case Intrinsic::abs: {
    const LaneExpr *E = Arg(0);
    return C.select(C.binary(LaneOp::CmpSLt, E, Zero), C.sub(Zero, E), E);
  }
  case Intrinsic::scmp:
  case Intrinsic::ucmp: {
    bool IsSigned = Call.getIntrinsicID() == Intrinsic::scmp;
    LaneOp Less = IsSigned ? LaneOp::CmpSLt : LaneOp::CmpULt;
    return C.select(
        C.binary(Less, Arg(0), Arg(1)), C.constant(~uint64_t(0), Width),
        C.select(C.binary(Less, Arg(1), Arg(0)), C.constant(1, Width), Zero));
  }
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return funnelShift(C, Call.getIntrinsicID() == Intrinsic::fshl, Arg(0),
                       Arg(1), Arg(2));
  case Intrinsic::ctpop:
    return C.unary(LaneOp::PopCount, Arg(0));
  case Intrinsic::ctlz:
    return C.unary(LaneOp::CountLeadingZeros, Arg(0));
  case Intrinsic::cttz:
    return C.countTrailingZeros(Arg(0));
  case Intrinsic::bitreverse:
    return C.unary(LaneOp::BitReverse, Arg(0));
  case Intrinsic::bswap:
    return byteSwapped(C, Arg(0));
  case Intrinsic::ptrmask:
    return C.binary(LaneOp::And, Arg(0), resize(Arg(1), Width));
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::ssa_copy:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
    return Arg(0);
  default:
    return nullptr;
  }
}

/// mapa adds what is the same for all lanes, and a multiple of any sector: it
/// changes nothing of what a request costs. Null where lanes go to different
/// blocks.
static const LaneExpr *mappedToBlock(const LaneExpr *Address,
                                     const LaneExpr *Block) {
  return Block->isLaneVarying() ? nullptr : Address;
}

/// NVIDIA's intrinsics of integers; null where the result is not known.
const LaneExpr *ExprBuilder::buildNvvmArithmetic(CallBase &Call, StringRef Name,
                                                 unsigned Width) {
  auto Arg = [&](unsigned I) { return build(Call.getArgOperand(I)); };
  if (Name.starts_with("mulhi.") && Width <= 32)
    return highProduct(C, Arg(0), Arg(1), !Name.contains(".u"));
  if (Name == "prmt")
    if (const auto *Selector = dyn_cast<ConstantInt>(Call.getArgOperand(2)))
      return permuted(C, Arg(0), Arg(1), Selector->getZExtValue());
  if (Name.starts_with("sad.")) {
    LaneOp Less = Name.contains(".u") ? LaneOp::CmpULt : LaneOp::CmpSLt;
    const LaneExpr *L = Arg(0), *R = Arg(1);
    return C.binary(
        LaneOp::Add,
        C.sub(minMax(C, Less, true, L, R), minMax(C, Less, false, L, R)),
        Arg(2));
  }
  if (Name.starts_with("mapa"))
    return mappedToBlock(Arg(0), Arg(1));
  // A pointer in another address space is the same address here.
  if (Name.starts_with("ptr.") || Name.starts_with("cvta"))
    return Call.arg_size() == 1 ? resize(Arg(0), Width) : nullptr;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// What stays inline PTX
//===----------------------------------------------------------------------===//

/// The text of a statement as a message shows it, with operands as the user
/// writes them.
static std::string shortenedText(StringRef Asm) {
  constexpr size_t MaxLength = 60;
  std::string Text;
  for (auto [I, C] : enumerate(Asm))
    if (C == '$' && I + 1 < Asm.size() && isDigit(Asm[I + 1]))
      Text += '%';
    else if (!isSpace(C))
      Text += C;
    else if (!Text.empty() && Text.back() != ' ')
      Text += ' ';
  if (Text.size() > MaxLength)
    Text = Text.substr(0, MaxLength) + "...";
  return StringRef(Text).rtrim(" ;").str();
}

/// elect.sync does not say which lane it takes: any of the 32, the same for the
/// whole warp.
const LaneExpr *ExprBuilder::electedLane(CallBase &Call) {
  UniformSymbol S;
  S.Name = "the elected lane";
  S.Lo = 0;
  S.Hi = 31;
  unsigned Number = C.addSymbol(std::move(S));
  SymbolOrigin[Number] = Call.getParent();
  return C.binary(LaneOp::CmpEq, buildSpecialRegister("laneid", 32),
                  C.symbol(Number));
}

const LaneExpr *ExprBuilder::buildAsmResult(CallBase &Call, unsigned Width) {
  const PtxStatement Statement = readPtxStatement(Call);
  if (!Width)
    Width = 32;
  if (Statement.Memory && Statement.Memory->returnsData())
    return opaque(OpaqueReason::LoadedFromMemory, &Call, Width);
  if (!Statement.SpecialRegister.empty())
    return buildSpecialRegister(Statement.SpecialRegister, Width);
  if (StringRef(Statement.Opcode).starts_with("mapa") && Call.arg_size() == 2)
    if (const LaneExpr *E = mappedToBlock(build(Call.getArgOperand(0)),
                                          build(Call.getArgOperand(1))))
      return resize(E, Width);
  return opaque(OpaqueReason::AsmResult, &Call, Width,
                "'" + shortenedText(Statement.Text) + "'");
}

//===----------------------------------------------------------------------===//
// Any call
//===----------------------------------------------------------------------===//

const LaneExpr *ExprBuilder::buildCall(CallBase &Call) {
  unsigned Width = widthOf(Call.getType());
  if (Call.isInlineAsm())
    return buildAsmResult(Call, Width);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return unknown(OpaqueReason::CallResult, &Call, Width);
  if (Callee->hasFnAttribute(UnknownCall))
    return opaque(OpaqueReason::CallResult, &Call, Width,
                  Callee->getFnAttribute(UnknownCall).getValueAsString().str());
  if (Value *Behind = hiddenBehind(Call))
    return build(Behind);
  StringRef Name = Callee->getName();
  const LaneExpr *E = nullptr;
  if (Name.consume_front("llvm.nvvm.")) {
    if (Name.consume_front("read.ptx.sreg."))
      return buildSpecialRegister(Name, Width, &Call);
    E = buildCollective(Call, Name, Width);
    if (!E)
      E = buildNvvmArithmetic(Call, Name, Width);
  } else if (Callee->isIntrinsic()) {
    E = buildIntrinsic(Call, Width);
  }
  if (E)
    return E;
  bool IsFloating = Call.getType()->isFPOrFPVectorTy();
  std::string Text = Names.Load(Call);
  if (Text.empty() && !Callee->isIntrinsic())
    Text = StringRef(demangle(Name)).split('(').first.str() + "()";
  return unknown(IsFloating ? OpaqueReason::FloatingPoint
                            : OpaqueReason::CallResult,
                 &Call, Width, std::move(Text));
}

} // namespace warplint
