//===- AsmExprs.cpp - Values of inline PTX as functions of the lane -------===//

#include "ExprBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {

const InlinePtx &ExprBuilder::ptxOf(const CallBase &Call) {
  std::unique_ptr<InlinePtx> &Read = Ptx[&Call];
  if (!Read) {
    const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
    Read = std::make_unique<InlinePtx>(
        readInlinePtx(Asm->getAsmString(), Asm->getConstraintString()));
  }
  return *Read;
}

const LaneExpr *ExprBuilder::fromLinear(CallBase &Call, const PtxLinear &Form,
                                        unsigned Width) {
  const LaneExpr *Sum = C.constant(uint64_t(Form.Constant), Width);
  for (const PtxTerm &Term : Form.Terms) {
    const LaneExpr *Leaf = nullptr;
    switch (Term.Leaf) {
    case PtxTerm::LeafKind::Argument:
      Leaf = build(Call.getArgOperand(Term.Argument));
      break;
    case PtxTerm::LeafKind::Special:
      Leaf = buildSpecialRegister(StringRef(Term.Name).ltrim('%'), 32);
      break;
    case PtxTerm::LeafKind::Symbol:
      if (GlobalVariable *G = F.getParent()->getNamedGlobal(Term.Name))
        Leaf = build(G);
      break;
    }
    if (!Leaf)
      return opaque(OpaqueReason::AsmResult, &Call, Width);
    if (Term.LowBits && Term.LowBits < Leaf->width())
      Leaf = C.cast(LaneOp::Trunc, Leaf, Term.LowBits);
    if (Leaf->width() < Width)
      Leaf = C.cast(Term.SignExtend ? LaneOp::SExt : LaneOp::ZExt, Leaf, Width);
    Leaf = resize(Leaf, Width);
    Sum =
        C.binary(LaneOp::Add, Sum,
                 C.binary(LaneOp::Mul, Leaf,
                          C.constant(uint64_t(Term.Coefficient), Width), true),
                 true);
  }
  return Sum;
}

const LaneExpr *ExprBuilder::fromCondition(CallBase &Call,
                                           const PtxCondition &Condition) {
  if (Condition.What != PtxCondition::Kind::Compare)
    return opaque(OpaqueReason::AsmResult, &Call, 1, Condition.Text);
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
  if (Width && Field < Block.Outputs.size()) {
    const PtxValue &Value = Block.Outputs[Field];
    if (Value.What == PtxValue::Kind::Linear)
      return fromLinear(Call, Value.Linear, Width);
    if (Value.What == PtxValue::Kind::Loaded)
      return opaque(OpaqueReason::LoadedFromMemory, &Call, Width);
  }
  return opaque(OpaqueReason::AsmResult, &Call, Width);
}

} // namespace warplint
