//===- Products.cpp - Products and shifts left of forms -------------------===//
//
// Products of forms are polynomials: a product of two atoms' quotients is an
// atom of its own. They stay exact, so that u * v - v * u is zero and 4 * u * v
// is a multiple of 4.
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warplint {

/// Terms that a product may have: a real index has a handful.
static constexpr size_t MaxTerms = 64;

AtomId WarpEvaluation::productOf(AtomId A, AtomId B) {
  std::vector<AtomId> Factors;
  for (AtomId Id : {A, B})
    llvm::append_range(Factors, Ground.Atoms.factorsOf(Id));
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
  for (const Term &Right : R.Terms) {
    auto Add = [&](AtomId Atom, const LaneNumbers &Left) {
      LaneForm Part{.Lanes = Mask};
      Term &Product = Part.termOf(Atom);
      for (unsigned Lane : LanesOf(Mask))
        Product.Factor[Lane] = wrappedMul(Left[Lane], Right.Factor[Lane]);
      Result = addScaled(Result, Part, 1, Mask);
    };
    Add(Right.Atom, L.Constant);
    for (const Term &Left : L.Terms)
      Add(productOf(Left.Atom, Right.Atom), Left.Factor);
  }
  normalize(Result, E->width());
  return Result;
}

/// 2^\p Amount in the lanes \p Known, of which those are taken out where the
/// shift is undefined.
LaneNumbers WarpEvaluation::shiftFactors(const LaneExpr *E, LaneMask &Known,
                                         const LaneForm &Amount,
                                         LaneForm &Result) {
  LaneNumbers Factors = {};
  for (unsigned L : LanesOf(Known)) {
    uint64_t By = truncated(Amount.Constant[L], E->width());
    if (By < E->width()) {
      Factors[L] = static_cast<int64_t>(uint64_t(1) << By);
      continue;
    }
    Result.setFault(LaneMask(1) << L, Undefined);
    Known &= ~(LaneMask(1) << L);
  }
  return Factors;
}

LaneForm WarpEvaluation::shiftLeft(const LaneExpr *E, LaneMask Mask,
                                   const LaneForm &L, const LaneForm &R) {
  LaneForm Result{.Lanes = Mask};
  LaneMask Unknown = R.symbolicLanes(Mask), Known = Mask & ~Unknown;
  LaneNumbers Scale = shiftFactors(E, Known, R, Result);
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
  LaneForm Result{.Lanes = Mask};
  if (takeName(Result, E, Mask, {&L, &R}, allValues(Width))) {
    Interval Range = rangeOf(R, firstLane(Mask));
    MayBeUndefined |= Range.Lo < 0 || Range.Hi >= Width;
    return Result;
  }
  LaneForm Amount = canonical(E->operand(1), R, Mask, false);
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
