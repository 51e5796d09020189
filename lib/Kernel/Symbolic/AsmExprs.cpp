//===- AsmExprs.cpp - Values of inline PTX as functions of the lane -------===//

#include "ExprBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

/// The text of a block as a message shows it, with operands as the user writes
/// them.
static std::string shortened(StringRef Asm) {
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

const LaneExpr *ExprBuilder::opaqueAsm(CallBase &Call, unsigned Width,
                                       StringRef Text) {
  if (Text.empty())
    Text = cast<InlineAsm>(Call.getCalledOperand())->getAsmString();
  return opaque(OpaqueReason::AsmResult, &Call, Width,
                "'" + shortened(Text) + "'");
}

/// %lanemask_lt and its like: bits of the lanes before, at, or after this one.
static const LaneExpr *laneMask(LaneContext &C, PtxSpecial Which,
                                const LaneExpr *Lane) {
  const LaneExpr *One = C.constant(1, 32), *All = C.constant(~0u, 32);
  const LaneExpr *Own = C.binary(LaneOp::Shl, One, Lane);
  const LaneExpr *Before = C.sub(Own, One);
  switch (Which) {
  case PtxSpecial::LaneMaskEq:
    return Own;
  case PtxSpecial::LaneMaskLt:
    return Before;
  case PtxSpecial::LaneMaskLe:
    return C.binary(LaneOp::Or, Before, Own);
  case PtxSpecial::LaneMaskGe:
    return C.binary(LaneOp::Xor, Before, All);
  case PtxSpecial::LaneMaskGt:
    return C.binary(LaneOp::Xor, C.binary(LaneOp::Or, Before, Own), All);
  default:
    return nullptr;
  }
}

const LaneExpr *ExprBuilder::fromTerm(CallBase &Call, const PtxTerm &Term) {
  switch (Term.Leaf) {
  case PtxTerm::LeafKind::Argument:
    return build(Call.getArgOperand(Term.Argument));
  case PtxTerm::LeafKind::Special:
    if (const LaneExpr *Mask =
            laneMask(C, Term.Special, buildSpecialRegister("laneid", 32)))
      return Mask;
    return buildSpecialRegister(StringRef(Term.Name).ltrim('%'), 32);
  case PtxTerm::LeafKind::Symbol:
    if (GlobalVariable *G = F.getParent()->getNamedGlobal(Term.Name))
      return build(G);
    return nullptr;
  case PtxTerm::LeafKind::Operation:
    return fromOperation(Call, Term.Argument);
  }
  return nullptr;
}

const LaneExpr *ExprBuilder::fromLinear(CallBase &Call, const PtxLinear &Form,
                                        unsigned Width) {
  // A sum in wider arithmetic than the block's is right where it does not wrap
  // around; in its own it is exact.
  const bool NoWrap = Width > Form.Bits;
  const LaneExpr *Sum = C.constant(uint64_t(Form.Constant), Width);
  for (const PtxTerm &Term : Form.Terms) {
    const LaneExpr *Leaf = fromTerm(Call, Term);
    if (!Leaf)
      return opaqueAsm(Call, Width, Term.Name);
    if (Term.LowBits && Term.LowBits < Leaf->width())
      Leaf = C.cast(LaneOp::Trunc, Leaf, Term.LowBits);
    if (Leaf->width() < Width)
      Leaf = C.cast(Term.SignExtend ? LaneOp::SExt : LaneOp::ZExt, Leaf, Width);
    Leaf = resize(Leaf, Width);
    Sum = C.binary(LaneOp::Add, Sum,
                   C.binary(LaneOp::Mul, Leaf,
                            C.constant(uint64_t(Term.Coefficient), Width),
                            NoWrap),
                   NoWrap);
  }
  return Sum;
}

static LaneOp laneOpOf(PtxOperator Op) {
  switch (Op) {
  case PtxOperator::Product:
    return LaneOp::Mul;
  case PtxOperator::UnsignedQuotient:
    return LaneOp::UDiv;
  case PtxOperator::SignedQuotient:
    return LaneOp::SDiv;
  case PtxOperator::UnsignedRemainder:
    return LaneOp::URem;
  case PtxOperator::SignedRemainder:
    return LaneOp::SRem;
  case PtxOperator::And:
    return LaneOp::And;
  case PtxOperator::Or:
    return LaneOp::Or;
  case PtxOperator::Xor:
    return LaneOp::Xor;
  case PtxOperator::ShiftLeft:
    return LaneOp::Shl;
  case PtxOperator::ShiftRight:
    return LaneOp::LShr;
  case PtxOperator::ShiftRightSigned:
    return LaneOp::AShr;
  case PtxOperator::PopCount:
    return LaneOp::PopCount;
  case PtxOperator::LeadingZeros:
    return LaneOp::CountLeadingZeros;
  case PtxOperator::ReverseBits:
    return LaneOp::BitReverse;
  case PtxOperator::Truth:
  case PtxOperator::Select:
    return LaneOp::Select;
  case PtxOperator::Shuffle:
    return LaneOp::Shuffle;
  }
  return LaneOp::Opaque;
}

const LaneExpr *ExprBuilder::fromOperation(CallBase &Call, unsigned Number) {
  // Deeper than any index is computed: bounds the recursion.
  constexpr unsigned MaxDepth = 200;
  const PtxOperation &O = ptxOf(Call).Operations[Number];
  if (AsmDepth == MaxDepth)
    return opaqueAsm(Call, O.Bits);
  if (const LaneExpr *Known = AsmOperations.lookup({&Call, Number}))
    return Known;
  ++AsmDepth;
  SmallVector<const LaneExpr *, 2> Operands;
  for (const PtxLinear &Operand : O.Operands)
    Operands.push_back(fromLinear(Call, Operand, O.Bits));
  const LaneExpr *E = nullptr;
  switch (O.Op) {
  case PtxOperator::Truth:
    E = fromGuard(Call, O.Condition);
    break;
  case PtxOperator::Select:
    E = C.select(fromGuard(Call, O.Condition), Operands[0], Operands[1]);
    break;
  case PtxOperator::PopCount:
  case PtxOperator::LeadingZeros:
  case PtxOperator::ReverseBits:
    E = C.unary(laneOpOf(O.Op), Operands[0]);
    break;
  case PtxOperator::Shuffle:
    E = C.shuffle(Operands[0], resize(Operands[1], 32));
    break;
  default:
    E = C.binary(laneOpOf(O.Op), Operands[0], Operands[1]);
    break;
  }
  --AsmDepth;
  return AsmOperations[{&Call, Number}] = E;
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

const LaneExpr *ExprBuilder::fromCondition(CallBase &Call,
                                           const PtxCondition &Condition) {
  if (Condition.What == PtxCondition::Kind::OneLane) {
    const LaneExpr *IsOne = electedLane(Call);
    return Condition.Negated ? C.logicalNot(IsOne) : IsOne;
  }
  if (Condition.What != PtxCondition::Kind::Compare)
    return opaqueAsm(Call, 1, Condition.Text);
  unsigned Width = Condition.Bits ? Condition.Bits : 32;
  const LaneExpr *L = fromLinear(Call, Condition.Left, Width);
  const LaneExpr *R = fromLinear(Call, Condition.Right, Width);
  LaneOp Less = Condition.Signed ? LaneOp::CmpSLt : LaneOp::CmpULt;
  switch (Condition.Op) {
  case PtxCompare::Eq:
    return C.binary(LaneOp::CmpEq, L, R);
  case PtxCompare::Ne:
    return C.logicalNot(C.binary(LaneOp::CmpEq, L, R));
  case PtxCompare::Lt:
    return C.binary(Less, L, R);
  case PtxCompare::Ge:
    return C.logicalNot(C.binary(Less, L, R));
  case PtxCompare::Gt:
    return C.binary(Less, R, L);
  case PtxCompare::Le:
    return C.logicalNot(C.binary(Less, R, L));
  }
  return C.boolean(true);
}

const LaneExpr *ExprBuilder::fromGuard(CallBase &Call, const PtxGuard &Guard) {
  const LaneExpr *All = C.boolean(true);
  for (const PtxCondition &Condition : Guard)
    All = C.binary(LaneOp::And, All, fromCondition(Call, Condition));
  return All;
}

const LaneExpr *ExprBuilder::buildAsmResult(CallBase &Call, unsigned Field,
                                            unsigned Width) {
  const InlinePtx &Block = ptxOf(Call);
  if (!Width || Field >= Block.Outputs.size())
    return opaqueAsm(Call, Width ? Width : 32);
  const PtxValue &Value = Block.Outputs[Field];
  switch (Value.What) {
  case PtxValue::Kind::Linear:
    return fromLinear(Call, Value.Linear, Width);
  case PtxValue::Kind::Loaded:
    return opaque(OpaqueReason::LoadedFromMemory, &Call, Width);
  case PtxValue::Kind::Unknown:
    break;
  }
  return opaqueAsm(Call, Width, Value.Why);
}

} // namespace warplint
