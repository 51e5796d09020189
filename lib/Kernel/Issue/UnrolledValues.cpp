//===- UnrolledValues.cpp - Values in one copy of a loop ------------------===//

#include "UnrolledValues.h"
#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/Substitution.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint {

/// Longer loops are not stepped through: what doubles or halves is 0 by then.
static constexpr uint64_t MaxIteration = 64;

ArrayRef<const LaneExpr *> UnrolledValues::recurrencesIn(const LaneExpr *E) {
  auto [It, New] = Recurrences.try_emplace(E);
  if (!New)
    return It->second;
  SmallVector<const LaneExpr *, 1> Found;
  forEachBelow(E, [&](const LaneExpr *N, auto &) {
    if (N->op() == LaneOp::Recurrence)
      Found.push_back(N);
  });
  return Recurrences[E] = std::move(Found);
}

const LaneExpr *UnrolledValues::valueOf(const LaneExpr *Recurrence,
                                        uint64_t Iteration) {
  auto [It, New] = Values.try_emplace({Recurrence, Iteration}, nullptr);
  if (!New || Iteration > MaxIteration)
    return It->second;
  const LaneRecurrence R = C.recurrenceAt(Recurrence->index());
  const LaneExpr *Value = R.Init;
  if (Iteration != 0) {
    Replacements Before;
    Before[C.iteration(R.Loop)] = C.constant(Iteration - 1, 32);
    for (const LaneExpr *Member :
         SmallVector<const LaneExpr *, 2>(recurrencesIn(R.Next)))
      if (C.recurrenceAt(Member->index()).Loop == R.Loop)
        if (const LaneExpr *Known = valueOf(Member, Iteration - 1))
          Before[Member] = Known;
    Value = substitute(C, R.Next, Before);
  }
  if (!Value->isConst())
    return nullptr;
  return Values[{Recurrence, Iteration}] = Value;
}

/// What the recurrences of \p E are in the copy, where that is known.
void UnrolledValues::addSteps(const LaneExpr *E, UnrolledIteration Copy,
                              Replacements &To) {
  const auto [Number, By] = Copy;
  if (!By->isConst())
    return;
  for (const LaneExpr *R : SmallVector<const LaneExpr *, 2>(recurrencesIn(E)))
    if (C.recurrenceAt(R->index()).Loop == Number)
      if (const LaneExpr *Value = valueOf(R, By->constant()))
        To[R] = Value;
}

const LaneExpr *UnrolledValues::at(const LaneExpr *E,
                                   ArrayRef<UnrolledIteration> Iterations) {
  for (const UnrolledIteration &Copy : reverse(Iterations)) {
    Replacements To;
    To[C.iteration(Copy.first)] = Copy.second;
    addSteps(E, Copy, To);
    E = substitute(C, E, To);
  }
  return E;
}

const LaneExpr *
UnrolledValues::stepped(const LaneExpr *E,
                        ArrayRef<UnrolledIteration> Iterations) {
  for (const UnrolledIteration &Copy : reverse(Iterations)) {
    Replacements To;
    addSteps(E, Copy, To);
    if (!To.empty())
      E = substitute(C, E, To);
  }
  return E;
}

namespace {

class Folding {
public:
  Folding(ExprBuilder &Exprs, UnrolledValues &Values,
          ArrayRef<UnrolledIteration> Iterations)
      : Exprs(Exprs), Values(Values), Iterations(Iterations) {}

  bool foldsAway(const Instruction &V, unsigned Depth) {
    return Depth != 0 && !V.use_empty() && all_of(V.uses(), [&](const Use &U) {
             const auto *User = dyn_cast<Instruction>(U.getUser());
             return User && User->getType()->isIntegerTy() &&
                    (absorbs(*User, U.getOperandNo()) ||
                     (isa<BinaryOperator, CastInst, SelectInst>(User) &&
                      foldsAway(*User, Depth - 1)));
           });
  }

private:
  std::optional<uint64_t> constantOf(Value *V) {
    if (!V->getType()->isIntegerTy() || V->getType()->getIntegerBitWidth() > 64)
      return std::nullopt;
    const LaneExpr *E = Values.at(Exprs.build(V), Iterations);
    return E->isConst() ? std::optional(E->constant()) : std::nullopt;
  }

  /// The result of \p User does not depend on operand \p Number.
  bool absorbs(const Instruction &User, unsigned Number) {
    if (const auto *Select = dyn_cast<SelectInst>(&User)) {
      if (Number == 0)
        return false;
      auto Taken = constantOf(Select->getOperand(0));
      return Taken && *Taken == Number - 1;
    }
    const bool IsOr = User.getOpcode() == Instruction::Or;
    if (!IsOr && User.getOpcode() != Instruction::And &&
        User.getOpcode() != Instruction::Mul)
      return false;
    auto Other = constantOf(User.getOperand(1 - Number));
    return Other && *Other == (IsOr ? maskTrailingOnes<uint64_t>(
                                          User.getType()->getIntegerBitWidth())
                                    : 0);
  }

  ExprBuilder &Exprs;
  UnrolledValues &Values;
  ArrayRef<UnrolledIteration> Iterations;
};

} // namespace

bool foldsAway(const Instruction &Loaded, ExprBuilder &Exprs,
               UnrolledValues &Values, ArrayRef<UnrolledIteration> Iterations) {
  constexpr unsigned MaxDepth = 6;
  return Folding(Exprs, Values, Iterations).foldsAway(Loaded, MaxDepth);
}

} // namespace warplint
