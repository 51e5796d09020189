//===- Normalization.cpp - From "equal modulo 2^w" to the number itself ---===//
//
// Extensions, divisions, shifts right and comparisons read a bit vector as one
// number, unsigned or signed. A form is that number after adding the multiple
// of 2^w that brings it into the window of w-bit numbers. Where the range of a
// form crosses an end of the window, the multiple depends on the atoms:
//
//   few values        ask on which side of the end the form lies: exact; also for
//                     a comparison, where there is but one end
//   lane-invariant    the multiple is one more unknown uniform number: exact
//   lane-varying      taken as one number for all lanes: the assumption that
//                     index arithmetic does not wrap around between the lanes
//                     of a warp
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include <algorithm>
#include <numeric>

namespace warplint {

/// Ranges of up to this many values are split at the ends of the window instead
/// of assuming anything: enough for a thread index less a small unknown.
static constexpr Wide FewValues = 4096;

namespace {

struct Window {
  unsigned Width = 1;
  Wide Base = 0;
  Wide Size = 0; ///< 2^Width.
  /// How many times Size must be taken away to bring \p Value inside.
  Wide turnsOf(Wide Value) const { return (Value - Base) >> Width; }
};

Window windowOf(unsigned Width, bool IsSigned) {
  Wide Size = Wide(1) << Width;
  return {Width, IsSigned ? -(Size / 2) : 0, Size};
}

} // namespace

/// All lanes of \p Mask make the same number of turns: the windows' ends are
/// multiples of what divides all factors, and no such multiple lies between
/// lanes.
static bool turnTogether(const LaneForm &Form, LaneMask Mask, unsigned Width) {
  unsigned First = firstLane(Mask);
  uint64_t Divisor = uint64_t(1) << (Width - 1);
  for (const Term &T : Form.Terms) {
    if (!isUniformIn(T.Factor, Mask))
      return false;
    Divisor = std::gcd(Divisor, magnitude(T.Factor[First]));
  }
  Wide Block = floorDivide(Form.Constant[First], static_cast<Wide>(Divisor));
  for (unsigned L : LanesOf(Mask))
    if (floorDivide(Form.Constant[L], static_cast<Wide>(Divisor)) != Block)
      return false;
  return true;
}

LaneForm WarpEvaluation::canonical(const LaneExpr *E, const LaneForm &Form,
                                   LaneMask Mask, bool IsSigned,
                                   bool IsCompared) {
  LaneForm Result;
  Result.merge(Form, Mask);
  unsigned Width = E->width();
  if (Width == 1) {
    // Forms of truth values are 0 or 1; as signed numbers they are 0 or -1.
    return IsSigned ? scaled(Result, filled(-1), Mask) : Result;
  }
  Window W = windowOf(Width, IsSigned);
  LaneMask Crossing = 0;
  LaneRanges Ranges = rangesOf(Result, Mask);
  for (unsigned L : LanesOf(Mask)) {
    Interval Range = Ranges[L];
    Wide Turns = W.turnsOf(Range.Lo);
    if (Turns != W.turnsOf(Range.Hi)) {
      Crossing |= LaneMask(1) << L;
      continue;
    }
    Wide Constant = Result.Constant[L] - Turns * W.Size;
    if (Constant < INT64_MIN || Constant > INT64_MAX) {
      fail(Result, LaneMask(1) << L, {Obstacle::LargeUnsigned});
      return Result;
    }
    Result.Constant[L] = static_cast<int64_t>(Constant);
  }
  if (Crossing)
    unwrap(E, Result, Crossing, IsSigned, IsCompared, Crossing == Mask);
  return Result;
}

/// The ranges of \p Form cross an end of the window in the lanes \p Mask, which
/// are all lanes or (\p AreAll) not.
void WarpEvaluation::unwrap(const LaneExpr *E, LaneForm &Form, LaneMask Mask,
                            bool IsSigned, bool IsCompared, bool AreAll) {
  Window W = windowOf(E->width(), IsSigned);
  unsigned First = firstLane(Mask);
  bool TurnTogether = AreAll && turnTogether(Form, Mask, E->width());
  if (E->noWrap() && IsSigned)
    return;
  DerivedRole Role =
      IsSigned ? DerivedRole::WrapSigned : DerivedRole::WrapUnsigned;
  std::array<Wide, WarpSize> End;
  LaneRanges Ranges = rangesOf(Form, Mask);
  Interval Turns = {W.turnsOf(Ranges[First].Lo), W.turnsOf(Ranges[First].Hi)};
  bool IsSmall = true;
  for (unsigned L : LanesOf(Mask)) {
    Interval Range = Ranges[L];
    IsSmall &= Range.Hi - Range.Lo < FewValues;
    Turns = {std::min(Turns.Lo, W.turnsOf(Range.Lo)),
             std::max(Turns.Hi, W.turnsOf(Range.Hi))};
    End[L] = W.Base + (W.turnsOf(Range.Lo) + 1) * W.Size;
  }
  const bool IsWidest = E->width() == 64;
  // Of lanes on both sides of one end each is asked for; of many ends that is
  // too much. A guard that no case is split for is better left open than read
  // with an assumption.
  const bool IsOneEnd = Turns.Hi - Turns.Lo <= 1;
  if (!TurnTogether &&
      (IsSmall || (IsCompared && (IsWidest || IsOneEnd || IsRelaxed))))
    return askBelow(Form, Mask, Form, End);
  if (IsCompared && IsWidest)
    return askBelow(Form, Mask, Form, End);
  // 2^64 times anything is nothing in 64-bit arithmetic, and a division of such
  // numbers is the one place left where it could matter.
  if (IsWidest) {
    AssumedNoWrap |= !TurnTogether;
    return;
  }
  // The form adds the opposite of the turns that its range makes.
  auto Wraps = named(E, Mask, Role, 0, {-Turns.Hi, -Turns.Lo});
  if (!Wraps)
    return askBelow(Form, Mask, Form, End);
  AssumedNoWrap |= !TurnTogether;
  LaneForm Unwrapped =
      addScaled(Form, *Wraps, static_cast<int64_t>(W.Size), Mask);
  Form.merge(Unwrapped, Mask);
  // The sum is within the window, which its parts' ranges do not show.
  for (unsigned L : LanesOf(Mask))
    Ranges[L] = {W.Base - Form.Constant[L],
                 W.Base + W.Size - 1 - Form.Constant[L]};
  addBounds(Form, Mask, Ranges);
}

} // namespace warplint
