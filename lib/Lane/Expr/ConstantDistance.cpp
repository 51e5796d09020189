//===- ConstantDistance.cpp - Addresses that differ by a constant ---------===//

#include "ConstantDistance.h"
#include <algorithm>

namespace warplint {

static constexpr unsigned MachineWidth = 32;
static constexpr uint64_t WidestRequest = 16;

static bool isConst(const LaneExpr *E) { return E->op() == LaneOp::Const; }

static void addTerm(AddressForm &Form, const LaneExpr *Atom,
                    uint32_t Coefficient) {
  auto *It =
      std::lower_bound(Form.Terms.begin(), Form.Terms.end(), Atom,
                       [](const AddressForm::Term &T, const LaneExpr *E) {
                         return T.first->id() < E->id();
                       });
  if (It == Form.Terms.end() || It->first != Atom) {
    Form.Terms.insert(It, {Atom, Coefficient});
    return;
  }
  It->second += Coefficient;
  if (It->second == 0)
    Form.Terms.erase(It);
}

void AddressForm::add(const LaneExpr *E, uint32_t Coefficient) {
  if (Coefficient == 0)
    return;
  switch (E->op()) {
  case LaneOp::Const:
    Offset += uint32_t(E->constant()) * Coefficient;
    return;
  case LaneOp::Add:
    if (E->width() < MachineWidth)
      break;
    add(E->operand(0), Coefficient);
    add(E->operand(1), Coefficient);
    return;
  case LaneOp::Mul:
    if (E->width() < MachineWidth || !isConst(E->operand(1)))
      break;
    add(E->operand(0), Coefficient * uint32_t(E->operand(1)->constant()));
    return;
  case LaneOp::Shl:
    if (E->width() < MachineWidth || !isConst(E->operand(1)) ||
        E->operand(1)->constant() >= MachineWidth)
      break;
    add(E->operand(0), Coefficient << E->operand(1)->constant());
    return;
  case LaneOp::Or:
  case LaneOp::Xor:
    // The bits of the constant are clear in the other operand.
    if (E->width() < MachineWidth || !isConst(E->operand(1)) ||
        E->operand(1)->constant() >= visibleMultiple(E->operand(0)))
      break;
    add(E->operand(0), Coefficient);
    Offset += uint32_t(E->operand(1)->constant()) * Coefficient;
    return;
  case LaneOp::ZExt:
  case LaneOp::SExt:
    if (E->operand(0)->width() < MachineWidth)
      break;
    add(E->operand(0), Coefficient);
    return;
  case LaneOp::Trunc:
    if (E->width() < MachineWidth)
      break;
    add(E->operand(0), Coefficient);
    return;
  default:
    break;
  }
  addTerm(*this, E, Coefficient);
}

AddressForm formOf(const LaneExpr *Address) {
  AddressForm Form;
  Form.add(Address, 1);
  return Form;
}

static uint64_t powerOfTwoIn(uint64_t Value) {
  return Value == 0 ? WidestRequest
                    : std::min<uint64_t>(Value & -Value, WidestRequest);
}

static uint64_t visibleMultiple(const LaneExpr *E, unsigned Depth) {
  if (Depth == 0)
    return 1;
  auto Of = [&](unsigned I) {
    return visibleMultiple(E->operand(I), Depth - 1);
  };
  switch (E->op()) {
  case LaneOp::Const:
    return powerOfTwoIn(E->constant());
  case LaneOp::Add:
  case LaneOp::Or:
  case LaneOp::Xor:
    return std::min(Of(0), Of(1));
  case LaneOp::Mul:
    return std::min(WidestRequest, Of(0) * Of(1));
  case LaneOp::And:
    return std::max(Of(0), Of(1));
  case LaneOp::Shl:
    if (isConst(E->operand(1)) && E->operand(1)->constant() < MachineWidth)
      return std::min(WidestRequest, Of(0) << std::min<uint64_t>(
                                         E->operand(1)->constant(), 4));
    return Of(0);
  case LaneOp::ZExt:
  case LaneOp::SExt:
    return Of(0);
  case LaneOp::Trunc:
    return E->width() < MachineWidth ? 1 : Of(0);
  default:
    return 1;
  }
}

uint64_t visibleMultiple(const LaneExpr *Atom) {
  return visibleMultiple(Atom, 10);
}

uint64_t
alignmentOf(const AddressForm &Form,
            llvm::function_ref<uint64_t(const LaneExpr *)> MultipleOf) {
  uint64_t Alignment = WidestRequest;
  for (const auto &[Atom, Coefficient] : Form.Terms)
    Alignment =
        std::min(Alignment, powerOfTwoIn(MultipleOf(Atom) * Coefficient));
  return Alignment;
}

} // namespace warplint
