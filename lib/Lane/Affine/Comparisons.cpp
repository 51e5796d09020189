//===- Comparisons.cpp - Comparisons of forms -----------------------------===//
//
// A comparison is a question about the sign, or the being zero, of a
// difference. Where the difference's range does not answer it, only finitely
// many values of the unknown make a difference to the lanes: the case is split
// at the middle one.
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include <numeric>

namespace warplint {

LaneForm WarpEvaluation::compare(const LaneExpr *E, LaneMask Mask,
                                 const LaneForm &L, const LaneForm &R) {
  unsigned Width = E->operand(0)->width();
  if (E->op() == LaneOp::CmpEq) {
    LaneForm Difference = addScaled(L, R, -1, Mask);
    normalize(Difference, Width);
    return isZero(E, Mask, Difference);
  }
  bool IsSigned = E->op() == LaneOp::CmpSLt;
  LaneForm Result{.Lanes = Mask};
  LaneForm Left = canonical(E->operand(0), L, Mask, IsSigned, true);
  if (stopped())
    return Result;
  LaneForm Right = canonical(E->operand(1), R, Mask, IsSigned, true);
  if (stopped())
    return Result;
  Mask = Result.takeFaults(Left, Mask);
  Mask = Result.takeFaults(Right, Mask);
  for (unsigned Lane : LanesOf(Mask)) {
    // Numbers of 64 bits can be further apart than a form can say.
    int64_t Unused;
    if (__builtin_sub_overflow(Left.Constant[Lane], Right.Constant[Lane],
                               &Unused)) {
      fail(Result, Mask, {Obstacle::FarComparison});
      return Result;
    }
  }
  Result.merge(isNegative(E, Mask, addScaled(Left, Right, -1, Mask)), Mask);
  return Result;
}

LaneForm WarpEvaluation::isNegative(const LaneExpr *E, LaneMask Mask,
                                    const LaneForm &Difference) {
  LaneForm Result{.Lanes = Mask};
  LaneMask Open = 0;
  LaneRanges Ranges = rangesOf(Difference, Mask);
  for (unsigned L : LanesOf(Mask)) {
    Interval Range = Ranges[L];
    if (Range.Hi < 0)
      Result.Constant[L] = 1;
    else if (Range.Lo < 0)
      Open |= LaneMask(1) << L;
  }
  if (Open && !takeName(Result, E, Open, {&Difference}, {0, 1}))
    askBelow(Result, Open, Difference, 0);
  return Result;
}

/// \p Difference counts modulo 2^w.
LaneForm WarpEvaluation::isZero(const LaneExpr *E, LaneMask Mask,
                                const LaneForm &Difference) {
  unsigned Width = E->operand(0)->width();
  Wide Turn = Wide(1) << Width;
  LaneForm Result{.Lanes = Mask};
  LaneMask Open = 0;
  std::array<Wide, WarpSize> Bound = {};
  LaneRanges Ranges = rangesOf(Difference, Mask);
  LinearParts Part(Difference);
  for (unsigned L : LanesOf(Mask)) {
    Interval Range = Ranges[L];
    // Truth values are exact: only 0 itself is zero.
    Wide First = Width == 1 ? 0 : ceilDivide(Range.Lo, Turn) * Turn;
    if (!Range.contains(First))
      continue;
    if (Range.isPoint()) {
      Result.Constant[L] = 1;
      continue;
    }
    // A multiple of all factors that the constant misses.
    Part.moveTo(L);
    uint64_t Step = magnitude(Part->Scale);
    if (Width < 64)
      Step = std::gcd(Step, static_cast<uint64_t>(Turn));
    else
      Step &= -Step;
    if (Width > 1 && Difference.Constant[L] % static_cast<Wide>(Step) != 0)
      continue;
    Open |= LaneMask(1) << L;
    // Below the zero, or, when the range begins there, right above it.
    if (Width > 1 && Range.Hi >= First + Turn)
      Bound[L] = First + Turn / 2;
    else
      Bound[L] = Range.Lo == First ? First + 1 : First;
  }
  if (Open && !takeName(Result, E, Open, {&Difference}, {0, 1}))
    askBelow(Result, Open, Difference, Bound);
  return Result;
}

} // namespace warplint
