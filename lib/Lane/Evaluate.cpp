//===- Evaluate.cpp - One lane, every leaf known --------------------------===//

#include "ScalarArithmetic.h"
#include "warplint/Lane/WarpProof.h"
#include <map>
#include <unordered_map>

namespace warplint {
namespace {

using Bits = std::optional<uint64_t>;

/// Values of the recurrences of one loop in one iteration, by their number.
using LoopState = std::map<unsigned, Bits>;

class PlainEvaluation {
public:
  PlainEvaluation(const LaneContext &Context, const LeafValues &Leaves)
      : Context(Context), Leaves(Leaves) {}

  Bits value(const LaneExpr *E);

private:
  /// Values of nodes, by id, while some loops are held at an iteration.
  struct Entry {
    bool IsComputed = false;
    Bits Value;
  };
  using Memo = std::vector<Entry>;

  Bits compute(const LaneExpr *E);
  Bits binary(const LaneExpr *E);
  Bits absorbing(const LaneExpr *E);
  Bits select(const LaneExpr *E);
  Bits recurrence(const LaneExpr *E);
  Bits iteration(unsigned Loop) const;
  void collect(const LaneExpr *E, unsigned Loop, LoopState &Found);
  LoopState firstState(const LaneExpr *E, unsigned Loop);
  LoopState nextState(unsigned Loop, const LoopState &State);

  const LaneContext &Context;
  const LeafValues &Leaves;
  Memo Known;
  /// Loops that are being stepped: where they are and what holds there.
  std::map<unsigned, std::pair<uint64_t, const LoopState *>> Stepping;
};

Bits PlainEvaluation::value(const LaneExpr *E) {
  if (E->op() == LaneOp::Const)
    return E->constant();
  unsigned Id = E->id();
  if (Id >= Known.size())
    Known.resize(Id + 1);
  if (Known[Id].IsComputed)
    return Known[Id].Value;
  Bits Result = compute(E);
  // The table may have grown, or have been put aside and taken back, meanwhile.
  if (Id >= Known.size())
    Known.resize(Id + 1);
  Known[Id] = {true, Result};
  return Result;
}

Bits PlainEvaluation::compute(const LaneExpr *E) {
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
  case LaneOp::Opaque:
    return std::nullopt;
  case LaneOp::Iteration:
    return iteration(E->index());
  case LaneOp::Recurrence:
    return recurrence(E);
  case LaneOp::Select:
    return select(E);
  case LaneOp::Not: {
    Bits V = value(E->operand(0));
    return V ? Bits(*V ^ 1) : V;
  }
  case LaneOp::ZExt:
  case LaneOp::SExt:
  case LaneOp::Trunc: {
    const LaneExpr *Operand = E->operand(0);
    Bits V = value(Operand);
    return V ? Bits(applyCast(E->op(), *V, Operand->width(), E->width())) : V;
  }
  case LaneOp::And:
  case LaneOp::Or:
  case LaneOp::Mul:
    return absorbing(E);
  default:
    return binary(E);
  }
}

Bits PlainEvaluation::binary(const LaneExpr *E) {
  Bits L = value(E->operand(0));
  if (!L)
    return L;
  Bits R = value(E->operand(1));
  if (!R)
    return R;
  return applyBinary(E->op(), E->operand(0)->width(), *L, *R);
}

/// One operand can settle the result whatever the other is: a guard `a && b`
/// does not evaluate b where a is false, and an unknown index times zero is
/// zero.
Bits PlainEvaluation::absorbing(const LaneExpr *E) {
  uint64_t Absorbing = E->op() == LaneOp::Or ? lowMask(E->width()) : 0;
  for (unsigned I = 0; I < 2; ++I)
    if (value(E->operand(I)) == Absorbing)
      return Absorbing;
  return binary(E);
}

Bits PlainEvaluation::select(const LaneExpr *E) {
  Bits C = value(E->operand(0));
  return C ? value(E->operand(*C ? 1 : 2)) : C;
}

Bits PlainEvaluation::iteration(unsigned Loop) const {
  if (auto It = Stepping.find(Loop); It != Stepping.end())
    return truncated(It->second.first, 32);
  if (Loop >= Leaves.Iterations.size())
    return std::nullopt;
  return truncated(Leaves.Iterations[Loop], 32);
}

/// Adds the recurrences of \p Loop that \p E, or what those grow from, refers
/// to.
void PlainEvaluation::collect(const LaneExpr *E, unsigned Loop,
                              LoopState &Found) {
  std::vector<const LaneExpr *> Work = {E};
  std::unordered_map<const LaneExpr *, bool> Seen;
  while (!Work.empty()) {
    const LaneExpr *Node = Work.back();
    Work.pop_back();
    if (!Seen.emplace(Node, true).second)
      continue;
    for (unsigned I = 0; I < Node->numOperands(); ++I)
      Work.push_back(Node->operand(I));
    if (Node->op() != LaneOp::Recurrence)
      continue;
    const LaneRecurrence &R = Context.recurrenceAt(Node->index());
    if (R.Loop == Loop)
      Found.emplace(Node->index(), Bits());
    if (R.Next)
      Work.push_back(R.Next);
  }
}

LoopState PlainEvaluation::firstState(const LaneExpr *E, unsigned Loop) {
  LoopState State;
  collect(E, Loop, State);
  for (auto &[Number, Value] : State)
    if (const LaneExpr *Init = Context.recurrenceAt(Number).Init)
      Value = value(Init);
  return State;
}

LoopState PlainEvaluation::nextState(unsigned Loop, const LoopState &State) {
  // What was computed with another state does not hold here.
  Memo Outside;
  std::swap(Known, Outside);
  LoopState Next;
  for (auto &[Number, Value] : State) {
    const LaneExpr *Step = Context.recurrenceAt(Number).Next;
    Next.emplace(Number, Step ? value(Step) : Bits());
  }
  std::swap(Known, Outside);
  return Next;
}

Bits PlainEvaluation::recurrence(const LaneExpr *E) {
  unsigned Loop = Context.recurrenceAt(E->index()).Loop;
  if (auto It = Stepping.find(Loop); It != Stepping.end()) {
    auto Value = It->second.second->find(E->index());
    return Value == It->second.second->end() ? Bits() : Value->second;
  }
  if (Loop >= Leaves.Iterations.size())
    return std::nullopt;
  LoopState State = firstState(E, Loop);
  for (uint64_t N = 0; N < Leaves.Iterations[Loop]; ++N) {
    Stepping[Loop] = {N, &State};
    LoopState Next = nextState(Loop, State);
    Stepping.erase(Loop);
    State = std::move(Next);
  }
  return State[E->index()];
}

} // namespace

std::optional<uint64_t> evaluate(const LaneContext &Context, const LaneExpr *E,
                                 const LeafValues &Leaves) {
  return PlainEvaluation(Context, Leaves).value(E);
}

} // namespace warplint
