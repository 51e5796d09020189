//===- AtomicRules.cpp - The rules of atomics and copies ------------------===//

#include "AtomicRules.h"
#include "Kernel/Symbolic/ExprBuilder.h"

using namespace llvm;

namespace warplint {

static AtomicOperand operandOf(const LaneExpr *E) {
  if (!E || E->isLaneVarying())
    return AtomicOperand::Varying;
  if (E->op() != LaneOp::Const)
    return AtomicOperand::Uniform;
  if (E->constant() == 1)
    return AtomicOperand::One;
  return E->constant() == maskTrailingOnes<uint64_t>(E->width())
             ? AtomicOperand::AllOnes
             : AtomicOperand::Uniform;
}

/// nvcc sees that an address is uniform when nothing in it depends on
/// threadIdx, however it was computed: measured for constants, parameters,
/// block indices, loaded and shuffled values, selects and loop counters.
static AtomicPlace placeOf(const LaneContext &Context,
                           const LaneExpr *Address) {
  if (!Address)
    return AtomicPlace::PerhapsSeen;
  if (Address->isLaneVarying())
    return AtomicPlace::Varying;
  bool IsMeasured = true;
  forEachNode(Context, Address, [&](const LaneExpr *E) {
    if (E->op() == LaneOp::Symbol)
      IsMeasured &= Context.symbolAt(E->index()).Kind != SymbolKind::Other;
  });
  return IsMeasured ? AtomicPlace::OneWord : AtomicPlace::PerhapsSeen;
}

AtomicRule ruleOf(const LaneContext &Context, const AtomicUse &Use,
                  const LaneExpr *Address) {
  SharedAtomic Atomic;
  Atomic.Operation = Use.Operation;
  Atomic.Type = Use.Type;
  Atomic.IsResultUsed = Use.IsResultUsed;
  Atomic.IsGeneric = Use.IsGeneric;
  Atomic.Operand = operandOf(Use.Operand);
  Atomic.Place = placeOf(Context, Address);
  return ruleOf(Atomic);
}

void applyRule(KernelAccess &Access, const AtomicRule &Rule) {
  Access.Kind = Rule.Kind;
  if (Rule.BytesPerLane)
    Access.BytesPerLane = Rule.BytesPerLane;
  if (Rule.AssumesChange)
    Access.Assumptions.push_back("every update changes its word");
  if (Access.Obstacle.empty())
    Access.Obstacle = Rule.WhyNot;
}

RequestKind asyncCopyKind(bool IsCached, unsigned Bytes) {
  return IsCached && Bytes == 16 ? RequestKind::CpAsyncCached
                                 : RequestKind::CpAsync;
}

} // namespace warplint
