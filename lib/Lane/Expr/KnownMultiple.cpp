//===- KnownMultiple.cpp - Powers of two that divide an expression --------===//

#include "KnownMultiple.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

/// Bounded in depth: a shared sub-expression would be visited once for each
/// path.
static uint64_t knownMultiple(const LaneContext &C, const LaneExpr *E,
                              unsigned Depth,
                              SmallPtrSetImpl<const LaneExpr *> &Assumed) {
  constexpr uint64_t Limit = 1u << 16;
  if (Depth == 0)
    return 1;
  auto Of = [&](unsigned I) {
    return knownMultiple(C, E->operand(I), Depth - 1, Assumed);
  };
  switch (E->op()) {
  case LaneOp::Const:
    return E->constant() == 0
               ? Limit
               : std::min<uint64_t>(Limit, E->constant() & -E->constant());
  case LaneOp::Symbol: {
    uint64_t M = C.symbolAt(E->index()).MultipleOf;
    return std::min<uint64_t>(Limit, M & -M);
  }
  case LaneOp::Recurrence: {
    // By induction: what divides all first values and all that is added divides
    // every value.
    const LaneRecurrence &R = C.recurrenceAt(E->index());
    if (!Assumed.insert(E).second)
      return Limit;
    return std::min(knownMultiple(C, R.Init, Depth - 1, Assumed),
                    knownMultiple(C, R.Next, Depth - 1, Assumed));
  }
  case LaneOp::Add:
  case LaneOp::Or:
  case LaneOp::Xor:
  case LaneOp::URem:
  case LaneOp::SRem:
    return std::min(Of(0), Of(1));
  case LaneOp::Mul:
    return std::min(Limit, Of(0) * Of(1));
  case LaneOp::And:
    return std::max(Of(0), Of(1));
  case LaneOp::Select:
    return std::min(Of(1), Of(2));
  case LaneOp::Shl:
    if (E->operand(1)->isConst() && E->operand(1)->constant() < 16)
      return std::min<uint64_t>(Limit, Of(0) << E->operand(1)->constant());
    return Of(0);
  case LaneOp::LShr:
  case LaneOp::AShr:
    if (E->operand(1)->isConst() && E->operand(1)->constant() < 16)
      return std::max<uint64_t>(1, Of(0) >> E->operand(1)->constant());
    return 1;
  case LaneOp::UDiv:
  case LaneOp::SDiv:
    if (E->operand(1)->isConst() && isPowerOf2_64(E->operand(1)->constant()))
      return std::max<uint64_t>(1, Of(0) / E->operand(1)->constant());
    return 1;
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    return std::min<uint64_t>(Of(0),
                              E->width() < 16 ? 1ull << E->width() : Limit);
  default:
    return 1;
  }
}

uint64_t knownMultiple(const LaneContext &C, const LaneExpr *E) {
  SmallPtrSet<const LaneExpr *, 4> Assumed;
  return knownMultiple(C, E, 10, Assumed);
}

} // namespace warplint
