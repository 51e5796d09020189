//===- DataIndex.cpp - Addresses that data leads to -----------------------===//

#include "DataIndex.h"
#include "Lane/Expr/AddressForm.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// Whether \p Root is computed from data. What only chooses between values, as the
/// condition of a select, is none.
static bool isMadeOfData(const LaneContext &Context, const LaneExpr *Root) {
  SmallVector<const LaneExpr *> Rest = {Root};
  DenseSet<const LaneExpr *> Seen;
  while (!Rest.empty()) {
    const LaneExpr *E = Rest.pop_back_val();
    if (!Seen.insert(E).second || E->width() == 1)
      continue;
    if (E->op() == LaneOp::Opaque) {
      const OpaqueValue &Value = Context.opaqueAt(E->index());
      if (Value.Source.empty() &&
          (Value.Reason == OpaqueReason::LoadedFromMemory ||
           Value.Reason == OpaqueReason::Shuffle))
        return true;
    }
    append_range(Rest, E->operands());
  }
  return false;
}

/// What \p E takes: multiples of a step, so many. Nothing where other values
/// between them are left out.
static std::optional<RandomIndex> valuesOf(const LaneExpr *E) {
  const bool ByConst = E->numOperands() == 2 && E->operand(1)->isConst();
  const uint64_t By = ByConst ? E->operand(1)->constant() : 0;
  switch (E->op()) {
  case LaneOp::ZExt:
  case LaneOp::SExt:
    return valuesOf(E->operand(0));
  case LaneOp::And:
    if (!ByConst)
      break;
    if (!isShiftedMask_64(By))
      return std::nullopt;
    return RandomIndex{By & -By, E->width() == 64 && By >> 63
                                     ? 0
                                     : (By >> countr_zero(By)) + 1};
  case LaneOp::URem:
    if (By)
      return RandomIndex{1, By};
    break;
  case LaneOp::LShr:
    if (By && By < E->width())
      return RandomIndex{1, uint64_t(1) << (E->width() - By)};
    break;
  default:
    break;
  }
  if (E->width() < 32)
    return RandomIndex{1, uint64_t(1) << E->width()};
  return RandomIndex{1, 0};
}

std::optional<RandomIndex> dataIndexIn(const LaneContext &Context,
                                       const LaneExpr *Address,
                                       unsigned BytesPerLane,
                                       uint64_t ArrayBytes) {
  const AddressForm Form = formOf(Address);
  SmallVector<AddressForm::Term, 2> Varying;
  copy_if(Form.Terms, std::back_inserter(Varying),
          [](const auto &Term) { return Term.first->isLaneVarying(); });
  if (none_of(Varying, [&](const auto &Term) {
        return isMadeOfData(Context, Term.first);
      }))
    return std::nullopt;
  if (Varying.size() != 1 || BytesPerLane == 0)
    return RandomIndex();
  const auto [Datum, Coefficient] = Varying.front();
  std::optional<RandomIndex> Index = valuesOf(Datum);
  if (!Index)
    return RandomIndex();
  Index->Step *= std::abs(int64_t(int32_t(Coefficient)));
  // A number of bytes is a multiple of the width, or the access is misaligned.
  if (const uint64_t Step = Index->Step; BytesPerLane % Step == 0) {
    Index->Count = divideCeil(Index->Count * Step, BytesPerLane);
    Index->Step = BytesPerLane;
  }
  if (Index->Step % BytesPerLane)
    return RandomIndex();
  if (const uint64_t InArray = divideCeil(ArrayBytes, Index->Step);
      InArray && (!Index->Count || InArray < Index->Count))
    Index->Count = InArray;
  return Index;
}

} // namespace warplint
