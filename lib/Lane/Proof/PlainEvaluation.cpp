//===- PlainEvaluation.cpp - A case with a number for each leaf -----------===//

#include "PlainEvaluation.h"
#include "InverseEvaluation.h"

namespace warplint {

PlainEvaluation::PlainEvaluation(const ProofGround &Ground, uint64_t &StepsLeft)
    : Ground(Ground), StepsLeft(StepsLeft), Array(onlyArray()) {}

/// The base of the array that is accessed, where that is one whose size is
/// known.
const LaneExpr *PlainEvaluation::onlyArray() const {
  const LaneExpr *Found = nullptr;
  for (const LaneExpr *Leaf : Ground.Loops.leavesOf(Ground.Asked.Address)) {
    if (Leaf->op() != LaneOp::Symbol ||
        Ground.Context.symbolAt(Leaf->index()).Kind != SymbolKind::ArrayBase)
      continue;
    if (Found || Ground.Context.symbolAt(Leaf->index()).Bytes == 0)
      return nullptr;
    Found = Leaf;
  }
  return Found;
}

LaneValues PlainEvaluation::valuesOf(const LaneExpr *E,
                                     const WarpLeaves &Leaves,
                                     LaneMask Existing) {
  return chargeLoops(StepsLeft, [&](uint64_t *ValuesLeft) {
    return evaluateWarp(Ground.Context, E, Leaves, Existing, ValuesLeft);
  });
}

std::optional<CaseOutcome>
PlainEvaluation::outcomeOf(const CaseOutcome &Claimed, const WarpLeaves &Leaves,
                           LaneMask Existing) {
  const WarpQuestion &Q = Ground.Asked;
  CaseOutcome Result = Claimed;
  Result.Address = {};
  Result.Active = 0;
  LaneAddresses Given = {};
  LaneValues Guards = {}, Bases = {};
  if (Q.Guard)
    Guards = valuesOf(Q.Guard, Leaves, Existing);
  LaneValues Addresses = valuesOf(Q.Address, Leaves, Existing);
  uint64_t Bytes = Array ? Ground.Context.symbolAt(Array->index()).Bytes : 0;
  if (Array)
    Bases = valuesOf(Array, Leaves, Existing);
  // What has no value for want of steps says nothing.
  if (StepsLeft == 0)
    return std::nullopt;
  for (unsigned L : LanesOf(Existing)) {
    LaneMask Bit = LaneMask(1) << L;
    if (Q.Guard) {
      if (!Guards[L] && !((Claimed.Assumed | Claimed.Forced) & Bit)) {
        // That need not mean that the program has no meaning.
        Unknowable += Ground.Loops.opaqueBelow(Q.Guard) != nullptr;
        return std::nullopt;
      }
      if (!Guards[L].value_or(1) && !(Claimed.Forced & Bit))
        continue;
    }
    if (!(Q.Lanes & Bit))
      continue;
    std::optional<uint64_t> Address = Addresses[L];
    if (!Address || *Address % Q.Alignment != 0)
      return std::nullopt;
    // Past the array's end, or before it.
    if (Array && Bases[L] && *Address - *Bases[L] + Q.BytesPerLane > Bytes)
      return std::nullopt;
    Result.Active |= Bit;
    Result.Address[L] = signedValue(*Address, Q.Address->width());
    Given[L] = static_cast<uint64_t>(Result.Address[L]);
  }
  Result.Result = Q.Evaluator->outcomeOf(Given, Result.Active);
  return Result;
}

std::optional<uint64_t> PlainEvaluation::valueOfFact(const Atom &A,
                                                     const Congruence &Known,
                                                     const WarpLeaves &Leaves) {
  const Wide Weight = A.weight();
  auto Bits = chargeLoops(StepsLeft, [&](uint64_t *ValuesLeft) {
    return evaluate(Ground.Context, A.Node, Leaves[A.Lane], ValuesLeft);
  });
  if (!Bits || Weight == 0)
    return std::nullopt;
  const bool IsSigned = A.Role == DerivedRole::SignedFloor ||
                        A.Role == DerivedRole::Whole ||
                        (A.Role == DerivedRole::Value && A.Node->width() == 64);
  const Wide Number = floorDivide(
      IsSigned ? Wide(signedValue(*Bits, A.Node->width())) : Wide(*Bits),
      Weight);
  const Wide Quotient = floorDivide(Number - Known.Remainder, Known.Modulus);
  const Wide Wanted = Known.valueAt(Known.within(Quotient));
  if (Wanted == Number)
    return std::nullopt;
  return static_cast<uint64_t>(Wide(*Bits) + (Wanted - Number) * Weight);
}

} // namespace warplint
