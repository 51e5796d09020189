//===- LaneFold.cpp - Factory functions that fold as they build -----------===//
//
// Every identity here holds for all values of the operands for which the
// unfolded expression is defined. Constants stand on the right of commutative
// operations.
//
//===----------------------------------------------------------------------===//

#include "LaneStorage.h"
#include "TruthFold.h"
#include <cassert>
#include <utility>

namespace warplint {

static bool isConst(const LaneExpr *E, uint64_t Value) {
  return E->isConst() && E->constant() == truncated(Value, E->width());
}

static bool isAllOnes(const LaneExpr *E) {
  return isConst(E, lowMask(E->width()));
}

/// \p E is Op(X, C) with a constant C.
static bool isOpWithConst(const LaneExpr *E, LaneOp Op) {
  return E->op() == Op && E->operand(1)->isConst();
}

static bool isNegated(const LaneExpr *E, const LaneExpr *Of) {
  return isOpWithConst(E, LaneOp::Mul) && E->operand(0) == Of &&
         isAllOnes(E->operand(1));
}

/// x, for x / d * d + x % d.
static const LaneExpr *foldDivided(const LaneExpr *Product,
                                   const LaneExpr *Rest) {
  if (Product->op() != LaneOp::Mul ||
      (Rest->op() != LaneOp::URem && Rest->op() != LaneOp::SRem))
    return nullptr;
  LaneOp Division = Rest->op() == LaneOp::URem ? LaneOp::UDiv : LaneOp::SDiv;
  for (unsigned I : {0u, 1u}) {
    const LaneExpr *Quotient = Product->operand(I);
    if (Quotient->op() == Division &&
        Quotient->operand(0) == Rest->operand(0) &&
        Quotient->operand(1) == Rest->operand(1) &&
        Product->operand(1 - I) == Rest->operand(1))
      return Rest->operand(0);
  }
  return nullptr;
}

static const LaneExpr *foldAdd(LaneContext &C, const LaneExpr *L,
                               const LaneExpr *R) {
  if (isConst(R, 0))
    return L;
  if (isNegated(L, R) || isNegated(R, L))
    return C.constant(0, L->width());
  if (const LaneExpr *Whole = foldDivided(L, R))
    return Whole;
  return foldDivided(R, L);
}

static const LaneExpr *foldMul(const LaneExpr *L, const LaneExpr *R) {
  if (isConst(R, 0))
    return R;
  return isConst(R, 1) ? L : nullptr;
}

static const LaneExpr *foldAnd(LaneContext &C, const LaneExpr *L,
                               const LaneExpr *R) {
  if (isConst(R, 0) || isAllOnes(L))
    return R;
  if (L == R || isAllOnes(R))
    return L;
  if (areComplements(L, R))
    return C.boolean(false);
  if (!R->isConst())
    return L->width() == 1 ? foldTruth(C, LaneOp::And, L, R) : nullptr;
  // A mask that keeps every bit a zero extension can have.
  if (L->op() == LaneOp::ZExt) {
    uint64_t Possible = lowMask(L->operand(0)->width());
    if ((R->constant() & Possible) == Possible)
      return L;
  }
  return nullptr;
}

static const LaneExpr *foldOr(LaneContext &C, const LaneExpr *L,
                              const LaneExpr *R) {
  if (isConst(R, 0) || L == R)
    return L;
  if (isAllOnes(R))
    return R;
  if (areComplements(L, R))
    return C.boolean(true);
  return L->width() == 1 ? foldTruth(C, LaneOp::Or, L, R) : nullptr;
}

static const LaneExpr *foldXor(LaneContext &C, const LaneExpr *L,
                               const LaneExpr *R) {
  if (isConst(R, 0))
    return L;
  if (L == R)
    return C.constant(0, L->width());
  return L->width() == 1 && isAllOnes(R) ? C.logicalNot(L) : nullptr;
}

static const LaneExpr *foldDivision(LaneContext &C, LaneOp Op,
                                    const LaneExpr *L, const LaneExpr *R) {
  if (!isConst(R, 1) || R->width() == 1)
    return nullptr;
  bool IsQuotient = Op == LaneOp::UDiv || Op == LaneOp::SDiv;
  return IsQuotient ? L : C.constant(0, L->width());
}

static const LaneExpr *foldShift(LaneContext &C, LaneOp Op, const LaneExpr *L,
                                 const LaneExpr *R) {
  if (isConst(R, 0) || isConst(L, 0))
    return L;
  // Two shifts in one direction are one, as long as it stays below the width.
  if (!R->isConst() || !isOpWithConst(L, Op))
    return nullptr;
  uint64_t First = L->operand(1)->constant(), Second = R->constant();
  if (First >= L->width() || Second >= L->width() ||
      First + Second >= L->width())
    return nullptr;
  return C.binary(Op, L->operand(0), C.constant(First + Second, L->width()));
}

static const LaneExpr *foldEqual(LaneContext &C, const LaneExpr *L,
                                 const LaneExpr *R) {
  if (L == R)
    return C.boolean(true);
  if (!R->isConst())
    return nullptr;
  if (L->width() == 1)
    return isConst(R, 1) ? L : C.logicalNot(L);
  if (L->op() != LaneOp::ZExt)
    return nullptr;
  const LaneExpr *Narrow = L->operand(0);
  if (R->constant() > lowMask(Narrow->width()))
    return C.boolean(false);
  return C.binary(LaneOp::CmpEq, Narrow,
                  C.constant(R->constant(), Narrow->width()));
}

static const LaneExpr *foldLess(LaneContext &C, LaneOp Op, const LaneExpr *L,
                                const LaneExpr *R) {
  if (L == R)
    return C.boolean(false);
  if (Op == LaneOp::CmpULt && (isConst(R, 0) || isAllOnes(L)))
    return C.boolean(false);
  return nullptr;
}

static const LaneExpr *foldBinary(LaneContext &C, LaneOp Op, const LaneExpr *L,
                                  const LaneExpr *R) {
  switch (Op) {
  case LaneOp::Add:
    return foldAdd(C, L, R);
  case LaneOp::Mul:
    return foldMul(L, R);
  case LaneOp::And:
    return foldAnd(C, L, R);
  case LaneOp::Or:
    return foldOr(C, L, R);
  case LaneOp::Xor:
    return foldXor(C, L, R);
  case LaneOp::UDiv:
  case LaneOp::SDiv:
  case LaneOp::URem:
  case LaneOp::SRem:
    return foldDivision(C, Op, L, R);
  case LaneOp::Shl:
  case LaneOp::LShr:
  case LaneOp::AShr:
    return foldShift(C, Op, L, R);
  case LaneOp::CmpEq:
    return foldEqual(C, L, R);
  default:
    return foldLess(C, Op, L, R);
  }
}

/// Constants to the right, other operands by age: one order for one structure.
static bool areOutOfOrder(const LaneExpr *L, const LaneExpr *R) {
  if (L->isConst() != R->isConst())
    return L->isConst();
  return L->id() > R->id();
}

const LaneExpr *LaneContext::binary(LaneOp Op, const LaneExpr *L,
                                    const LaneExpr *R, bool NoWrap) {
  assert(L->width() == R->width() && "operands of different widths");
  unsigned ResultWidth = isComparison(Op) ? 1 : L->width();
  if (L->isConst() && R->isConst())
    if (auto Known = applyBinary(Op, L->width(), L->constant(), R->constant()))
      return constant(*Known, ResultWidth);
  if (isCommutative(Op) && areOutOfOrder(L, R))
    std::swap(L, R);
  if (const LaneExpr *Folded = foldBinary(*this, Op, L, R))
    return Folded;
  // (x + 1) + 2, and so on. Of the operations that commute all but comparisons
  // are associative, too.
  if (isCommutative(Op) && Op != LaneOp::CmpEq && R->isConst() &&
      isOpWithConst(L, Op))
    return binary(Op, L->operand(0), binary(Op, L->operand(1), R));
  return S->intern(
      {.Op = Op, .Width = ResultWidth, .NoWrap = NoWrap, .Operands = {L, R}});
}

const LaneExpr *LaneContext::sub(const LaneExpr *L, const LaneExpr *R,
                                 bool NoWrap) {
  if (L == R)
    return constant(0, L->width());
  const LaneExpr *MinusOne = constant(~uint64_t(0), R->width());
  return binary(LaneOp::Add, L, binary(LaneOp::Mul, R, MinusOne, NoWrap),
                NoWrap);
}

/// A choice between three values of which two are the same, or that asks the
/// same question twice, is one between two.
static const LaneExpr *foldSelect(LaneContext &Context, const LaneExpr *C,
                                  const LaneExpr *T, const LaneExpr *F) {
  if (F->op() == LaneOp::Select) {
    const LaneExpr *Inner = F->operand(0);
    if (Inner == C)
      return Context.select(C, T, F->operand(2));
    if (F->operand(1) == T)
      return Context.select(Context.binary(LaneOp::Or, C, Inner), T,
                            F->operand(2));
    if (F->operand(2) == T)
      return Context.select(
          Context.binary(LaneOp::Or, C, Context.logicalNot(Inner)), T,
          F->operand(1));
  }
  if (T->op() == LaneOp::Select) {
    const LaneExpr *Inner = T->operand(0);
    if (Inner == C)
      return Context.select(C, T->operand(1), F);
    if (T->operand(2) == F)
      return Context.select(Context.binary(LaneOp::And, C, Inner),
                            T->operand(1), F);
    if (T->operand(1) == F)
      return Context.select(
          Context.binary(LaneOp::And, C, Context.logicalNot(Inner)),
          T->operand(2), F);
  }
  return nullptr;
}

const LaneExpr *LaneContext::select(const LaneExpr *C, const LaneExpr *T,
                                    const LaneExpr *F) {
  assert(C->width() == 1 && T->width() == F->width() && "ill-formed select");
  if (C->isConst())
    return C->constant() ? T : F;
  if (T == F)
    return T;
  if (C->op() == LaneOp::Not)
    return select(C->operand(0), F, T);
  if (T->width() == 1) {
    if (T->isConst())
      return T->constant() ? binary(LaneOp::Or, C, F)
                           : binary(LaneOp::And, logicalNot(C), F);
    if (F->isConst())
      return F->constant() ? binary(LaneOp::Or, logicalNot(C), T)
                           : binary(LaneOp::And, C, T);
  }
  if (const LaneExpr *Folded = foldSelect(*this, C, T, F))
    return Folded;
  return S->intern(
      {.Op = LaneOp::Select, .Width = T->width(), .Operands = {C, T, F}});
}

const LaneExpr *LaneContext::logicalNot(const LaneExpr *E) {
  assert(E->width() == 1 && "not a truth value");
  if (E->isConst())
    return boolean(!E->constant());
  if (E->op() == LaneOp::Not)
    return E->operand(0);
  return S->intern({.Op = LaneOp::Not, .Width = 1, .Operands = {E}});
}

const LaneExpr *LaneContext::unary(LaneOp Op, const LaneExpr *E) {
  assert(isBitOperation(Op) && "not an operation on one operand's bits");
  if (E->isConst())
    return constant(applyUnary(Op, E->constant(), E->width(), E->width()),
                    E->width());
  if (Op == LaneOp::BitReverse && E->op() == LaneOp::BitReverse)
    return E->operand(0);
  // The order of the bits does not change their number.
  if (Op == LaneOp::PopCount && E->op() == LaneOp::BitReverse)
    return unary(Op, E->operand(0));
  return S->intern({.Op = Op, .Width = E->width(), .Operands = {E}});
}

const LaneExpr *LaneContext::countTrailingZeros(const LaneExpr *E) {
  return unary(LaneOp::CountLeadingZeros, unary(LaneOp::BitReverse, E));
}

/// All lanes and all warps have one value of it. A recurrence may turn out to
/// vary by lane once its next value is known.
static bool isSameEverywhere(const LaneExpr *E) {
  return E->isConst() || E->op() == LaneOp::BlockDim ||
         E->op() == LaneOp::Symbol || E->op() == LaneOp::Iteration;
}

const LaneExpr *LaneContext::shuffle(const LaneExpr *Value,
                                     const LaneExpr *SourceLane) {
  assert(SourceLane->width() == 32 && "ill-formed shuffle");
  if (isSameEverywhere(Value))
    return Value;
  if (SourceLane->isConst())
    SourceLane = constant(SourceLane->constant() % 32, 32);
  // What one lane gives to all is in any lane of them.
  if (Value->op() == LaneOp::Shuffle && Value->operand(1)->isConst())
    return Value;
  return S->intern({.Op = LaneOp::Shuffle,
                    .Width = Value->width(),
                    .Operands = {Value, SourceLane}});
}

/// Two casts in a row that are one. \p E is a cast itself.
static const LaneExpr *foldCastOfCast(LaneContext &C, LaneOp Op,
                                      const LaneExpr *E, unsigned Width) {
  const LaneExpr *Inner = E->operand(0);
  if (Op == LaneOp::Trunc) {
    if (E->op() == LaneOp::Trunc || Width <= Inner->width())
      return C.cast(LaneOp::Trunc, Inner, Width);
    return C.cast(E->op(), Inner, Width);
  }
  // An extension leaves the sign bit of a zero extension clear.
  if (E->op() == LaneOp::ZExt)
    return C.cast(LaneOp::ZExt, Inner, Width);
  if (E->op() == LaneOp::SExt && Op == LaneOp::SExt)
    return C.cast(LaneOp::SExt, Inner, Width);
  return nullptr;
}

/// The low bits of a sum, a product or a bitwise operation rest on those of its
/// operands only. Nothing unless \p E was computed from something as narrow:
/// so a short counter is a short counter, not what its promotion to int is.
static const LaneExpr *foldNarrowing(LaneContext &C, const LaneExpr *E,
                                     unsigned Width) {
  // Those are the operations that commute.
  if (!isCommutative(E->op()) || Width == 1)
    return nullptr;
  auto IsExtended = [Width](const LaneExpr *Operand) {
    return (Operand->op() == LaneOp::ZExt || Operand->op() == LaneOp::SExt) &&
           Operand->operand(0)->width() <= Width;
  };
  const LaneExpr *L = E->operand(0), *R = E->operand(1);
  if (!IsExtended(L) && !IsExtended(R))
    return nullptr;
  return C.binary(E->op(), C.cast(LaneOp::Trunc, L, Width),
                  C.cast(LaneOp::Trunc, R, Width));
}

const LaneExpr *LaneContext::cast(LaneOp Op, const LaneExpr *E,
                                  unsigned Width) {
  if (E->width() == Width)
    return E;
  assert((Op == LaneOp::Trunc) == (Width < E->width()) && "ill-formed cast");
  if (E->isConst())
    return constant(applyUnary(Op, E->constant(), E->width(), Width), Width);
  if (isCast(E->op()))
    if (const LaneExpr *Folded = foldCastOfCast(*this, Op, E, Width))
      return Folded;
  if (Op == LaneOp::Trunc)
    if (const LaneExpr *Narrow = foldNarrowing(*this, E, Width))
      return Narrow;
  return S->intern({.Op = Op, .Width = Width, .Operands = {E}});
}

} // namespace warplint
