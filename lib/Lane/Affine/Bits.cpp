//===- Bits.cpp - And, Or, Xor of forms -----------------------------------===//
//
// Where one operand is a number m in each lane, all three come down to a mask:
//
//     v | m = v + m - (v & m)        v ^ m = v + m - 2 * (v & m)
//
// and v & m needs the residue of v modulo 2^k only, where bit k-1 is the
// highest of m (or, taking v - (v & ~m), of ~m). Where both have unknown terms,
// the operands are cut at a bit above which neither varies between lanes: below
// it all is known once the residues are, above it the result is one unknown
// uniform number.
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include <algorithm>
#include <bit>

namespace warplint {

namespace {

int64_t powerOfTwo(unsigned Bit) {
  return static_cast<int64_t>(uint64_t(1) << std::min(Bit, 62u));
}

bool areFactorsMultiples(const LaneForm &Form, unsigned Lane, unsigned Bits) {
  return std::all_of(Form.Terms.begin(), Form.Terms.end(), [&](const Term &T) {
    return truncated(static_cast<uint64_t>(T.Factor[Lane]), Bits) == 0;
  });
}

/// Trailing zero bits of the constant and all factors.
unsigned trailingZeros(const LaneForm &Form, unsigned Lane) {
  uint64_t All = static_cast<uint64_t>(Form.Constant[Lane]);
  for (const Term &T : Form.Terms)
    All |= static_cast<uint64_t>(T.Factor[Lane]);
  return std::countr_zero(All);
}

} // namespace

LaneForm WarpEvaluation::bitwise(const LaneExpr *E, LaneMask Mask,
                                 const LaneForm &L, const LaneForm &R) {
  if (E->width() == 1)
    return truthOperation(E, Mask, L, R);
  LaneForm Result{.Lanes = Mask};
  // No bit in common: Or and Xor are sums.
  LaneMask Disjoint = disjointLanes(L, R, Mask);
  Disjoint |= disjointLanes(R, L, Mask & ~Disjoint);
  if (E->op() != LaneOp::And)
    Result.merge(addScaled(L, R, 1, Disjoint), Disjoint);
  Mask &= ~Disjoint;
  LaneMask RightKnown = Mask & ~R.symbolicLanes(Mask);
  LaneMask LeftKnown = Mask & ~RightKnown & ~L.symbolicLanes(Mask);
  LaneMask Open = Mask & ~RightKnown & ~LeftKnown;
  if (RightKnown)
    Result.merge(
        bitwiseWithNumbers(E, E->operand(0), RightKnown, L, R.Constant),
        RightKnown);
  if (LeftKnown && !stopped())
    Result.merge(bitwiseWithNumbers(E, E->operand(1), LeftKnown, R, L.Constant),
                 LeftKnown);
  if (Open && !stopped())
    Result.merge(bitwiseOfForms(E, Open, L, R), Open);
  normalize(Result, E->width());
  return Result;
}

/// Lanes in which \p Low lies below a power of two that divides \p High.
LaneMask WarpEvaluation::disjointLanes(const LaneForm &High,
                                       const LaneForm &Low, LaneMask Mask) {
  LaneMask Result = 0;
  LaneRanges Ranges = rangesOf(Low, Mask);
  for (unsigned L : LanesOf(Mask)) {
    Interval Range = Ranges[L];
    unsigned Zeros = std::min(trailingZeros(High, L), 62u);
    if (Range.Lo >= 0 && Range.Hi < (Wide(1) << Zeros))
      Result |= LaneMask(1) << L;
  }
  return Result;
}

LaneForm WarpEvaluation::bitwiseWithNumbers(const LaneExpr *E,
                                            const LaneExpr *Operand,
                                            LaneMask Mask,
                                            const LaneForm &Value,
                                            const LaneNumbers &Numbers) {
  LaneForm Common = masked(Operand, Mask, Value, Numbers);
  if (stopped() || E->op() == LaneOp::And)
    return Common;
  LaneMask Sound = Mask & ~Common.Faulty;
  LaneForm Sum = Value;
  for (unsigned L : LanesOf(Sound))
    Sum.Constant[L] = wrappedAdd(Sum.Constant[L], Numbers[L]);
  Common.merge(addScaled(Sum, Common, E->op() == LaneOp::Or ? -1 : -2, Sound),
               Sound);
  return Common;
}

/// \p Value & \p Bits, lane by lane. \p Value need only be right modulo 2^w.
LaneForm WarpEvaluation::masked(const LaneExpr *Operand, LaneMask Mask,
                                const LaneForm &Value,
                                const LaneNumbers &Bits) {
  unsigned Width = Operand->width();
  LaneForm Result;
  Result.merge(Value, Mask);
  LaneMask Open = 0;
  LaneNumbers Divisor = filled(1), LowDivisor = filled(1);
  LaneRanges Ranges = rangesOf(Value, Mask);
  for (unsigned L : LanesOf(Mask)) {
    uint64_t Wanted = truncated(static_cast<uint64_t>(Bits[L]), Width);
    uint64_t Unwanted = Wanted ^ lowMask(Width);
    Interval Range = Ranges[L];
    bool IsLowMask = (Wanted & (Wanted + 1)) == 0;
    if (IsLowMask && Range.Lo >= 0 && Range.Hi <= static_cast<Wide>(Wanted))
      continue;
    // The residue modulo a power of two just above the fewer bits settles it.
    bool TakesAway = std::bit_width(Unwanted) < std::bit_width(Wanted);
    uint64_t Low = TakesAway ? Unwanted : Wanted;
    unsigned Needed = std::bit_width(Low);
    uint64_t Constant = static_cast<uint64_t>(Value.Constant[L]);
    if (areFactorsMultiples(Value, L, Needed)) {
      Result.Constant[L] = static_cast<int64_t>(
          TakesAway ? Constant - (Constant & Low) : Constant & Low);
      for (Term &T : Result.Terms)
        if (!TakesAway)
          T.Factor[L] = 0;
      continue;
    }
    Open |= LaneMask(1) << L;
    Divisor[L] = powerOfTwo(Needed);
    LowDivisor[L] = powerOfTwo(std::countr_zero(Wanted));
  }
  if (!Open)
    return Result;
  uint64_t Wanted =
      truncated(static_cast<uint64_t>(Bits[firstLane(Open)]), Width);
  if (isUniformIn(Bits, Open)) {
    if (auto Name = namedBits(Operand, Open, Value, Wanted)) {
      Result.merge(*Name, Open);
      return Result;
    }
  }
  // Residues below the mask first: what is left may be the same in all lanes.
  askMultiple(Result, Open, Value, LowDivisor);
  askMultiple(Result, Open, Value, Divisor);
  return Result;
}

/// A name for \p Value & \p Bits where the bits from the mask's lowest on are
/// the same in all lanes.
std::optional<LaneForm> WarpEvaluation::namedBits(const LaneExpr *Operand,
                                                  LaneMask Mask,
                                                  const LaneForm &Value,
                                                  uint64_t Bits) {
  unsigned Zeros = std::countr_zero(Bits), First = firstLane(Mask);
  bool IsUniform = Value.isUniform(Mask);
  if (!IsUniform) {
    LaneForm Shifted;
    Shifted.merge(Value, Mask);
    for (unsigned L : LanesOf(Mask)) {
      if (!areFactorsMultiples(Value, L, Zeros))
        return std::nullopt;
      Shifted.Constant[L] >>= Zeros;
    }
    if (!Shifted.isUniform(Mask))
      return std::nullopt;
  }
  unsigned Width = Operand->width();
  bool IsHighMask = Bits == (lowMask(Width) & ~lowMask(Zeros));
  int64_t Scale = powerOfTwo(Zeros);
  std::optional<LaneForm> Name;
  if (IsHighMask) {
    // All bits from one on: the quotient that a division or shift also names.
    Interval Range = rangeOf(Value, First);
    Interval Signed = {-(Wide(1) << (Width - 1)), (Wide(1) << (Width - 1)) - 1};
    bool IsNatural = Range.Lo >= 0 && Range.Hi <= Signed.Hi;
    if (!IsNatural)
      Range = Signed;
    Name = named(Operand, Mask,
                 IsNatural ? DerivedRole::Quotient : DerivedRole::SignedFloor,
                 Scale,
                 {floorDivide(Range.Lo, Scale), floorDivide(Range.Hi, Scale)});
  } else {
    Name = named(Operand, Mask, DerivedRole::MaskedBits,
                 static_cast<int64_t>(Bits),
                 {0, static_cast<Wide>(Bits >> Zeros)});
  }
  if (!Name)
    return std::nullopt;
  return scaled(*Name, filled(Scale), Mask);
}

/// Both operands have terms in all lanes of \p Mask.
LaneForm WarpEvaluation::bitwiseOfForms(const LaneExpr *E, LaneMask Mask,
                                        const LaneForm &L, const LaneForm &R) {
  LaneForm Result{.Lanes = Mask};
  for (unsigned Lane : LanesOf(Mask)) {
    if (!sameInLane(L, R, Lane))
      continue;
    if (E->op() != LaneOp::Xor)
      Result.merge(L, LaneMask(1) << Lane);
    Mask &= ~(LaneMask(1) << Lane);
  }
  if (!Mask)
    return Result;
  if (L.isUniform(Mask) && R.isUniform(Mask)) {
    Result.merge(bitwiseUniform(E, Mask, L, R), Mask);
    return Result;
  }
  // The lowest bit from which on neither operand varies between lanes.
  unsigned Bit = 0;
  for (const LaneForm *Operand : {&L, &R}) {
    for (const Term &T : Operand->Terms) {
      if (isUniformIn(T.Factor, Mask))
        continue;
      askValue(Result, Mask, *Operand);
      return Result;
    }
    auto VariesFrom = [&](unsigned From) {
      for (unsigned Lane : LanesOf(Mask))
        if (Operand->Constant[Lane] >> From !=
            Operand->Constant[firstLane(Mask)] >> From)
          return true;
      return false;
    };
    while (Bit < E->width() && VariesFrom(std::min(Bit, 63u)))
      ++Bit;
  }
  Result.merge(splitAtBit(E, Mask, L, R, Bit), Mask);
  return Result;
}

LaneForm WarpEvaluation::bitwiseUniform(const LaneExpr *E, LaneMask Mask,
                                        const LaneForm &L, const LaneForm &R) {
  unsigned First = firstLane(Mask);
  unsigned Zeros = std::min(trailingZeros(L, First), trailingZeros(R, First));
  Zeros = std::min(Zeros, 30u);
  Interval LR = rangeOf(L, First), RR = rangeOf(R, First);
  Wide Most = (Wide(1) << E->width()) - 1;
  if (LR.Lo >= 0 && RR.Lo >= 0) {
    if (E->op() == LaneOp::And)
      Most = std::min({Most, LR.Hi, RR.Hi});
    else
      while (Most / 2 >= std::max(LR.Hi, RR.Hi))
        Most /= 2;
  }
  int64_t Scale = powerOfTwo(Zeros);
  Interval Range = {0, Most >> Zeros};
  if (auto Name = named(E, Mask, DerivedRole::HighBits,
                        static_cast<int64_t>(Zeros), Range))
    return scaled(*Name, filled(Scale), Mask);
  uint64_t Modulus = static_cast<uint64_t>(expandedModulus(
      E, Mask, DerivedRole::HighBits, static_cast<int64_t>(Zeros)));
  unsigned Bits = Modulus > 1 ? std::bit_width(Modulus - 1) : E->width();
  // Not a power of two: only the exact value will do.
  if (!std::has_single_bit(Modulus))
    Bits = E->width();
  return splitAtBit(E, Mask, L, R, std::min(E->width(), Bits + Zeros));
}

/// Exact bits below \p Bit, from which on neither operand varies between lanes.
LaneForm WarpEvaluation::splitAtBit(const LaneExpr *E, LaneMask Mask,
                                    const LaneForm &L, const LaneForm &R,
                                    unsigned Bit) {
  LaneForm Result{.Lanes = Mask};
  LaneNumbers Divisor = filled(powerOfTwo(Bit));
  for (const LaneForm *Operand : {&L, &R}) {
    askMultiple(Result, Mask, *Operand, Divisor);
    if (stopped() || Result.Faulty)
      return Result;
  }
  for (unsigned Lane : LanesOf(Mask)) {
    auto Low =
        applyBinary(E->op(), E->width(),
                    truncated(static_cast<uint64_t>(L.Constant[Lane]), Bit),
                    truncated(static_cast<uint64_t>(R.Constant[Lane]), Bit));
    Result.Constant[Lane] = static_cast<int64_t>(*Low);
  }
  if (Bit >= E->width())
    return Result;
  LaneForm High = highPart(E, Mask, L, R, Bit);
  return addScaled(Result, High, powerOfTwo(Bit), Mask);
}

/// The operation on the uniform bits from \p Bit on.
LaneForm WarpEvaluation::highPart(const LaneExpr *E, LaneMask Mask,
                                  const LaneForm &L, const LaneForm &R,
                                  unsigned Bit) {
  auto ShiftedRight = [&](const LaneForm &Form) {
    LaneForm High;
    High.merge(Form, Mask);
    for (unsigned Lane : LanesOf(Mask)) {
      High.Constant[Lane] >>= Bit;
      for (Term &T : High.Terms)
        T.Factor[Lane] >>= Bit;
    }
    return High;
  };
  LaneForm Left = ShiftedRight(L), Right = ShiftedRight(R);
  unsigned First = firstLane(Mask);
  bool IsXor = E->op() == LaneOp::Xor, IsAnd = E->op() == LaneOp::And;
  if (sameInLane(Left, Right, First))
    return IsXor ? constantForm(0, Mask) : Left;
  for (auto [Number, Other] : {std::pair{&Left, &Right}, {&Right, &Left}}) {
    if (Number->symbolicLanes(Mask))
      continue;
    if (Number->Constant[First] == 0)
      return IsAnd ? constantForm(0, Mask) : *Other;
    if (Number->Constant[First] != -1)
      continue;
    // All ones.
    if (IsAnd)
      return *Other;
    return IsXor ? addScaled(constantForm(-1, Mask), *Other, -1, Mask)
                 : constantForm(-1, Mask);
  }
  Interval Range = {0, (Wide(1) << (E->width() - Bit)) - 1};
  if (auto Name = named(E, Mask, DerivedRole::HighBits,
                        static_cast<int64_t>(Bit), Range))
    return *Name;
  // Asked for more of it: cut higher up.
  LaneForm Result{.Lanes = Mask};
  LaneNumbers Divisor = filled(powerOfTwo(std::min(E->width(), 2 * Bit + 8)));
  for (const LaneForm *Operand : {&L, &R})
    askMultiple(Result, Mask, *Operand, Divisor);
  fail(Result, Mask, {Obstacle::BitsOfUnknowns});
  return Result;
}

LaneForm WarpEvaluation::truthOperation(const LaneExpr *E, LaneMask Mask,
                                        const LaneForm &L, const LaneForm &R) {
  LaneForm Result{.Lanes = Mask};
  LaneMask LeftSymbolic = L.symbolicLanes(Mask);
  LaneMask RightSymbolic = R.symbolicLanes(Mask);
  LaneMask Both = 0;
  for (unsigned Lane : LanesOf(Mask)) {
    LaneMask Bit = LaneMask(1) << Lane;
    bool LeftKnown = !(LeftSymbolic & Bit), RightKnown = !(RightSymbolic & Bit);
    if (!LeftKnown && !RightKnown) {
      Both |= Bit;
      continue;
    }
    bool Number = LeftKnown ? L.Constant[Lane] : R.Constant[Lane];
    const LaneForm &Other = LeftKnown ? R : L;
    switch (E->op()) {
    case LaneOp::And:
    case LaneOp::Mul:
      Result.merge(Number ? Other : constantForm(0, Bit), Bit);
      break;
    case LaneOp::Or:
      Result.merge(Number ? constantForm(1, Bit) : Other, Bit);
      break;
    default: // Xor, Add.
      Result.merge(Number ? addScaled(constantForm(1, Bit), Other, -1, Bit)
                          : Other,
                   Bit);
    }
  }
  if (Both && !takeName(Result, E, Both, {&L, &R}, {0, 1}))
    askValue(Result, Both, L);
  return Result;
}

} // namespace warplint
