//===- UnrolledValues.cpp - Values in one copy of a loop ------------------===//

#include "UnrolledValues.h"
#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/Substitution.h"
#include "llvm/ADT/STLExtras.h"

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
  if (Value->op() != LaneOp::Const)
    return nullptr;
  return Values[{Recurrence, Iteration}] = Value;
}

/// What the recurrences of \p E are in the copy, where that is known.
void UnrolledValues::addSteps(const LaneExpr *E, UnrolledIteration Copy,
                              Replacements &To) {
  const auto [Number, By] = Copy;
  if (By->op() != LaneOp::Const)
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

} // namespace warplint
