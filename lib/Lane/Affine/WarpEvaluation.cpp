//===- WarpEvaluation.cpp - An expression for 32 lanes in one case --------===//

#include "WarpEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>
#include <utility>

namespace warplint {

WarpEvaluation::WarpEvaluation(const ProofGround &Ground,
                               const WarpThreads &Threads,
                               const CaseState &Case, bool IsRelaxed)
    : Ground(Ground), Threads(Threads), Case(Case), IsRelaxed(IsRelaxed),
      Bounds(Case.Bounds) {}

WarpEvaluation::Frame *WarpEvaluation::frameOf(const LaneExpr *E) {
  for (const auto &F : llvm::reverse(Frames))
    if (Ground.Loops.dependsOn(E, F->Loop))
      return F.get();
  return nullptr;
}

const LaneForm &WarpEvaluation::value(const LaneExpr *E, LaneMask Mask) {
  unsigned Number = Ground.Loops.numberOf(E);
  Frame *F = frameOf(E);
  if (!F && Memo[IsRelaxed].empty())
    Memo[IsRelaxed].resize(Ground.Loops.numNodes());
  LaneForm &Entry = F ? F->Memo[IsRelaxed][Number] : Memo[IsRelaxed][Number];
  LaneMask Missing = Mask & ~Entry.Lanes;
  if (!Missing || stopped())
    return Entry;
  LaneForm Computed = compute(E, Missing);
  if (stopped())
    return Entry;
  if (!Entry.Lanes)
    Entry = std::move(Computed);
  else
    Entry.merge(Computed, Missing);
  return Entry;
}

ProofFailure outOfSteps(const ProofGround &Ground) {
  if (!Ground.Loops.hasRecurrences())
    return {Obstacle::TooManySteps};
  return {Obstacle::TooManyLoopSteps};
}

LaneForm WarpEvaluation::compute(const LaneExpr *E, LaneMask Mask) {
  if (++Ground.Steps > Ground.MaxSteps) {
    giveUp(outOfSteps(Ground));
    return {};
  }
  return isTakenWhole(E) ? asOneNumber(E, Mask) : operation(E, Mask);
}

LaneForm WarpEvaluation::operation(const LaneExpr *E, LaneMask Mask) {
  switch (E->op()) {
  case LaneOp::Not:
    return logicalNot(E, Mask);
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc:
    return cast(E, Mask);
  case LaneOp::Select:
    return select(E, Mask);
  case LaneOp::PopCount:
  case LaneOp::CountLeadingZeros:
  case LaneOp::BitReverse:
    return bitOperation(E, Mask);
  case LaneOp::Shuffle:
    return shuffle(E, Mask);
  case LaneOp::Iteration:
    return iteration(E, Mask);
  case LaneOp::Recurrence:
    return recurrence(E, Mask);
  default:
    return E->numOperands() == 0 ? leaf(E, Mask) : binary(E, Mask);
  }
}

//===----------------------------------------------------------------------===//
// The coarse way
//===----------------------------------------------------------------------===//

/// A uniform number that is computed, outside of the loops that are being
/// followed: there every step's value counts.
bool WarpEvaluation::isTakenWhole(const LaneExpr *E) const {
  return Ground.IsCoarse && Frames.empty() && !E->isLaneVarying() &&
         E->width() > 1 && (E->numOperands() || E->op() == LaneOp::Recurrence);
}

/// A form of at most one term: what has more, or would need a decision, gets a
/// name of its own.
LaneForm WarpEvaluation::asOneNumber(const LaneExpr *E, LaneMask Mask) {
  bool WasRelaxed = std::exchange(IsRelaxed, true);
  LaneForm Form = operation(E, Mask);
  IsRelaxed = WasRelaxed;
  if (stopped())
    return Form;
  unsigned First = firstLane(Mask);
  bool IsKnown = !(Form.Faulty & Mask) && Form.isUniform(Mask);
  if (IsKnown && Form.Terms.size() <= 1)
    return Form;
  // What is unknown stays so. What seems undefined may be absorbed for some
  // values.
  for (unsigned L : LanesOf(Form.Faulty & Mask)) {
    if (isUnknowable(Form.Fault[L]))
      return Form;
    MayBeUndefined |= Form.Fault[L] == Undefined;
  }
  Wide Half = Wide(1) << (E->width() - 1);
  Interval Range = {-Half, Half - 1};
  uint64_t Divisor = 1;
  int64_t Constant = 0;
  if (IsKnown) {
    Divisor = uint64_t(1) << 30;
    for (const Term &T : Form.Terms)
      Divisor = std::gcd(Divisor, magnitude(T.Factor[First]));
    Interval Exact = rangeOf(Form, First);
    // The constant is the number's remainder: the rest is a multiple.
    Constant = Form.Constant[First] & static_cast<int64_t>(Divisor - 1);
    if (Exact.Lo >= Range.Lo && Exact.Hi <= Range.Hi)
      Range = Exact;
  }
  Wide Scale = static_cast<Wide>(Divisor);
  auto Name = named(E, Mask, DerivedRole::Whole, static_cast<int64_t>(Divisor),
                    {floorDivide(Range.Lo - Constant, Scale),
                     ceilDivide(Range.Hi - Constant, Scale)});
  if (!Name) {
    fail(Form, Mask, {Obstacle::ExactValue});
    return Form;
  }
  LaneForm Result = addScaled(constantForm(Constant, Mask), *Name,
                              static_cast<int64_t>(Divisor), Mask);
  normalize(Result, E->width());
  return Result;
}

//===----------------------------------------------------------------------===//
// Leaves and atoms
//===----------------------------------------------------------------------===//

LaneForm WarpEvaluation::leaf(const LaneExpr *E, LaneMask Mask) {
  switch (E->op()) {
  case LaneOp::Const:
    return constantForm(storedConstant(E->constant(), E->width()), Mask);
  case LaneOp::ThreadIdx:
    return axis(Threads.ThreadIdx[E->index()], Mask);
  case LaneOp::BlockDim:
    return axis(Threads.BlockDim[E->index()], Mask);
  case LaneOp::Symbol:
    return baseForm(Ground.Loops.symbolAtom(Ground.Atoms, E->index()), Mask);
  default: {
    LaneForm Result{.Lanes = Mask};
    Result.setFault(Mask, static_cast<uint16_t>(FirstOpaque + E->index()));
    return Result;
  }
  }
}

LaneForm WarpEvaluation::axis(const AxisValue &Axis, LaneMask Mask) {
  LaneForm Result{.Lanes = Mask};
  for (unsigned L : LanesOf(Mask))
    Result.Constant[L] = Axis.Constant[L];
  if (Axis.Atom)
    Result = addScaled(Result, baseForm(*Axis.Atom, Mask & Axis.Lanes),
                       Axis.Factor, Mask);
  return Result;
}

LaneForm WarpEvaluation::baseForm(AtomId Atom, LaneMask Mask) {
  Congruence C = Case.congruenceOf(Ground.Atoms, Atom);
  return atomForm(Atom, Mask, {C.valueAt(C.Lo), C.valueAt(C.Hi)});
}

LaneForm WarpEvaluation::atomForm(AtomId Atom, LaneMask Mask, Interval Range) {
  Congruence C = Case.congruenceOf(Ground.Atoms, Atom);
  Wide Lo = ceilDivide(Range.Lo - C.Remainder, C.Modulus);
  Wide Hi = floorDivide(Range.Hi - C.Remainder, C.Modulus);
  C.Lo = static_cast<int64_t>(std::clamp<Wide>(Lo, C.Lo, INT64_MAX));
  C.Hi = static_cast<int64_t>(std::clamp<Wide>(Hi, INT64_MIN, C.Hi));
  if (C.isEmpty()) {
    stop(Outcome::Infeasible);
    return constantForm(0, Mask);
  }
  if (Met.size() <= Atom)
    Met.resize(Ground.Atoms.size());
  Met[Atom] = C;
  if (C.isPoint())
    return constantForm(static_cast<int64_t>(C.valueAt(C.Lo)), Mask);
  LaneForm Result = constantForm(C.Remainder, Mask);
  Term &T = Result.termOf(Atom);
  for (unsigned L : LanesOf(Mask))
    T.Factor[L] = C.Modulus;
  return Result;
}

std::optional<LaneForm> WarpEvaluation::named(const LaneExpr *Node,
                                              LaneMask Mask, DerivedRole Role,
                                              int64_t Parameter,
                                              Interval Range) {
  const Frame *F = frameOf(Node);
  if (F && F->IsEager)
    return std::nullopt;
  AtomId Atom = Ground.Atoms.derived(Node, F ? F->Step : 0, firstLane(Mask),
                                     Role, Parameter);
  if (Case.Expanded.contains(Atom))
    return std::nullopt;
  return atomForm(Atom, Mask, Range);
}

bool WarpEvaluation::takeName(LaneForm &Result, const LaneExpr *Node,
                              LaneMask Mask,
                              std::initializer_list<const LaneForm *> Operands,
                              Interval Range, DerivedRole Role,
                              int64_t Parameter) {
  if (!llvm::all_of(Operands, [Mask](const LaneForm *Operand) {
        return Operand->isUniform(Mask);
      }))
    return false;
  auto Name = named(Node, Mask, Role, Parameter, Range);
  if (Name)
    Result.merge(*Name, Mask);
  return Name.has_value();
}

int64_t WarpEvaluation::expandedModulus(const LaneExpr *Node, LaneMask Mask,
                                        DerivedRole Role, int64_t Parameter) {
  const Frame *F = frameOf(Node);
  AtomId Atom = Ground.Atoms.derived(Node, F ? F->Step : 0, firstLane(Mask),
                                     Role, Parameter);
  auto It = Case.Expanded.find(Atom);
  return It == Case.Expanded.end() ? 0 : It->second;
}

//===----------------------------------------------------------------------===//
// Casts, negation, selection
//===----------------------------------------------------------------------===//

LaneForm WarpEvaluation::cast(const LaneExpr *E, LaneMask Mask) {
  const LaneExpr *Operand = E->operand(0);
  const LaneForm &Value = value(Operand, Mask);
  LaneForm Result{.Lanes = Mask};
  if (stopped())
    return Result;
  LaneMask Sound = Result.takeFaults(Value, Mask);
  if (E->op() != LaneOp::Trunc) {
    Result.merge(canonical(Operand, Value, Sound, E->op() == LaneOp::SExt),
                 Sound);
    normalize(Result, E->width());
    return Result;
  }
  Result.merge(Value, Sound);
  // A truth value is 0 or 1: its form must be the number itself.
  if (E->width() == 1)
    Result.merge(masked(Operand, Sound, Value, filled(1)), Sound);
  normalize(Result, E->width());
  return Result;
}

LaneForm WarpEvaluation::logicalNot(const LaneExpr *E, LaneMask Mask) {
  const LaneForm &Value = value(E->operand(0), Mask);
  if (stopped())
    return Value;
  LaneForm Result;
  Result.merge(Value, Mask);
  for (unsigned L : LanesOf(Mask & ~Value.Faulty)) {
    Result.Constant[L] = 1 - Result.Constant[L];
    for (Term &T : Result.Terms)
      T.Factor[L] = -T.Factor[L];
  }
  return Result;
}

LaneForm WarpEvaluation::select(const LaneExpr *E, LaneMask Mask) {
  const LaneForm &C = value(E->operand(0), Mask);
  LaneForm Result{.Lanes = Mask};
  if (stopped())
    return Result;
  LaneMask Open = (C.Faulty | C.symbolicLanes(Mask)) & Mask;
  LaneMask Always = C.nonZeroLanes(Mask & ~Open),
           Never = Mask & ~Open & ~Always;
  const LaneForm &T = value(E->operand(1), Always | Open);
  const LaneForm &F = value(E->operand(2), Never | Open);
  if (stopped())
    return Result;
  Result.merge(T, Always);
  Result.merge(F, Never);
  // Where both arms agree the condition does not matter, unless it has no
  // meaning.
  for (unsigned L : LanesOf(Open & ~T.Faulty & ~F.Faulty)) {
    bool IsUndefined = (C.Faulty >> L & 1) && C.Fault[L] == Undefined;
    if (IsUndefined || !sameInLane(T, F, L))
      continue;
    Result.merge(T, LaneMask(1) << L);
    Open &= ~(LaneMask(1) << L);
  }
  Open = Result.takeFaults(C, Open);
  if (auto Chosen = clamped(E, C, Always, Never, Open))
    Result.merge(*Chosen, Always | Never);
  if (Open && !stopped())
    Result.merge(joinArms(E, Open, C, T, F), Open);
  return Result;
}

/// The condition \p C is an unknown uniform truth value in the lanes \p Mask.
LaneForm WarpEvaluation::joinArms(const LaneExpr *E, LaneMask Mask,
                                  const LaneForm &C, const LaneForm &T,
                                  const LaneForm &F) {
  LaneForm Result{.Lanes = Mask};
  if ((T.Faulty | F.Faulty) & Mask) {
    askValue(Result, Mask, C);
    return Result;
  }
  LaneForm Delta = addScaled(T, F, -1, Mask);
  normalize(Delta, E->width());
  if (!Delta.symbolicLanes(Mask)) {
    // F + C * (T - F), exact and without a split.
    Result = addScaled(F, scaled(C, Delta.Constant, Mask), 1, Mask);
    normalize(Result, E->width());
    return Result;
  }
  if (!C.isUniform(Mask) || !F.isUniform(Mask) || !Delta.isUniform(Mask)) {
    askValue(Result, Mask, C);
    return Result;
  }
  unsigned L = firstLane(Mask);
  uint64_t Divisor = magnitude(Delta.Constant[L]);
  for (const Term &Part : Delta.Terms)
    Divisor = std::gcd(Divisor, magnitude(Part.Factor[L]));
  Divisor = std::min(Divisor, uint64_t(1) << 30);
  Divisor &= -Divisor; // The power of two in it, which is what banks ask for.
  Interval Range = rangeOf(Delta, L);
  Wide Scale = static_cast<Wide>(Divisor);
  Range = {floorDivide(std::min<Wide>(Range.Lo, 0), Scale),
           ceilDivide(std::max<Wide>(Range.Hi, 0), Scale)};
  auto Chosen = named(E, Mask, DerivedRole::SelectDelta,
                      static_cast<int64_t>(Divisor), Range);
  if (!Chosen) {
    askValue(Result, Mask, C);
    return Result;
  }
  Result = addScaled(F, *Chosen, static_cast<int64_t>(Divisor), Mask);
  normalize(Result, E->width());
  return Result;
}

//===----------------------------------------------------------------------===//
// Operations of two operands
//===----------------------------------------------------------------------===//

namespace {

/// The operand that settles And, Or, Mul whatever the other one is.
std::optional<int64_t> absorbingConstant(const LaneExpr *E) {
  if (E->op() == LaneOp::And || E->op() == LaneOp::Mul)
    return 0;
  if (E->op() == LaneOp::Or)
    return storedConstant(lowMask(E->width()), E->width());
  return std::nullopt;
}

LaneMask lanesEqualTo(const LaneForm &Form, LaneMask Mask, int64_t Value) {
  LaneMask Result = 0;
  for (unsigned L : LanesOf(Mask & ~Form.Faulty & ~Form.symbolicLanes(Mask)))
    if (Form.Constant[L] == Value)
      Result |= LaneMask(1) << L;
  return Result;
}

} // namespace

/// The other operand is faulty in the lanes \p Mask, which does not matter
/// where \p Form is \p Absorbing.
void WarpEvaluation::askWhetherAbsorbed(const LaneExpr *E, LaneForm &Result,
                                        const LaneForm &Form, LaneMask Mask,
                                        int64_t Absorbing) {
  Mask = Form.symbolicLanes(Mask);
  if (E->width() == 1)
    return askValue(Result, Mask, Form);
  LaneRanges Ranges = rangesOf(Form, Mask);
  Wide Turn = Wide(1) << E->width();
  for (unsigned L : LanesOf(Mask)) {
    // The first number of the range that is the absorbing one modulo 2^w.
    Wide First = Absorbing + ceilDivide(Ranges[L].Lo - Absorbing, Turn) * Turn;
    if (First <= Ranges[L].Hi)
      return askBelow(Result, LaneMask(1) << L, Form,
                      Ranges[L].Lo < First ? First : First + 1);
  }
}

LaneForm WarpEvaluation::binary(const LaneExpr *E, LaneMask Mask) {
  LaneForm Result{.Lanes = Mask};
  const LaneExpr *LeftNode = E->operand(0), *RightNode = E->operand(1);
  std::optional<int64_t> Absorbing = absorbingConstant(E);
  LaneMask Settled = 0;
  const LaneForm &L = value(LeftNode, Mask);
  if (stopped())
    return Result;
  if (Absorbing)
    Settled = lanesEqualTo(L, Mask, *Absorbing);
  const LaneForm &R = value(RightNode, Mask & ~Settled);
  if (stopped())
    return Result;
  if (Absorbing) {
    Settled |= lanesEqualTo(R, Mask & ~Settled, *Absorbing);
    for (unsigned Lane : LanesOf(Settled))
      Result.Constant[Lane] = *Absorbing;
    LaneMask Rest = Mask & ~Settled;
    askWhetherAbsorbed(E, Result, L, R.Faulty & Rest, *Absorbing);
    askWhetherAbsorbed(E, Result, R, L.Faulty & Rest, *Absorbing);
    if (stopped())
      return Result;
  }
  LaneMask Open = Mask & ~Settled;
  Open = Result.takeFaults(L, Open) & Result.takeFaults(R, Open);
  LaneMask Symbolic = (L.symbolicLanes(Open) | R.symbolicLanes(Open)) & Open;
  unsigned Width = LeftNode->width();
  for (unsigned Lane : LanesOf(Open & ~Symbolic)) {
    auto Bits = applyBinary(E->op(), Width, truncated(L.Constant[Lane], Width),
                            truncated(R.Constant[Lane], Width));
    if (Bits)
      Result.Constant[Lane] = storedConstant(*Bits, E->width());
    else
      Result.setFault(LaneMask(1) << Lane, Undefined);
  }
  if (Symbolic)
    Result.merge(symbolicBinary(E, Symbolic, L, R), Symbolic);
  return Result;
}

/// In every lane of \p Mask at least one operand has a term.
LaneForm WarpEvaluation::symbolicBinary(const LaneExpr *E, LaneMask Mask,
                                        const LaneForm &L, const LaneForm &R) {
  switch (E->op()) {
  case LaneOp::Add: {
    if (E->width() == 1)
      return truthOperation(E, Mask, L, R);
    LaneForm Sum = addScaled(L, R, 1, Mask);
    normalize(Sum, E->width());
    return Sum;
  }
  case LaneOp::Mul:
    if (E->width() == 1)
      return truthOperation(E, Mask, L, R);
    return multiply(E, Mask, L, R);
  case LaneOp::Shl:
    return shiftLeft(E, Mask, L, R);
  case LaneOp::LShr:
  case LaneOp::AShr:
    return shiftRight(E, Mask, L, R);
  case LaneOp::UDiv:
  case LaneOp::SDiv:
  case LaneOp::URem:
  case LaneOp::SRem:
    return divide(E, Mask, L, R);
  case LaneOp::And:
  case LaneOp::Or:
  case LaneOp::Xor:
    return bitwise(E, Mask, L, R);
  default:
    return compare(E, Mask, L, R);
  }
}

} // namespace warplint
