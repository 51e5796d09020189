//===- DataWitness.cpp - Data that make a condition true ------------------===//

#include "DataWitness.h"
#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/ScalarArithmetic.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

static constexpr size_t MostNodes = 64, MostVariables = 5;

DataWitness::DataWitness(const LaneExpr *When, const LaneContext &C,
                         BlockEvaluation &Values)
    : C(C), Values(Values) {
  if (const LaneExpr *Known = Values.known(When))
    collect(Known);
}

/// A value that data make, of which no more is computed here.
static bool isDataLeaf(const LaneExpr *E) {
  return is_contained({LaneOp::Opaque, LaneOp::Shuffle, LaneOp::Recurrence},
                      E->op());
}

void DataWitness::collect(const LaneExpr *E) {
  if (Order.size() > MostNodes || Places.contains(E))
    return;
  if (!isDataLeaf(E))
    for (const LaneExpr *Operand : E->operands())
      collect(Operand);
  Places[E] = unsigned(Order.size());
  Order.push_back(E);
}

/// Loads from one place are one variable. False: what \p E is has no witness.
bool DataWitness::addVariable(const LaneExpr *E, unsigned Thread) {
  bool DependsOnData = false;
  forEachNode(C, E, [&](const LaneExpr *N) {
    DependsOnData |= Values.dependsOnData(N);
  });
  if (!DependsOnData)
    return false;
  const LaneExpr *Compared = Values.comparedAddress(E),
                 *Address = Compared ? Compared : Values.inputAddress(E);
  const ThreadForm Place =
      Address ? Values(Address)[Thread] : ThreadForm::unknown();
  const std::pair New{Address && !Place.isKnown() ? Address : E, Place};
  const auto Known = find_if(Variables, [&](const auto &V) {
    return Place.isKnown() && !Compared
               ? V.second == Place && V.first->width() == E->width()
               : V.first == New.first;
  });
  // What compares an input may exclude what else is made of it.
  if (Known == Variables.end() && any_of(Variables, [&](const auto &V) {
        return (Compared || Values.comparedAddress(V.first)) &&
               (!Place.isKnown() || !V.second.isKnown() || V.second == Place);
      }))
    return false;
  VariableAt[Places[E]] = unsigned(Known - Variables.begin());
  if (Known == Variables.end())
    Variables.push_back(New);
  return true;
}

/// What is known of \p Thread. False: no data are looked for.
bool DataWitness::readLeaves(unsigned Thread) {
  Leaves.assign(Order.size(), ThreadForm::unknown());
  VariableAt.assign(Order.size(), std::nullopt);
  Variables.clear();
  bool IsDerived = false;
  for (auto [Place, E] : enumerate(Order)) {
    const ThreadForm F = Values(E)[Thread];
    const SharedUnknown *U = Values.Table.truth(F);
    if (U && U->IsBound) // A block in bounds exists.
      Leaves[Place] = {F.Number == 0, 0};
    else if (F.isNumber() || (E->numOperands() == 0 && F.isKnown()))
      Leaves[Place] = F;
    else if (isDataLeaf(E)) {
      if (!addVariable(E, Thread))
        return false;
      IsDerived |= !Values.inputAddress(E) && !Values.comparedAddress(E);
    } else if (E->numOperands() == 0)
      return false;
  }
  // What is computed from data may exclude other data.
  return Variables.size() <= MostVariables &&
         (!IsDerived || Variables.size() == 1);
}

std::optional<uint64_t> DataWitness::valueOf(const LaneExpr *E) {
  const unsigned Place = Places[E], Width = E->width();
  if (VariableAt[Place])
    return truncated(uint64_t(Data[*VariableAt[Place]]), Width);
  if (const ThreadForm F = Leaves[Place]; F.isKnown())
    return truncated(uint64_t(F.Number + (F.isNumber() ? 0 : Shared)), Width);
  auto Of = [&](unsigned N) { return Computed[Places[E->operand(N)]]; };
  if (E->op() == LaneOp::Select)
    return Of(0) ? Of(*Of(0) ? 1 : 2) : std::nullopt;
  const unsigned From = E->operand(0)->width();
  if (!Of(0) || (E->numOperands() == 2 && !Of(1)))
    return std::nullopt;
  return E->numOperands() == 1
             ? std::optional(applyUnary(E->op(), *Of(0), From, Width))
             : applyBinary(E->op(), From, *Of(0), *Of(1));
}

bool DataWitness::isFound(bool Truth) {
  Values.spend(Order.size() / 8 + 1);
  for (auto [Place, E] : enumerate(Order))
    Computed[Place] = valueOf(E);
  return Computed.back() && (*Computed.back() & 1) == uint64_t(Truth);
}

/// What the condition compares with and what lies beside it, and usual numbers.
std::vector<int64_t> DataWitness::candidates() const {
  std::vector<int64_t> All;
  auto Around = [&](int64_t Value) {
    append_range(All, ArrayRef<int64_t>{Value, Value - 1, Value + 1});
  };
  for (auto [Place, E] : enumerate(Order))
    if (Leaves[Place].isKnown() && E->width() > 1)
      Around(Leaves[Place].Number + (Leaves[Place].isNumber() ? 0 : Shared));
  for (int64_t Small = -2; Small != 34; ++Small)
    All.push_back(Small);
  for (unsigned Bit = 5; Bit != 31; ++Bit)
    Around(int64_t(1) << Bit);
  return All;
}

/// What unknowns of the block are tried to be.
static constexpr int64_t SharedTried[] = {64, 5, 100003};

bool DataWitness::search(bool Truth) {
  return any_of(SharedTried,
                [&](int64_t Known) { return searchWith(Known, Truth); });
}

bool DataWitness::searchWith(int64_t Known, bool Truth) {
  Data.assign(Variables.size(), 0);
  Computed.assign(Order.size(), std::nullopt);
  Shared = Known;
  const std::vector<int64_t> Tried = candidates();
  for (int64_t Others : {0, 1, -1, 37}) {
    std::fill(Data.begin(), Data.end(), Others);
    for (int64_t &Each : Data) {
      for (int64_t Value : Tried) {
        Each = Value;
        if (isFound(Truth))
          return true;
      }
      Each = Others;
    }
  }
  return false;
}

bool DataWitness::mayBeEither(unsigned Thread) {
  return inputsOf(Thread) && searchWith(SharedTried[0], true) &&
         searchWith(SharedTried[0], false) && !Values.isSpent();
}

bool DataWitness::isForEach(bool Truth, unsigned Thread) {
  return none_of(Order,
                 [](const LaneExpr *E) { return E->op() == LaneOp::CmpEq; }) &&
         inputsOf(Thread) && searchWith(SharedTried[0], Truth) &&
         !Values.isSpent();
}

std::optional<std::vector<ThreadForm>> DataWitness::inputsOf(unsigned Thread) {
  if (Order.empty() || Order.size() > MostNodes || !readLeaves(Thread) ||
      Variables.empty())
    return std::nullopt;
  std::vector<ThreadForm> Places;
  for (const auto &[Load, Place] : Variables) {
    if (!Place.isKnown())
      return std::nullopt;
    Places.push_back(Place);
  }
  llvm::sort(Places);
  return Places;
}

bool DataWitness::mayBe(bool Truth, unsigned Thread) {
  if (Order.empty() || Order.size() > MostNodes || !readLeaves(Thread) ||
      Variables.empty())
    return false;
  std::vector<ThreadForm> Key = Leaves;
  for (std::optional<unsigned> V : VariableAt)
    Key.push_back({V ? int64_t(*V) : -1, 0});
  auto [It, IsNew] = Outcomes.try_emplace({Truth, std::move(Key)});
  if (IsNew)
    It->second = search(Truth);
  return It->second && !Values.isSpent();
}

} // namespace warplint
