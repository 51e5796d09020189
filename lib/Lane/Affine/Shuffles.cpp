//===- Shuffles.cpp - Values of other lanes, operations on single bits ----===//
//
// A shuffle only moves forms between lanes: an atom is one number for the whole
// warp, whichever lane's value it stands for. What it needs is the number of
// the source lane. Where that is unknown but the same in all lanes, so is the
// result: one more unknown uniform number.
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"

namespace warplint {

/// The value of \p E in a lane is one number for all of the proof. Not so where
/// a loop carries on what is unknown: in each iteration that is another one.
bool WarpEvaluation::isOneNumber(const LaneExpr *E) const {
  return !Ground.Loops.carriesOpaques() || !Ground.Loops.opaqueBelow(E);
}

LaneForm WarpEvaluation::shuffle(const LaneExpr *E, LaneMask Mask) {
  LaneForm Result{.Lanes = Mask};
  const LaneExpr *SourceNode = E->operand(1);
  const LaneForm &Number = value(SourceNode, Mask);
  if (stopped())
    return Result;
  LaneMask Sound = Result.takeFaults(Number, Mask);
  // The number modulo 32 is what counts: terms that are multiples drop out.
  LaneForm Source;
  Source.merge(Number, Sound);
  LaneMask Symbolic = 0;
  for (unsigned L : LanesOf(Sound)) {
    if (!Number.areMultiples(L, WarpSize))
      Symbolic |= LaneMask(1) << L;
    Source.Constant[L] &= WarpSize - 1;
  }
  if (Symbolic && isOneNumber(E) &&
      takeName(Result, E, Sound, {&Number}, allValues(E->width()))) {
    MayBeUndefined = true;
    return Result;
  }
  if (Symbolic) {
    askMultiple(Result, Symbolic, Number, filled(WarpSize));
    Sound &= ~Symbolic;
  }
  if (Sound && !stopped())
    Result.merge(fromSources(E, Sound, Source), Sound);
  return Result;
}

/// The source lane of every lane of \p Mask is the constant of \p Source.
LaneForm WarpEvaluation::fromSources(const LaneExpr *E, LaneMask Mask,
                                     const LaneForm &Source) {
  LaneForm Result{.Lanes = Mask};
  LaneMask Missing = 0, Sources = 0;
  for (unsigned L : LanesOf(Mask)) {
    LaneMask From = LaneMask(1) << Source.Constant[L];
    if (From & Threads.Existing)
      Sources |= From;
    else
      Missing |= LaneMask(1) << L;
  }
  Result.setFault(Missing, NoSource);
  Mask &= ~Missing;
  if (!Mask)
    return Result;
  const LaneForm Value = value(E->operand(0), Sources);
  if (stopped())
    return Result;
  // What is unknown of one lane is one unknown number in all that get it.
  if (std::has_single_bit(Sources) && (Value.Faulty & Sources) &&
      isUnknowable(Value.Fault[firstLane(Sources)]) && isOneNumber(E) &&
      takeName(Result, E, Mask, {}, allValues(E->width()))) {
    MayBeUndefined = true;
    return Result;
  }
  for (const Term &T : Value.Terms) {
    Term To{.Atom = T.Atom};
    for (unsigned L : LanesOf(Mask))
      To.Factor[L] = T.Factor[static_cast<size_t>(Source.Constant[L])];
    Result.Terms.push_back(To);
  }
  for (unsigned L : LanesOf(Mask)) {
    size_t From = static_cast<size_t>(Source.Constant[L]);
    Result.Constant[L] = Value.Constant[From];
    if (Value.Faulty >> From & 1)
      Result.setFault(LaneMask(1) << L, Value.Fault[From]);
  }
  normalize(Result, E->width());
  return Result;
}

/// PopCount, CountLeadingZeros, BitReverse: of numbers, or named.
LaneForm WarpEvaluation::bitOperation(const LaneExpr *E, LaneMask Mask) {
  const LaneExpr *Operand = E->operand(0);
  const LaneForm &Value = value(Operand, Mask);
  LaneForm Result{.Lanes = Mask};
  if (stopped())
    return Result;
  LaneMask Sound = Result.takeFaults(Value, Mask);
  LaneMask Symbolic = Value.symbolicLanes(Sound);
  unsigned Width = E->width();
  for (unsigned L : LanesOf(Sound & ~Symbolic)) {
    uint64_t Bits = truncated(static_cast<uint64_t>(Value.Constant[L]), Width);
    Result.Constant[L] =
        storedConstant(applyUnary(E->op(), Bits, Width, Width), Width);
  }
  Interval Range = E->op() == LaneOp::BitReverse
                       ? allValues(Width)
                       : Interval{0, static_cast<Wide>(Width)};
  if (Symbolic && !takeName(Result, E, Symbolic, {&Value}, Range))
    askValue(Result, Symbolic, Value);
  return Result;
}

} // namespace warplint
