//===- Quotients.cpp - Divisions, remainders and shifts right -------------===//
//
// (C + K * x) / d is C / d + (K / d) * x where d divides K, rounding included.
// So a division asks for the residues of the atoms whose factor is no multiple
// of the divisor. A remainder is the dividend less the divisor times the
// quotient.
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include <algorithm>

namespace warplint {

Interval allValues(unsigned Width) {
  if (Width >= 64)
    return {INT64_MIN, INT64_MAX};
  return {0, (Wide(1) << Width) - 1};
}

static Wide quotientOf(Wide Dividend, Wide Divisor, DerivedRole Rounding) {
  // C++ rounds towards zero.
  return Rounding == DerivedRole::SignedTrunc ? Dividend / Divisor
                                              : floorDivide(Dividend, Divisor);
}

/// \p Dividend is canonical, \p Divisor positive.
LaneForm WarpEvaluation::quotientBy(const LaneExpr *DividendNode, LaneMask Mask,
                                    const LaneForm &Dividend,
                                    const LaneNumbers &Divisor,
                                    DerivedRole Rounding) {
  LaneForm Result{.Lanes = Mask};
  Result.merge(Dividend, Mask);
  LaneMask Open = 0, BothSigns = 0;
  Interval Quotients = {0, 0};
  LaneRanges Ranges = rangesOf(Dividend, Mask);
  for (unsigned L : LanesOf(Mask)) {
    int64_t D = Divisor[L];
    Interval Range = Ranges[L];
    Interval Q = {quotientOf(Range.Lo, D, Rounding),
                  quotientOf(Range.Hi, D, Rounding)};
    LaneMask Bit = LaneMask(1) << L;
    if (Q.isPoint()) {
      Result.merge(constantForm(static_cast<int64_t>(Q.Lo), Bit), Bit);
      continue;
    }
    bool CrossesZero =
        Rounding == DerivedRole::SignedTrunc && Range.Lo < 0 && Range.Hi > 0;
    bool IsRounded = Dividend.Constant[L] % D != 0;
    if (Dividend.areMultiples(L, D) && !(CrossesZero && IsRounded)) {
      bool RoundsUp = Rounding == DerivedRole::SignedTrunc && Range.Hi <= 0;
      Wide C = Dividend.Constant[L];
      Result.Constant[L] =
          static_cast<int64_t>(RoundsUp ? ceilDivide(C, D) : floorDivide(C, D));
      for (Term &T : Result.Terms)
        T.Factor[L] /= D;
      continue;
    }
    Quotients = Open ? Interval{std::min(Quotients.Lo, Q.Lo),
                                std::max(Quotients.Hi, Q.Hi)}
                     : Q;
    Open |= Bit;
    if (CrossesZero)
      BothSigns |= Bit;
  }
  if (!Open || (isUniformIn(Divisor, Open) &&
                takeName(Result, DividendNode, Open, {&Dividend}, Quotients,
                         Rounding, Divisor[firstLane(Open)])))
    return Result;
  if (BothSigns)
    askBelow(Result, BothSigns, Dividend, 0);
  askMultiple(Result, Open, Dividend, Divisor);
  return Result;
}

LaneForm WarpEvaluation::shiftRight(const LaneExpr *E, LaneMask Mask,
                                    const LaneForm &L, const LaneForm &R) {
  LaneForm Result{.Lanes = Mask};
  LaneMask Unknown = R.symbolicLanes(Mask), Known = Mask & ~Unknown;
  LaneNumbers Divisor = shiftFactors(E, Known, R, Result);
  // 2^63 is none.
  if (std::ranges::min(Divisor) < 0) {
    fail(Result, Known, {Obstacle::SignOfUnknown});
    return Result;
  }
  bool IsSigned = E->op() == LaneOp::AShr;
  if (Known) {
    LaneForm Dividend = canonical(E->operand(0), L, Known, IsSigned);
    if (stopped())
      return Result;
    LaneMask Sound = Result.takeFaults(Dividend, Known);
    Result.merge(
        quotientBy(E->operand(0), Sound, Dividend, Divisor,
                   IsSigned ? DerivedRole::SignedFloor : DerivedRole::Quotient),
        Sound);
    normalize(Result, E->width());
  }
  if (Unknown && !stopped())
    Result.merge(shiftByUnknown(E, Unknown, L, R), Unknown);
  return Result;
}

static bool isSignedDivision(const LaneExpr *E) {
  return E->op() == LaneOp::SDiv || E->op() == LaneOp::SRem;
}

static bool isRemainder(const LaneExpr *E) {
  return E->op() == LaneOp::URem || E->op() == LaneOp::SRem;
}

LaneForm WarpEvaluation::divide(const LaneExpr *E, LaneMask Mask,
                                const LaneForm &L, const LaneForm &R) {
  bool IsSigned = isSignedDivision(E);
  LaneForm Dividend = canonical(E->operand(0), L, Mask, IsSigned);
  LaneForm Result{.Lanes = Mask};
  if (stopped())
    return Result;
  LaneForm Divisor = canonical(E->operand(1), R, Mask, IsSigned);
  if (stopped())
    return Result;
  Mask = Result.takeFaults(Dividend, Mask);
  Mask = Result.takeFaults(Divisor, Mask);
  LaneMask Unknown = Divisor.symbolicLanes(Mask), Known = Mask & ~Unknown;
  for (unsigned Lane : LanesOf(Known)) {
    if (Divisor.Constant[Lane] != 0)
      continue;
    Result.setFault(LaneMask(1) << Lane, Undefined);
    Known &= ~(LaneMask(1) << Lane);
  }
  if (Known)
    Result.merge(divideByNumbers(E, Known, Dividend, Divisor), Known);
  if (Unknown && !stopped())
    Result.merge(divideByUnknown(E, Unknown, Dividend, Divisor), Unknown);
  normalize(Result, E->width());
  return Result;
}

LaneForm WarpEvaluation::divideByNumbers(const LaneExpr *E, LaneMask Mask,
                                         const LaneForm &Dividend,
                                         const LaneForm &Divisor) {
  LaneNumbers Magnitude = {}, Sign = {};
  for (unsigned L : LanesOf(Mask)) {
    Sign[L] = Divisor.Constant[L] < 0 ? -1 : 1;
    Magnitude[L] = Sign[L] * Divisor.Constant[L];
  }
  LaneForm Quotient = quotientBy(E->operand(0), Mask, Dividend, Magnitude,
                                 isSignedDivision(E) ? DerivedRole::SignedTrunc
                                                     : DerivedRole::Quotient);
  if (stopped())
    return Quotient;
  LaneMask Sound = Mask & ~Quotient.Faulty;
  if (!isRemainder(E)) {
    LaneForm Signed = scaled(Quotient, Sign, Sound);
    Quotient.merge(Signed, Sound);
    return Quotient;
  }
  // The sign of the divisor does not matter: x % -d = x % d.
  LaneForm Rest =
      addScaled(Dividend, scaled(Quotient, Magnitude, Sound), -1, Sound);
  LaneRanges Ranges = rangesOf(Dividend, Sound);
  for (unsigned L : LanesOf(Sound)) {
    Interval Range = Ranges[L];
    Wide Most = Magnitude[L] - 1;
    Ranges[L] = {(Range.Lo < 0 ? -Most : 0) - Rest.Constant[L],
                 (Range.Hi > 0 ? Most : 0) - Rest.Constant[L]};
  }
  addBounds(Rest, Sound, Ranges);
  Quotient.merge(Rest, Sound);
  return Quotient;
}

/// Divisors that are larger than the dividend give quotient 0; the others are
/// tried one by one.
LaneForm WarpEvaluation::divideByUnknown(const LaneExpr *E, LaneMask Mask,
                                         const LaneForm &Dividend,
                                         const LaneForm &Divisor) {
  LaneForm Result{.Lanes = Mask};
  LaneMask Open = 0;
  Wide Largest = 0;
  LaneRanges Tops = rangesOf(Dividend, Mask);
  LaneRanges Bottoms = rangesOf(Divisor, Mask);
  for (unsigned L : LanesOf(Mask)) {
    Interval Top = Tops[L], Bottom = Bottoms[L];
    Wide Most = std::max(Top.Hi, -Top.Lo);
    if (Bottom.Lo > Most || Bottom.Hi < -Most) {
      if (isRemainder(E))
        Result.merge(Dividend, LaneMask(1) << L);
      continue;
    }
    Open |= LaneMask(1) << L;
    Largest = std::max(Largest, Most);
  }
  if (!Open)
    return Result;
  // Neither the quotient nor the remainder is larger than the dividend.
  Interval Top = Tops[firstLane(Open)], Bottom = Bottoms[firstLane(Open)];
  Wide Most = std::max(Top.Hi, -Top.Lo);
  if (takeName(Result, E, Open, {&Dividend, &Divisor},
               {isSignedDivision(E) ? -Most : 0, Most})) {
    MayBeUndefined |= Bottom.contains(0);
    return Result;
  }
  constexpr Wide FewDivisors = 2048;
  if (Largest < FewDivisors && Bottom.Hi > Largest)
    askBelow(Result, Open, Divisor, Largest + 1);
  else if (Largest < FewDivisors && Bottom.Lo < -Largest)
    askBelow(Result, Open, Divisor, -Largest);
  else
    askValue(Result, Open, Divisor);
  return Result;
}

} // namespace warplint
