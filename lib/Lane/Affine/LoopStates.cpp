//===- LoopStates.cpp - Loop-carried values by stepping the loop ----------===//
//
// A recurrence is known once its loop's iteration is. The loop is stepped from
// its first values with its own expressions until it is left, or until the
// values repeat: then the later iterations are the earlier ones over again, and
// one case stands for First, First + Period, First + 2 * Period, ...
//
//===----------------------------------------------------------------------===//

#include "WarpEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <utility>

namespace warplint {

/// More than the halvings of a 64-bit number.
static constexpr uint64_t FewSteps = 70;

WarpEvaluation::Frame *WarpEvaluation::frameStepping(unsigned Loop) {
  for (const auto &F : llvm::reverse(Frames))
    if (F->Loop == Loop)
      return F.get();
  return nullptr;
}

bool WarpEvaluation::isEager(unsigned Loop) const {
  return llvm::is_contained(Case.EagerLoops, Loop);
}

LaneForm WarpEvaluation::iteration(const LaneExpr *E, LaneMask Mask) {
  if (const Frame *F = frameStepping(E->index()))
    return constantForm(static_cast<int64_t>(F->Iteration), Mask);
  return baseForm(Ground.Loops.iterationAtom(Ground.Atoms, E->index()), Mask);
}

/// What every iteration adds to \p E, if that is the same each time: the loop
/// need not be followed then.
const LaneExpr *WarpEvaluation::constantStep(const LaneExpr *E) const {
  const LaneRecurrence &R = Ground.Context.recurrenceAt(E->index());
  if (!R.Init || !R.Next || R.Next->op() != LaneOp::Add)
    return nullptr;
  for (unsigned I : {0u, 1u})
    if (R.Next->operand(I) == E &&
        !Ground.Loops.dependsOn(R.Next->operand(1 - I), R.Loop))
      return R.Next->operand(1 - I);
  return nullptr;
}

/// The first value and \p Step for every iteration before.
LaneForm WarpEvaluation::afterSteps(const LaneExpr *E, const LaneExpr *Step,
                                    LaneMask Mask) {
  LaneForm Result{.Lanes = Mask};
  const LaneRecurrence &R = Ground.Context.recurrenceAt(E->index());
  const LaneForm First = value(R.Init, Mask);
  if (stopped())
    return Result;
  const LaneForm Added = value(Step, Mask);
  if (stopped())
    return Result;
  Mask = Result.takeFaults(First, Mask);
  Mask = Result.takeFaults(Added, Mask);
  LaneForm Times =
      baseForm(Ground.Loops.iterationAtom(Ground.Atoms, R.Loop), Mask);
  if (stopped() || !Mask)
    return Result;
  Result.merge(addScaled(First, multiply(E, Mask, Added, Times), 1, Mask),
               Mask);
  normalize(Result, E->width());
  return Result;
}

LaneForm WarpEvaluation::recurrence(const LaneExpr *E, LaneMask Mask) {
  unsigned Loop = Ground.Context.recurrenceAt(E->index()).Loop;
  const LoopValues *Values = nullptr;
  if (const Frame *F = frameStepping(Loop)) {
    Values = F->State;
  } else {
    if (const LaneExpr *Step = constantStep(E))
      return afterSteps(E, Step, Mask);
    // What all lanes share may well drop out of the address.
    if (!E->isLaneVarying() && !Case.Loops.contains(Loop))
      if (auto Name =
              named(E, Mask, DerivedRole::Value, 0, allValues(E->width())))
        return *Name;
    Values = loopValues(Loop);
  }
  LaneForm Result{.Lanes = Mask};
  if (Values)
    Result.merge(Values->at(E->index()), Mask);
  else
    Result.setFault(Mask, Undecided);
  return Result;
}

/// The values of the iteration that the case is in; nothing while it is not
/// decided.
const WarpEvaluation::LoopValues *WarpEvaluation::loopValues(unsigned Loop) {
  if (auto It = ValuesAtPoint.find(Loop); It != ValuesAtPoint.end())
    return &It->second;
  auto Point = Case.Loops.find(Loop);
  if (Point == Case.Loops.end()) {
    if (!IsRelaxed)
      askLoopPoint(Loop);
    return nullptr;
  }
  for (const auto &F : Frames) {
    for (const auto &[Number, Node] : Ground.Loops.recurrencesOf(Loop)) {
      if (!Ground.Loops.dependsOn(Node, F->Loop))
        continue;
      LaneForm Nothing;
      fail(Nothing, 0, {Obstacle::MutualLoops});
      return nullptr;
    }
  }
  uint64_t First = Point->second.First, Start = 0;
  LoopValues Values;
  if (const LoopTrace *Trace = Point->second.Trace.get();
      Trace && !Trace->States.empty()) {
    Start = std::min<uint64_t>(First, Trace->States.size() - 1);
    Values = Trace->States[Start];
  } else {
    Values = firstValues(Loop);
  }
  for (uint64_t N = Start; N < First && !stopped(); ++N)
    Values = nextValues(Loop, N, Values);
  if (stopped())
    return nullptr;
  // Lanes that the relaxed mode left open are open for this guard only.
  if (IsRelaxed)
    for (const auto &[Number, Value] : Values)
      if (Value.Faulty)
        return &(RelaxedValues[Loop] = std::move(Values));
  return &(ValuesAtPoint[Loop] = std::move(Values));
}

std::optional<std::map<unsigned, LaneForm>>
WarpEvaluation::stateOf(unsigned Loop) {
  const LoopValues *Values = loopValues(Loop);
  if (!Values || stopped())
    return std::nullopt;
  return *Values;
}

/// Of all threads that exist.
LaneForm WarpEvaluation::valueOr(const LaneExpr *E, Obstacle IfNull) {
  LaneForm Result{.Lanes = Threads.Existing};
  if (E)
    Result.merge(value(E, Threads.Existing), Threads.Existing);
  else
    fail(Result, Threads.Existing, {IfNull});
  return Result;
}

WarpEvaluation::LoopValues WarpEvaluation::firstValues(unsigned Loop) {
  LoopValues Values;
  for (const auto &[Number, Node] : Ground.Loops.recurrencesOf(Loop)) {
    Values[Number] = valueOr(Ground.Context.recurrenceAt(Number).Init,
                             Obstacle::FirstOfLoop);
  }
  return Values;
}

template <typename Function>
auto WarpEvaluation::inStep(unsigned Loop, uint64_t Iteration,
                            const LoopValues &Values, Function Evaluate) {
  unsigned Outer = Frames.empty() ? 0 : Frames.back()->Step;
  auto F = std::make_unique<Frame>();
  F->Loop = Loop;
  F->Iteration = Iteration;
  F->Step = Ground.Atoms.step(Outer, Loop, Iteration);
  F->State = &Values;
  F->IsEager = isEager(Loop);
  Frames.push_back(std::move(F));
  auto Result = Evaluate();
  Frames.pop_back();
  return Result;
}

WarpEvaluation::LoopValues
WarpEvaluation::nextValues(unsigned Loop, uint64_t Iteration,
                           const LoopValues &Values) {
  return inStep(Loop, Iteration, Values, [&] {
    LoopValues Next;
    for (const auto &[Number, Value] : Values) {
      Next[Number] = valueOr(Ground.Context.recurrenceAt(Number).Next,
                             Obstacle::NextOfLoop);
    }
    return Next;
  });
}

/// No lane executes iteration \p Iteration. Nothing is asked to find out: going
/// on too long only adds cases that a guard excludes.
bool WarpEvaluation::hasLeft(unsigned Loop, uint64_t Iteration,
                             const LoopValues &Values) {
  const LaneLoop &L = Ground.Context.loopAt(Loop);
  if (L.TripCount && Iteration >= *L.TripCount)
    return true;
  if (!L.Continue)
    return false;
  bool WasRelaxed = std::exchange(IsRelaxed, true);
  LaneForm Goes = inStep(Loop, Iteration, Values, [&] {
    return LaneForm(value(L.Continue, Threads.Existing));
  });
  IsRelaxed = WasRelaxed;
  return !stopped() && !Goes.Faulty && !Goes.symbolicLanes(Threads.Existing) &&
         !Goes.nonZeroLanes(Threads.Existing);
}

static bool sameForms(const LaneForm &A, const LaneForm &B) {
  if (A.Faulty != B.Faulty)
    return false;
  for (unsigned L : LanesOf(A.Lanes)) {
    bool IsFaulty = A.Faulty >> L & 1;
    if (IsFaulty ? A.Fault[L] != B.Fault[L] : !sameInLane(A, B, L))
      return false;
  }
  return true;
}

static bool sameValues(const std::map<unsigned, LaneForm> &A,
                       const std::map<unsigned, LaneForm> &B) {
  return std::equal(
      A.begin(), A.end(), B.begin(), B.end(), [](const auto &X, const auto &Y) {
        return X.first == Y.first && sameForms(X.second, Y.second);
      });
}

/// The same for all that sameValues takes for the same.
static uint64_t hashOf(const std::map<unsigned, LaneForm> &Values) {
  auto With = [](uint64_t Hash, uint64_t Value) {
    return (Hash ^ Value) * 0x9E3779B97F4A7C15ull + (Hash >> 31);
  };
  uint64_t Hash = 0;
  for (const auto &[Number, Value] : Values) {
    Hash = With(Hash, Value.Faulty);
    for (unsigned L : LanesOf(Value.Lanes & ~Value.Faulty)) {
      auto Sum = static_cast<uint64_t>(Value.Constant[L]);
      for (const Term &T : Value.Terms) // In any order.
        if (T.Factor[L])
          Sum += With(With(0, T.Atom + 1), static_cast<uint64_t>(T.Factor[L]));
      Hash = With(Hash, Sum);
    }
  }
  return Hash;
}

bool hasAtoms(const std::map<unsigned, LaneForm> &Values) {
  return std::any_of(Values.begin(), Values.end(), [](const auto &Entry) {
    return !Entry.second.Terms.empty();
  });
}

void WarpEvaluation::askLoopPoint(unsigned Loop) {
  auto Trace = std::make_shared<LoopTrace>();
  bool CanRepeat = !Ground.Loops.stepsByIteration(Loop);
  std::unordered_multimap<uint64_t, uint64_t> Seen;
  // Iterations from FirstRepeated on repeat with Period.
  uint64_t FirstRepeated = UINT64_MAX, Period = 0;
  LoopValues Values = firstValues(Loop);
  LaneForm Nothing;
  for (uint64_t N = 0; !stopped() && !Period; ++N) {
    if (hasLeft(Loop, N, Values))
      break;
    if (N >= Ground.Options.MaxIterations)
      return fail(Nothing, 0, {Obstacle::EndlessLoop, N});
    if (N == FewSteps && hasAtoms(Values) && !isEager(Loop))
      return ask(Nothing, 0,
                 {.What = Decision::Kind::StepEagerly, .Loop = Loop});
    uint64_t Hash = hashOf(Values);
    auto [It, End] = Seen.equal_range(Hash);
    for (; CanRepeat && It != End; ++It) {
      if (!sameValues(Trace->States[It->second], Values))
        continue;
      FirstRepeated = It->second;
      Period = N - FirstRepeated;
    }
    Seen.emplace(Hash, N);
    Trace->States.push_back(Values);
    Values = nextValues(Loop, N, Trace->States.back());
  }
  if (stopped())
    return;
  if (Period)
    Trace->States.pop_back();
  Decision D{.What = Decision::Kind::LoopPoints,
             .Atom = Ground.Loops.iterationAtom(Ground.Atoms, Loop),
             .Loop = Loop};
  std::shared_ptr<const LoopTrace> Shared;
  if (std::none_of(Trace->States.begin(), Trace->States.end(), hasAtoms))
    Shared = Trace;
  for (uint64_t N = 0; N < Trace->States.size(); ++N)
    D.Points.push_back({.First = N,
                        .Period = N >= FirstRepeated ? Period : 0,
                        .Trace = Shared});
  ask(Nothing, 0, std::move(D));
}

} // namespace warplint
