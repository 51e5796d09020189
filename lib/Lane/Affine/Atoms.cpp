//===- Atoms.cpp - The unknown uniform integers of a proof ----------------===//

#include "Atoms.h"
#include <algorithm>

namespace warplint {

static bool fits(Wide Value) { return Value == static_cast<int64_t>(Value); }

Wide floorDivide(Wide Dividend, Wide Divisor) {
  // Nearly all numbers are small, and 128-bit division is slow.
  if (fits(Dividend) && fits(Divisor) && Divisor > 0) {
    int64_t N = static_cast<int64_t>(Dividend);
    int64_t D = static_cast<int64_t>(Divisor);
    return N / D - (N % D < 0);
  }
  Wide Quotient = Dividend / Divisor;
  bool IsInexact = Quotient * Divisor != Dividend;
  return IsInexact && (Dividend < 0) != (Divisor < 0) ? Quotient - 1 : Quotient;
}

Wide ceilDivide(Wide Dividend, Wide Divisor) {
  return -floorDivide(-Dividend, Divisor);
}

static int64_t clamped(Wide Value) {
  return static_cast<int64_t>(std::clamp<Wide>(Value, INT64_MIN, INT64_MAX));
}

Congruence Congruence::refined(int64_t Step, int64_t Offset) const {
  return {.Modulus = Modulus * Step,
          .Remainder = Remainder + Modulus * Offset,
          .Lo = clamped(ceilDivide(Wide(Lo) - Offset, Step)),
          .Hi = clamped(floorDivide(Wide(Hi) - Offset, Step))};
}

Congruence multiplesWithin(Wide Lo, Wide Hi, int64_t MultipleOf) {
  return {.Modulus = MultipleOf,
          .Remainder = 0,
          .Lo = clamped(ceilDivide(Lo, MultipleOf)),
          .Hi = clamped(floorDivide(Hi, MultipleOf))};
}

Wide Atom::weight() const {
  switch (Role) {
  case DerivedRole::Value:
    return 1;
  case DerivedRole::HighBits:
    return Wide(1) << Parameter;
  case DerivedRole::Quotient:
  case DerivedRole::SignedFloor:
  case DerivedRole::Whole: // What it leaves out is below its power of two.
    return Parameter;
  default:
    return 0;
  }
}

std::vector<AtomId> AtomTable::factorsOf(AtomId Id) const {
  const Atom &A = Atoms[Id];
  return A.Kind == AtomKind::Product ? A.Factors : std::vector<AtomId>{Id};
}

template <typename Table>
AtomId AtomTable::idIn(Table &Known, const Table::key_type &Key, Atom A) {
  auto [It, IsNew] = Known.try_emplace(Key, static_cast<AtomId>(Atoms.size()));
  if (IsNew)
    Atoms.push_back(std::move(A));
  return It->second;
}

AtomId AtomTable::base(AtomKind Kind, unsigned Number,
                       const Congruence &Initial) {
  return idIn(Bases, {Kind, Number},
              {.Kind = Kind, .Number = Number, .Initial = Initial});
}

AtomId AtomTable::derived(const LaneExpr *Node, unsigned Step, unsigned Lane,
                          DerivedRole Role, int64_t Parameter) {
  // One number, whichever of the lanes have a use for it.
  if (!Node->isLaneVarying())
    Lane = 0;
  return idIn(Derivations, {Node, Step, Lane, Role, Parameter},
              {.Kind = AtomKind::Derived,
               .Node = Node,
               .Step = Step,
               .Lane = Lane,
               .Role = Role,
               .Parameter = Parameter});
}

AtomId AtomTable::product(std::vector<AtomId> Factors) {
  std::sort(Factors.begin(), Factors.end());
  return idIn(Products, Factors,
              {.Kind = AtomKind::Product, .Factors = Factors});
}

unsigned AtomTable::step(unsigned Outer, unsigned Loop, uint64_t Iteration) {
  unsigned Next = static_cast<unsigned>(Steps.size()) + 1;
  return Steps.try_emplace({Outer, Loop, Iteration}, Next).first->second;
}

} // namespace warplint
