//===- Ranges.cpp - What is known of a form's size ------------------------===//
//
// The range of a form in each lane: of its atoms, and of sums of them that a
// condition has bounded before.
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include <algorithm>
#include <iterator>
#include <utility>

namespace warplint {

/// Far beyond any 64-bit number: keeps products of ranges within 128 bits.
static Wide saturated(Wide Value) {
  constexpr Wide Limit = Wide(1) << 62;
  return std::clamp(Value, -Limit, Limit);
}

static Interval rangeOfProduct(Interval A, Interval B) {
  Wide Corners[] = {
      saturated(A.Lo) * saturated(B.Lo), saturated(A.Lo) * saturated(B.Hi),
      saturated(A.Hi) * saturated(B.Lo), saturated(A.Hi) * saturated(B.Hi)};
  auto [Lo, Hi] = std::minmax_element(std::begin(Corners), std::end(Corners));
  return {saturated(*Lo), saturated(*Hi)};
}

Interval WarpEvaluation::rangeOf(AtomId Atom) const {
  const struct Atom &A = Ground.Atoms[Atom];
  if (A.Kind != AtomKind::Product)
    return {Met[Atom].Lo, Met[Atom].Hi};
  Interval Range = {1, 1};
  for (AtomId Factor : A.Factors)
    Range = rangeOfProduct(Range, {Met[Factor].Lo, Met[Factor].Hi});
  return Range;
}

const LinearBound *WarpEvaluation::boundOf(const LinearTerms &Terms) const {
  for (const LinearBound &B : Bounds)
    if (B.Terms == Terms)
      return &B;
  return nullptr;
}

LaneRanges WarpEvaluation::rangesOf(const LaneForm &Form, LaneMask Mask) {
  LaneRanges Ranges;
  if (Mask == AllLanes && !Form.Terms.empty() && Form.isUniform(Mask)) {
    Ranges.fill(rangeOf(Form, 0));
    return Ranges;
  }
  for (unsigned L : LanesOf(Mask))
    Ranges[L] = {Form.Constant[L], Form.Constant[L]};
  if (Form.Terms.empty())
    return Ranges;
  for (const Term &T : Form.Terms) {
    Interval Atom = rangeOf(T.Atom), Product;
    // Most factors are those of the lane before.
    int64_t Last = 0;
    for (unsigned L : LanesOf(Mask)) {
      if (Wide Factor = T.Factor[L]; Factor != Last) {
        Last = T.Factor[L];
        Product = {Factor * (Factor >= 0 ? Atom.Lo : Atom.Hi),
                   Factor * (Factor >= 0 ? Atom.Hi : Atom.Lo)};
      }
      Ranges[L].Lo += Product.Lo;
      Ranges[L].Hi += Product.Hi;
    }
  }
  if (Bounds.empty())
    return Ranges;
  LinearParts Part(Form);
  const LinearBound *Bound = nullptr;
  for (unsigned L : LanesOf(Mask)) {
    if (Part.moveTo(L))
      Bound = Part->Terms.empty() ? nullptr : boundOf(Part->Terms);
    if (!Bound)
      continue;
    bool IsFlipped = Part->Scale < 0;
    Interval Linear = Bound->Range;
    if (Wide Lo = IsFlipped ? Linear.Hi : Linear.Lo;
        Lo != -NoLimit && Lo != NoLimit)
      Ranges[L].Lo =
          std::max(Ranges[L].Lo, Form.Constant[L] + Part->Scale * Lo);
    if (Wide Hi = IsFlipped ? Linear.Lo : Linear.Hi;
        Hi != -NoLimit && Hi != NoLimit)
      Ranges[L].Hi =
          std::min(Ranges[L].Hi, Form.Constant[L] + Part->Scale * Hi);
    // What is known contradicts itself: nothing is left of the case.
    if (Ranges[L].isEmpty())
      stop(Outcome::Infeasible);
  }
  return Ranges;
}

void WarpEvaluation::addBound(const LinearPart &Part, Interval Range) {
  if (Part.Terms.size() < 2)
    return;
  if (Part.Scale < 0)
    std::swap(Range.Lo, Range.Hi);
  Range = {ceilDivide(Range.Lo, Part.Scale), floorDivide(Range.Hi, Part.Scale)};
  warplint::addBound(Bounds, Part.Terms, Range);
}

void WarpEvaluation::addBounds(const LaneForm &Form, LaneMask Mask,
                               const LaneRanges &Ranges) {
  if (Form.Terms.size() < 2)
    return;
  LinearParts Part(Form);
  // Of lanes one after another with one linear part.
  LinearPart Before;
  Interval Common;
  for (unsigned L : LanesOf(Mask)) {
    if (Part.moveTo(L)) {
      addBound(Before, Common);
      Before = *Part;
      Common = Ranges[L];
    }
    Common = {std::max(Common.Lo, Ranges[L].Lo),
              std::min(Common.Hi, Ranges[L].Hi)};
  }
  addBound(Before, Common);
}

} // namespace warplint
