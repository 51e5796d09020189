//===- Comparisons.cpp - Comparisons of forms -----------------------------===//
//
// A comparison is a question about the sign, or the being zero, of a
// difference. Where the difference's range does not answer it, only finitely
// many values of the unknown make a difference to the lanes: the case is split
// at the middle one.
//
// What a comparison knows of its operands also says what the choice between them
// is, where lanes choose differently.
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

/// A choice one arm of which is what its condition compares with a limit.
struct WarpEvaluation::Clamp {
  const LaneExpr *Own = nullptr, *Limit = nullptr, *Other = nullptr;
  bool IsSigned = false;
  bool IsOwnIfTrue = false;
};

std::optional<WarpEvaluation::Clamp>
WarpEvaluation::clampOf(const LaneExpr *E) const {
  const LaneExpr *Test = E->operand(0);
  while (Test->op() == LaneOp::Not)
    Test = Test->operand(0);
  const bool IsSigned = Test->op() == LaneOp::CmpSLt;
  if (!IsSigned && Test->op() != LaneOp::CmpULt)
    return std::nullopt;
  for (const unsigned Arm : {1, 2})
    for (const unsigned Side : {0, 1})
      if (E->operand(Arm) == Test->operand(Side) &&
          E->operand(Arm)->isLaneVarying())
        return Clamp{E->operand(Arm), Test->operand(1 - Side),
                     E->operand(3 - Arm), IsSigned, Arm == 1};
  return std::nullopt;
}

/// Of min(i, n - 1), where some lanes take each arm, neighbors say what n - i is.
/// In the lanes that take n - 1 it is then i and a number, so that all lanes
/// share their terms; and so is a mirrored 2 * n - 1 - i.
std::optional<LaneForm>
WarpEvaluation::byOneArm(const Clamp &C, LaneMask Always, LaneMask Never) {
  const LaneMask Mask = Always | Never, Others = C.IsOwnIfTrue ? Never : Always;
  const LaneForm &Own = value(C.Own, Mask), &Limit = value(C.Limit, Mask),
                 &Other = value(C.Other, Others);
  if (stopped() || ((Own.Faulty | Limit.Faulty) & Mask) ||
      (Other.Faulty & Others))
    return std::nullopt;
  // As the comparison reads them, which knows their distance.
  const LaneForm OwnRead = canonical(C.Own, Own, Mask, C.IsSigned, true);
  const LaneForm LimitRead = canonical(C.Limit, Limit, Mask, C.IsSigned, true);
  if (stopped())
    return std::nullopt;
  const LaneRanges Gaps =
      rangesOf(addScaled(LimitRead, OwnRead, -1, Others), Others);
  const LaneForm Step = addScaled(Other, Own, -1, Others);
  const LaneForm Gap = addScaled(Limit, Own, -1, Others);
  for (const int64_t Times : {1, 2}) {
    LaneForm Rest = addScaled(Step, Gap, -Times, Others);
    normalize(Rest, C.Own->width());
    if (Rest.symbolicLanes(Others))
      continue;
    LaneForm Result;
    Result.merge(Own, Mask);
    for (unsigned L : LanesOf(Others)) {
      if (!Gaps[L].isPoint())
        return std::nullopt;
      const int64_t Turned =
          wrappedMul(Times, static_cast<int64_t>(Gaps[L].Lo));
      Result.Constant[L] =
          wrappedAdd(Result.Constant[L], wrappedAdd(Rest.Constant[L], Turned));
    }
    normalize(Result, C.Own->width());
    return Result;
  }
  return std::nullopt;
}

/// What the lanes \p Always and \p Never of the choice \p E get, which take one arm
/// and the other; nothing where the arms have to say it. \p C is not known in the
/// lanes \p Open: of one lane it has a name, which hides the distance.
std::optional<LaneForm> WarpEvaluation::clamped(const LaneExpr *E,
                                                const LaneForm &C,
                                                LaneMask Always, LaneMask Never,
                                                LaneMask Open) {
  if (Open ? IsRelaxed || !(Always | Never) : !Always || !Never)
    return std::nullopt;
  const std::optional<Clamp> Choice = clampOf(E);
  if (!Choice)
    return std::nullopt;
  if (!Open)
    return byOneArm(*Choice, Always, Never);
  LaneForm Nothing;
  askValue(Nothing, Open, C);
  return Nothing;
}

} // namespace warplint
