//===- Products.cpp - Products and shifts left of forms -------------------===//
//
// Products of forms are polynomials: a product of two atoms' quotients is an
// atom of its own. They stay exact, so that u * v - v * u is zero and 4 * u * v
// is a multiple of 4.
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include <algorithm>

namespace warplint {

/// Terms that a product may have: a real index has a handful.
static constexpr size_t MaxTerms = 64;

AtomId WarpEvaluation::productOf(AtomId A, AtomId B) {
  std::vector<AtomId> Factors;
  for (AtomId Id : {A, B}) {
    if (Ground.Atoms[Id].Kind == AtomKind::Product)
      for (AtomId Factor : Ground.Atoms[Id].Factors)
        Factors.push_back(Factor);
    else
      Factors.push_back(Id);
  }
  std::sort(Factors.begin(), Factors.end());
  // A truth value is its own square.
  auto IsTruth = [this](AtomId Id) {
    return Met[Id].Lo == 0 && Met[Id].Hi == 1;
  };
  auto End =
      std::unique(Factors.begin(), Factors.end(),
                  [&](AtomId X, AtomId Y) { return X == Y && IsTruth(X); });
  Factors.erase(End, Factors.end());
  if (Factors.size() == 1)
    return Factors.front();
  AtomId Product = Ground.Atoms.product(std::move(Factors));
  if (Met.size() <= Product)
    Met.resize(Ground.Atoms.size());
  return Product;
}

LaneForm WarpEvaluation::multiply(const LaneExpr *E, LaneMask Mask,
                                  const LaneForm &L, const LaneForm &R) {
  LaneForm Result = scaled(L, R.Constant, Mask);
  if (L.Terms.size() * R.Terms.size() > MaxTerms) {
    fail(Result, Mask, {Obstacle::LongProduct});
    return Result;
  }
  for (const Term &RightTerm : R.Terms) {
    auto Multiply = [&](int64_t A, unsigned Lane) {
      return static_cast<int64_t>(
          static_cast<uint64_t>(A) *
          static_cast<uint64_t>(RightTerm.Factor[Lane]));
    };
    LaneForm Part;
    Part.Lanes = Mask;
    Term &Linear = Part.termOf(RightTerm.Atom);
    for (unsigned Lane : LanesOf(Mask))
      Linear.Factor[Lane] = Multiply(L.Constant[Lane], Lane);
    Result = addScaled(Result, Part, 1, Mask);
    for (const Term &LeftTerm : L.Terms) {
      LaneForm Square;
      Square.Lanes = Mask;
      Term &Mixed = Square.termOf(productOf(LeftTerm.Atom, RightTerm.Atom));
      for (unsigned Lane : LanesOf(Mask))
        Mixed.Factor[Lane] = Multiply(LeftTerm.Factor[Lane], Lane);
      Result = addScaled(Result, Square, 1, Mask);
    }
  }
  normalize(Result, E->width());
  return Result;
}

LaneForm WarpEvaluation::shiftLeft(const LaneExpr *E, LaneMask Mask,
                                   const LaneForm &L, const LaneForm &R) {
  LaneForm Result;
  Result.Lanes = Mask;
  LaneMask Unknown = R.symbolicLanes(Mask), Known = Mask & ~Unknown;
  LaneNumbers Scale = {};
  for (unsigned Lane : LanesOf(Known)) {
    uint64_t Amount = truncated(R.Constant[Lane], E->width());
    if (Amount >= E->width()) {
      Result.setFault(LaneMask(1) << Lane, Undefined);
      Known &= ~(LaneMask(1) << Lane);
      continue;
    }
    Scale[Lane] = static_cast<int64_t>(uint64_t(1) << Amount);
  }
  Result.merge(scaled(L, Scale, Known), Known);
  normalize(Result, E->width());
  if (Unknown)
    Result.merge(shiftByUnknown(E, Unknown, L, R), Unknown);
  return Result;
}

/// Any shift: a lane-invariant result gets a name, else the amounts are tried.
LaneForm WarpEvaluation::shiftByUnknown(const LaneExpr *E, LaneMask Mask,
                                        const LaneForm &L, const LaneForm &R) {
  unsigned Width = E->width();
  if (L.isUniform(Mask) && R.isUniform(Mask)) {
    if (auto Result = named(E, Mask, DerivedRole::Value, 0, allValues(Width))) {
      Interval Range = rangeOf(R, firstLane(Mask));
      MayBeUndefined |= Range.Lo < 0 || Range.Hi >= Width;
      return *Result;
    }
  }
  LaneForm Amount = canonical(E->operand(1), R, Mask, false);
  LaneForm Result;
  Result.Lanes = Mask;
  if (stopped())
    return Result;
  Mask = Result.takeFaults(Amount, Mask);
  LaneMask Small = 0, Crossing = 0;
  LaneRanges Ranges = rangesOf(Amount, Mask);
  for (unsigned Lane : LanesOf(Mask)) {
    Interval Range = Ranges[Lane];
    if (Range.Lo >= Width)
      Result.setFault(LaneMask(1) << Lane, Undefined);
    else
      (Range.Hi >= Width ? Crossing : Small) |= LaneMask(1) << Lane;
  }
  if (Crossing)
    askBelow(Result, Crossing, Amount, Width);
  if (Small)
    askValue(Result, Small, Amount);
  return Result;
}

} // namespace warplint
