//===- LoopPeriods.cpp - Iterations after which all repeats ---------------===//

#include "LoopPeriods.h"
#include "LaneWalk.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <bit>
#include <numeric>
#include <vector>

using namespace llvm;

namespace warplint {

using Period = std::optional<uint64_t>;

Period LoopPeriods::both(Period A, Period B) {
  if (!A || !B)
    return std::nullopt;
  const uint64_t Common = std::lcm(*A, *B);
  return Common <= MostIterations ? Period(Common) : std::nullopt;
}

Period LoopPeriods::ofOperands(const LaneExpr *E) {
  Period All = 1;
  for (const LaneExpr *Operand : E->operands())
    if (All)
      All = both(All, of(Operand));
  return All;
}

static const LaneExpr *constantOperand(const LaneExpr *E, unsigned I) {
  return E->operand(I)->isConst() ? E->operand(I) : nullptr;
}

/// The lowest \p Bits bits of \p E.
Period LoopPeriods::ofLowBits(const LaneExpr *E, unsigned Bits) {
  if (Period Whole = Bits == 0 ? Period(1) : of(E))
    return Whole;
  if (LooksLeft == 0)
    return std::nullopt;
  --LooksLeft;
  auto Both = [&](unsigned A, unsigned B) {
    return both(ofLowBits(E->operand(A), Bits), ofLowBits(E->operand(B), Bits));
  };
  switch (E->op()) {
  case LaneOp::Iteration:
    // Counting wraps around at a multiple of any power of two.
    return Bits < 64 && uint64_t(1) << Bits <= MostIterations
               ? Period(uint64_t(1) << Bits)
               : std::nullopt;
  case LaneOp::Mul:
    for (unsigned I : {0u, 1u})
      if (const LaneExpr *Times = constantOperand(E, I)) {
        const unsigned Zeros = std::countr_zero(Times->constant());
        return ofLowBits(E->operand(1 - I), Bits - std::min(Bits, Zeros));
      }
    return Both(0, 1);
  case LaneOp::Add:
  case LaneOp::And:
  case LaneOp::Or:
  case LaneOp::Xor:
    return Both(0, 1);
  case LaneOp::Select:
    return both(of(E->operand(0)), Both(1, 2));
  case LaneOp::Shl:
    if (const LaneExpr *By = constantOperand(E, 1))
      return By->constant() >= Bits
                 ? Period(1)
                 : ofLowBits(E->operand(0), Bits - By->constant());
    return std::nullopt;
  case LaneOp::LShr:
  case LaneOp::AShr:
    if (const LaneExpr *By = constantOperand(E, 1);
        By && By->constant() + Bits <= E->width())
      return ofLowBits(E->operand(0), Bits + By->constant());
    return std::nullopt;
  case LaneOp::UDiv:
    if (const LaneExpr *By = constantOperand(E, 1);
        By && std::has_single_bit(By->constant()) &&
        std::countr_zero(By->constant()) + Bits <= E->width())
      return ofLowBits(E->operand(0), Bits + std::countr_zero(By->constant()));
    return std::nullopt;
  case LaneOp::ZExt:
  case LaneOp::SExt:
    return Bits <= E->operand(0)->width() ? ofLowBits(E->operand(0), Bits)
                                          : std::nullopt;
  case LaneOp::Trunc:
    return Bits <= E->width() ? ofLowBits(E->operand(0), Bits) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// What each iteration adds to \p E, where that is one number and no sum wraps
/// around: see mostOf.
std::optional<uint64_t> LoopPeriods::stepOf(const LaneExpr *E) {
  if (of(E) == 1)
    return 0;
  switch (E->op()) {
  case LaneOp::Iteration:
    return 1;
  case LaneOp::Add: {
    auto A = stepOf(E->operand(0)), B = stepOf(E->operand(1));
    return A && B ? std::optional(*A + *B) : std::nullopt;
  }
  case LaneOp::Mul:
    for (unsigned I : {0u, 1u})
      if (const LaneExpr *Times = constantOperand(E, I))
        if (auto Step = stepOf(E->operand(1 - I)))
          return *Step * Times->constant();
    return std::nullopt;
  case LaneOp::Shl:
    if (const LaneExpr *By = constantOperand(E, 1); By && By->constant() < 32)
      if (auto Step = stepOf(E->operand(0)))
        return *Step << By->constant();
    return std::nullopt;
  case LaneOp::ZExt:
  case LaneOp::SExt:
    return stepOf(E->operand(0));
  default:
    return std::nullopt;
  }
}

/// Read as a signed number, \p Value of \p Width bits is not negative.
static bool isBelowHalf(uint64_t Value, unsigned Width) {
  return Width >= 2 && Value >> (Width - 1) == 0;
}

/// A bound on \p E read as an unsigned number, where nothing in it wraps
/// around. Sums of counters that do not overflow by the language's promise stay
/// positive numbers of their type.
std::optional<uint64_t> LoopPeriods::mostOf(const LaneExpr *E) const {
  std::optional<uint64_t> Most;
  auto Of = [&](unsigned I) { return mostOf(E->operand(I)); };
  switch (E->op()) {
  case LaneOp::Const:
    Most = E->constant();
    break;
  case LaneOp::ThreadIdx:
  case LaneOp::BlockDim:
    Most = MaxBlockThreads;
    break;
  case LaneOp::Iteration:
    Most = C.loopAt(E->index()).TripCount;
    break;
  case LaneOp::Add:
    if (auto A = Of(0), B = Of(1); A && B) {
      Most = SaturatingAdd(*A, *B);
      if (E->noWrap() && isBelowHalf(*A, E->width()) &&
          isBelowHalf(*B, E->width()))
        Most = std::min(*Most, maskTrailingOnes<uint64_t>(E->width() - 1));
    }
    break;
  case LaneOp::Mul:
    if (auto A = Of(0), B = Of(1); A && B)
      Most = SaturatingMultiply(*A, *B);
    break;
  case LaneOp::Shl:
    if (const LaneExpr *By = constantOperand(E, 1); By && By->constant() < 32)
      if (auto A = Of(0))
        Most = SaturatingMultiply(*A, uint64_t(1) << By->constant());
    break;
  case LaneOp::And:
    for (unsigned I : {0u, 1u})
      if (auto Here = Of(I))
        Most = std::min(Most.value_or(*Here), *Here);
    break;
  case LaneOp::ZExt:
  case LaneOp::UDiv:
  case LaneOp::LShr:
    Most = Of(0);
    break;
  case LaneOp::SDiv:
    if (isNatural(E->operand(0), E->op()) && isNatural(E->operand(1), E->op()))
      Most = Of(0);
    break;
  case LaneOp::SExt:
    if (auto A = Of(0); A && isBelowHalf(*A, E->operand(0)->width()))
      Most = A;
    break;
  default:
    break;
  }
  if (!Most || (E->width() < 64 && *Most >> E->width()))
    return std::nullopt;
  return Most;
}

/// \p E is never negative, read as a number of the sign of \p Op.
bool LoopPeriods::isNatural(const LaneExpr *E, LaneOp Op) const {
  const bool IsSigned = Op == LaneOp::SRem || Op == LaneOp::SDiv;
  auto Most = mostOf(E);
  return Most && (!IsSigned || isBelowHalf(*Most, E->width()));
}

/// n * Step + c modulo m; the same divided by d before repeats as it does modulo
/// d * m.
Period LoopPeriods::ofRemainder(const LaneExpr *E) {
  const LaneExpr *Modulus = constantOperand(E, 1);
  if (!Modulus || Modulus->constant() == 0 ||
      !isBelowHalf(Modulus->constant(), E->width()))
    return std::nullopt;
  const uint64_t M = Modulus->constant();
  if (E->op() == LaneOp::URem && std::has_single_bit(M))
    return ofLowBits(E->operand(0), std::countr_zero(M));
  const LaneExpr *Of = E->operand(0);
  if (!isNatural(Of, E->op()))
    return std::nullopt;
  uint64_t Whole = M;
  while (Of->op() == LaneOp::UDiv || Of->op() == LaneOp::SDiv) {
    const LaneExpr *By = constantOperand(Of, 1);
    if (!By || By->constant() == 0 || !isNatural(By, Of->op()) ||
        !isNatural(Of->operand(0), Of->op()))
      return std::nullopt;
    Whole = SaturatingMultiply(Whole, By->constant());
    if (Whole > maskTrailingOnes<uint64_t>(32))
      return std::nullopt;
    Of = Of->operand(0);
  }
  auto Step = stepOf(Of);
  if (!Step)
    return std::nullopt;
  const uint64_t Result = Whole / std::gcd(*Step, Whole);
  return Result <= MostIterations ? Period(Result) : std::nullopt;
}

/// Of a value that the loop carries: with all others that it grows from, it
/// goes through the same values again once they are what they were at first.
Period LoopPeriods::ofRecurrence(const LaneExpr *E) {
  SmallVector<const LaneExpr *> Carried;
  bool IsClosed = true;
  forEachBelow(E, [&](const LaneExpr *Node, auto &Rest) {
    if (Node->op() == LaneOp::Iteration)
      IsClosed &= is_contained(Around, Node->index());
    if (Node->op() != LaneOp::Recurrence)
      return;
    const LaneRecurrence &R = C.recurrenceAt(Node->index());
    if (R.Loop == Loop)
      Carried.push_back(Node);
    else
      IsClosed &= is_contained(Around, R.Loop);
    // What it begins with does not change while the loop runs.
    Rest.push_back(R.Next);
  });
  if (!IsClosed)
    return std::nullopt;
  if (Carried.empty())
    return 1;
  std::vector<LaneValues> First;
  for (const LaneExpr *R : Carried)
    First.push_back(ValuesAt(R, 0));
  for (const LaneValues &V : First)
    if (none_of(V, [](const auto &Lane) { return Lane.has_value(); }))
      return std::nullopt;
  for (uint64_t N = 1; N <= MostIterations; ++N)
    if (all_of(zip(Carried, First), [&](const auto &Pair) {
          return ValuesAt(std::get<0>(Pair), N) == std::get<1>(Pair);
        }))
      return N;
  return std::nullopt;
}

Period LoopPeriods::of(const LaneExpr *E) {
  if (auto It = Known.find(E); It != Known.end())
    return It->second;
  Period Result = ofOperands(E);
  switch (E->op()) {
  case LaneOp::Iteration:
    Result = E->index() == Loop ? std::nullopt : Period(1);
    break;
  case LaneOp::Recurrence:
    Result = ofRecurrence(E);
    break;
  case LaneOp::And:
    for (unsigned I : {0u, 1u})
      if (const LaneExpr *Mask = constantOperand(E, I); Mask && !Result)
        Result = ofLowBits(E->operand(1 - I), std::bit_width(Mask->constant()));
    break;
  case LaneOp::URem:
  case LaneOp::SRem:
    if (!Result)
      Result = ofRemainder(E);
    break;
  case LaneOp::Trunc:
    if (!Result)
      Result = ofLowBits(E->operand(0), E->width());
    break;
  default:
    break;
  }
  Known[E] = Result;
  return Result;
}

} // namespace warplint
