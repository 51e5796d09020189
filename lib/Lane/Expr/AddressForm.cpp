//===- AddressForm.cpp - Addresses that differ by a constant --------------===//

#include "AddressForm.h"
#include <algorithm>
#include <bit>

namespace warplint {

static constexpr unsigned MachineWidth = 32;
static constexpr uint64_t WidestRequest = 16;

static void addTerm(AddressForm &Form, const LaneExpr *Atom,
                    uint32_t Coefficient) {
  auto *It = std::ranges::lower_bound(
      Form.Terms, Atom->id(), {},
      [](const AddressForm::Term &T) { return T.first->id(); });
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
  if (E->isConst()) {
    Offset += uint32_t(E->constant()) * Coefficient;
    return;
  }
  // What is narrower wraps around earlier.
  if (E->width() < MachineWidth)
    return addTerm(*this, E, Coefficient);
  switch (E->op()) {
  case LaneOp::Add:
    add(E->operand(0), Coefficient);
    add(E->operand(1), Coefficient);
    return;
  case LaneOp::Mul:
    if (!E->operand(1)->isConst())
      break;
    return add(E->operand(0),
               Coefficient * uint32_t(E->operand(1)->constant()));
  case LaneOp::Shl:
    if (!E->operand(1)->isConst() || E->operand(1)->constant() >= MachineWidth)
      break;
    return add(E->operand(0), Coefficient << E->operand(1)->constant());
  case LaneOp::Or:
  case LaneOp::Xor:
    // The bits of the constant are clear in the other operand. (x & ~3) | 3 is
    // x | 3 to LLVM.
    if (!E->operand(1)->isConst() ||
        E->operand(1)->constant() >= visibleMultiple(E->operand(0)) ||
        (E->operand(0)->op() == LaneOp::And &&
         E->operand(0)->operand(1)->isConst() &&
         uint32_t(~E->operand(0)->operand(1)->constant()) ==
             E->operand(1)->constant()))
      break;
    add(E->operand(0), Coefficient);
    Offset += uint32_t(E->operand(1)->constant()) * Coefficient;
    return;
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    if (E->operand(0)->width() < MachineWidth)
      break;
    return add(E->operand(0), Coefficient);
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

static uint64_t visibleMultiple(const LaneExpr *E, Sight By, unsigned Depth) {
  if (Depth == 0)
    return 1;
  auto Of = [&](unsigned I) {
    return visibleMultiple(E->operand(I), By, Depth - 1);
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
  case LaneOp::URem:
  case LaneOp::SRem:
    // x - x / C * C. Of powers of two the quotient is shifted back and forth,
    // with what makes it round to zero.
    if (!E->operand(1)->isConst() ||
        (E->op() == LaneOp::SRem && By == Sight::Assembler &&
         std::has_single_bit(E->operand(1)->constant())))
      return 1;
    return std::min(Of(0), Of(1));
  case LaneOp::Shl:
    if (E->operand(1)->isConst() && E->operand(1)->constant() < MachineWidth)
      return std::min(WidestRequest, Of(0) << std::min<uint64_t>(
                                         E->operand(1)->constant(), 4));
    return Of(0);
  case LaneOp::ZExt:
  case LaneOp::SExt:
    return Of(0);
  case LaneOp::Trunc:
    return E->width() < MachineWidth && By == Sight::Assembler ? 1 : Of(0);
  default:
    return 1;
  }
}

uint64_t visibleMultiple(const LaneExpr *Atom, Sight By) {
  return visibleMultiple(Atom, By, 10);
}

/// The compiler computes x / C * C as x - x % C, which hides the factor C. What a
/// truncated number is multiplied by the assembler may not see.
static uint64_t visiblePart(const LaneExpr *Atom, uint64_t Coefficient,
                            Sight By) {
  if (By == Sight::Assembler && Atom->op() == LaneOp::SExt &&
      Atom->operand(0)->op() == LaneOp::Trunc &&
      Atom->operand(0)->width() < MachineWidth)
    return 1;
  if (By == Sight::Any)
    return Coefficient;
  bool IsQuotient = Atom->op() == LaneOp::UDiv || Atom->op() == LaneOp::SDiv;
  if (!IsQuotient || !Atom->operand(1)->isConst())
    return Coefficient;
  uint64_t Divisor = Atom->operand(1)->constant();
  return Divisor && !std::has_single_bit(Divisor) && Coefficient % Divisor == 0
             ? Coefficient / Divisor
             : Coefficient;
}

const LaneExpr *withoutExtensions(const LaneExpr *E) {
  while (E->op() == LaneOp::ZExt || E->op() == LaneOp::SExt)
    E = E->operand(0);
  return E;
}

const LaneExpr *withoutCasts(const LaneExpr *E) {
  while (E->op() == LaneOp::ZExt || E->op() == LaneOp::SExt ||
         E->op() == LaneOp::Trunc)
    E = E->operand(0);
  return E;
}

std::optional<int64_t> stepOf(const AddressForm &Form, unsigned Loop) {
  for (const auto &[Atom, Coefficient] : Form.Terms)
    if (const LaneExpr *E = withoutExtensions(Atom);
        E->op() == LaneOp::Iteration && E->index() == Loop)
      return int32_t(Coefficient);
  return std::nullopt;
}

uint64_t alignmentOf(const AddressForm &Form,
                     llvm::function_ref<uint64_t(const LaneExpr *)> MultipleOf,
                     Sight By) {
  uint64_t Alignment = WidestRequest;
  for (const auto &[Atom, Coefficient] : Form.Terms)
    Alignment =
        std::min(Alignment, powerOfTwoIn(MultipleOf(Atom) *
                                         visiblePart(Atom, Coefficient, By)));
  return Alignment;
}

} // namespace warplint
