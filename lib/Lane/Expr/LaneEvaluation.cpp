//===- LaneEvaluation.cpp - Lanes whose leaves are all known --------------===//
//
// One lane by itself, or the lanes of a warp side by side: the same walk over
// the expression with one value, or 32, for each node. Only a shuffle can tell
// the two apart.
//
//===----------------------------------------------------------------------===//

#include "warplint/Lane/LaneEvaluation.h"
#include "LaneWalk.h"
#include "ScalarArithmetic.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <map>

namespace warplint {
namespace {

using Bits = std::optional<uint64_t>;

template <size_t NumLanes> class PlainEvaluation {
public:
  using Values = std::array<Bits, NumLanes>;

  PlainEvaluation(const LaneContext &Context,
                  std::array<const LeafValues *, NumLanes> Lanes,
                  uint64_t *LoopSteps)
      : Context(Context), Lanes(Lanes), LoopSteps(LoopSteps) {}

  const Values &value(const LaneExpr *E);

private:
  /// Values of the recurrences of one loop in one iteration, by their number.
  using LoopState = std::map<unsigned, Values>;
  /// Values of nodes while some loops are held at an iteration. Each stays
  /// where it is.
  struct Memo {
    llvm::SmallDenseMap<const LaneExpr *, const Values *, 32> Of;
    std::deque<Values> All;
  };

  bool isOutOfSteps();
  Values compute(const LaneExpr *E);
  template <typename Function> static Values each(Function Compute) {
    Values Result;
    for (size_t Lane = 0; Lane < NumLanes; ++Lane)
      Result[Lane] = Compute(Lane);
    return Result;
  }
  Values unary(const LaneExpr *E);
  Values binary(const LaneExpr *E);
  Values select(const LaneExpr *E);
  Values shuffle(const LaneExpr *E);
  Values recurrence(const LaneExpr *E);
  Bits leaf(const LaneExpr *E, const LeafValues &Leaves) const;
  Bits iteration(unsigned Loop) const;
  LoopState firstState(const LaneExpr *E, unsigned Loop);
  LoopState nextState(const LoopState &State);

  const LaneContext &Context;
  /// Null for a lane that does not exist.
  std::array<const LeafValues *, NumLanes> Lanes;
  Memo Known;
  /// Loops that are being stepped: where they are and what holds there.
  std::map<unsigned, std::pair<uint64_t, const LoopState *>> Stepping;
  /// Values that may yet be computed while a loop is stepped; null: any number.
  uint64_t *LoopSteps;
};

template <size_t N>
auto PlainEvaluation<N>::value(const LaneExpr *E) -> const Values & {
  if (const Values *Found = Known.Of.lookup(E))
    return *Found;
  Values Result = isOutOfSteps() ? Values() : compute(E);
  // The table may have been put aside and taken back, meanwhile. References to
  // what it holds stay good.
  const Values *&Kept = Known.Of[E];
  if (!Kept)
    Kept = &Known.All.emplace_back(Result);
  return *Kept;
}

template <size_t N> bool PlainEvaluation<N>::isOutOfSteps() {
  if (!LoopSteps || Stepping.empty())
    return false;
  return *LoopSteps == 0 || --*LoopSteps == 0;
}

template <size_t N>
auto PlainEvaluation<N>::compute(const LaneExpr *E) -> Values {
  switch (E->op()) {
  case LaneOp::Recurrence:
    return recurrence(E);
  case LaneOp::Select:
    return select(E);
  case LaneOp::Shuffle:
    return shuffle(E);
  default:
    break;
  }
  if (E->numOperands())
    return E->numOperands() == 1 ? unary(E) : binary(E);
  return each([&](size_t Lane) {
    return Lanes[Lane] ? leaf(E, *Lanes[Lane]) : Bits();
  });
}

template <size_t N>
Bits PlainEvaluation<N>::leaf(const LaneExpr *E,
                              const LeafValues &Leaves) const {
  switch (E->op()) {
  case LaneOp::Const:
    return E->constant();
  case LaneOp::ThreadIdx:
    return Leaves.ThreadIdx[E->index()];
  case LaneOp::BlockDim:
    return Leaves.BlockDim[E->index()];
  case LaneOp::Symbol:
    if (E->index() >= Leaves.Symbols.size())
      return std::nullopt;
    return truncated(Leaves.Symbols[E->index()], E->width());
  case LaneOp::Iteration:
    return iteration(E->index());
  default:
    return std::nullopt;
  }
}

template <size_t N>
auto PlainEvaluation<N>::unary(const LaneExpr *E) -> Values {
  const Values &Operand = value(E->operand(0));
  return each([&](size_t Lane) -> Bits {
    if (!Operand[Lane])
      return std::nullopt;
    return applyUnary(E->op(), *Operand[Lane], E->operand(0)->width(),
                      E->width());
  });
}

/// The operand that settles the result whatever the other is: a guard `a && b`
/// does not evaluate b where a is false, and an unknown index times zero is
/// zero.
Bits absorbing(const LaneExpr *E) {
  if (E->op() == LaneOp::And || E->op() == LaneOp::Mul)
    return 0;
  if (E->op() == LaneOp::Or)
    return lowMask(E->width());
  return std::nullopt;
}

template <size_t N>
auto PlainEvaluation<N>::binary(const LaneExpr *E) -> Values {
  const Values &L = value(E->operand(0));
  const Values &R = value(E->operand(1));
  Bits Absorbing = absorbing(E);
  return each([&](size_t Lane) -> Bits {
    if (Absorbing && (L[Lane] == Absorbing || R[Lane] == Absorbing))
      return Absorbing;
    if (!L[Lane] || !R[Lane])
      return std::nullopt;
    return applyBinary(E->op(), E->operand(0)->width(), *L[Lane], *R[Lane]);
  });
}

template <size_t N>
auto PlainEvaluation<N>::select(const LaneExpr *E) -> Values {
  const Values &C = value(E->operand(0));
  const Values &T = value(E->operand(1));
  const Values &F = value(E->operand(2));
  return each([&](size_t Lane) {
    if (!C[Lane])
      return Bits();
    return *C[Lane] ? T[Lane] : F[Lane];
  });
}

template <size_t N>
auto PlainEvaluation<N>::shuffle(const LaneExpr *E) -> Values {
  // A single lane does not know of others.
  if constexpr (N != WarpSize) {
    return {};
  } else {
    const Values &Value = value(E->operand(0));
    const Values &Source = value(E->operand(1));
    return each([&](size_t Lane) {
      return Source[Lane] ? Value[*Source[Lane] % WarpSize] : Bits();
    });
  }
}

template <size_t N> Bits PlainEvaluation<N>::iteration(unsigned Loop) const {
  if (auto It = Stepping.find(Loop); It != Stepping.end())
    return truncated(It->second.first, 32);
  const LeafValues *First = nullptr;
  for (const LeafValues *Leaves : Lanes)
    if (!First)
      First = Leaves;
  if (!First || Loop >= First->Iterations.size())
    return std::nullopt;
  return truncated(First->Iterations[Loop], 32);
}

/// Of the recurrences of \p Loop that \p E, or what those grow from, refers to.
template <size_t N>
auto PlainEvaluation<N>::firstState(const LaneExpr *E, unsigned Loop)
    -> LoopState {
  LoopState State;
  forEachBelow(E, [&](const LaneExpr *Node, auto &Rest) {
    if (Node->op() != LaneOp::Recurrence)
      return;
    const LaneRecurrence &R = Context.recurrenceAt(Node->index());
    if (R.Loop == Loop)
      State.emplace(Node->index(), Values());
    Rest.push_back(R.Next);
  });
  for (auto &[Number, Value] : State)
    if (const LaneExpr *Init = Context.recurrenceAt(Number).Init)
      Value = value(Init);
  return State;
}

template <size_t N>
auto PlainEvaluation<N>::nextState(const LoopState &State) -> LoopState {
  // What was computed with another state does not hold here.
  Memo Outside;
  std::swap(Known, Outside);
  LoopState Next;
  for (auto &[Number, Value] : State) {
    const LaneExpr *Step = Context.recurrenceAt(Number).Next;
    Next.emplace(Number, Step ? value(Step) : Values());
  }
  std::swap(Known, Outside);
  return Next;
}

template <size_t N>
auto PlainEvaluation<N>::recurrence(const LaneExpr *E) -> Values {
  unsigned Loop = Context.recurrenceAt(E->index()).Loop;
  if (auto It = Stepping.find(Loop); It != Stepping.end()) {
    auto Value = It->second.second->find(E->index());
    return Value == It->second.second->end() ? Values() : Value->second;
  }
  Bits Last = iteration(Loop);
  if (!Last)
    return {};
  LoopState State = firstState(E, Loop);
  for (uint64_t Iteration = 0; Iteration < *Last; ++Iteration) {
    Stepping[Loop] = {Iteration, &State};
    LoopState Next = nextState(State);
    Stepping.erase(Loop);
    if (LoopSteps && *LoopSteps == 0)
      return {};
    State = std::move(Next);
  }
  return State[E->index()];
}

} // namespace

std::optional<uint64_t> evaluate(const LaneContext &Context, const LaneExpr *E,
                                 const LeafValues &Leaves,
                                 uint64_t *LoopSteps) {
  return PlainEvaluation<1>(Context, {&Leaves}, LoopSteps).value(E)[0];
}

LaneValues evaluateWarp(const LaneContext &Context, const LaneExpr *E,
                        const WarpLeaves &Leaves, LaneMask Existing,
                        uint64_t *LoopSteps) {
  std::array<const LeafValues *, WarpSize> Lanes = {};
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Existing >> L & 1)
      Lanes[L] = &Leaves[L];
  return PlainEvaluation<WarpSize>(Context, Lanes, LoopSteps).value(E);
}

} // namespace warplint
