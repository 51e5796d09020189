//===- WarpTotals.cpp - The sum over all executions of an access ----------===//

#include "warplint/Lane/WarpTotals.h"
#include "CaseOutcome.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {
namespace {

/// Cases of one execution that are compared with each other.
constexpr unsigned MaxCases = 64;

/// One request, or none: nothing is active.
struct Execution {
  bool IsRequest = false;
  Outcome Result = {};
  friend bool operator==(const Execution &, const Execution &) = default;
};

class Totals {
public:
  Totals(const LaneContext &Context, const WarpQuestion &Asked,
         const LoopNest &Nest, const BlockWarps &Block, AtomTable &Atoms,
         const LoopDependence &Loops, const ProofOptions &Options,
         unsigned MaxExecutions)
      : Context(Context), Nest(Nest), Block(Block),
        Ground{Context, Asked, Options, Atoms, Loops},
        ExecutionsLeft(MaxExecutions) {}

  std::optional<WarpTotals> run();
  uint64_t steps() const { return Ground.Steps; }

private:
  const WarpThreads &threads() const { return Block.Warps[Warp]; }
  bool isInnermost(size_t Depth) const {
    return Depth + 1 == Nest.Loops.size();
  }
  const LaneLoop &loopAt(size_t Depth) const {
    return Context.loopAt(Nest.Loops[Depth]);
  }
  std::optional<uint64_t> commonTrips(size_t Depth) const;
  bool addFrom(size_t Depth, LaneMask InLoops, const CaseState &Pinned);
  bool addLoop(size_t Depth, LaneMask InLoops, const CaseState &Pinned);
  bool addAtOnce(size_t Depth, LaneMask InLoops, const CaseState &Pinned);
  bool pin(size_t Depth, uint64_t Iteration, CaseState &State) const;
  bool keepGoing(size_t Depth, CaseState &State, LaneMask &InLoop);
  std::optional<Execution> judge(LaneMask InLoops, const CaseState &State);
  std::optional<Execution> judgeCase(LaneMask InLoops, const CaseState &State,
                                     std::vector<CaseState> &Splits);
  bool split(const WarpEvaluation &Evaluation, const CaseState &State,
             std::vector<CaseState> &Splits) const;

  const LaneContext &Context;
  const LoopNest &Nest;
  const BlockWarps &Block;
  ProofGround Ground;
  unsigned ExecutionsLeft;
  unsigned Warp = 0;
  WarpTotals Sum;
};

/// Iterations of a loop that all lanes run alike.
std::optional<uint64_t> Totals::commonTrips(size_t Depth) const {
  const LaneLoop &Loop = loopAt(Depth);
  if (!Loop.TripCount || Loop.IsUpperBound)
    return std::nullopt;
  return *Loop.TripCount + (isInnermost(Depth) && Nest.IsInCondition);
}

/// Puts the cases of a question on the list, unless it is about a loop of the
/// nest: to pin that one is surer.
bool Totals::split(const WarpEvaluation &Evaluation, const CaseState &State,
                   std::vector<CaseState> &Splits) const {
  if (Evaluation.outcome() == WarpEvaluation::Outcome::Infeasible)
    return true;
  if (Evaluation.outcome() != WarpEvaluation::Outcome::Asked)
    return false;
  const Decision &Question = Evaluation.question();
  if (Question.What == Decision::Kind::LoopPoints ||
      Question.What == Decision::Kind::StepEagerly)
    return false;
  if (Question.What != Decision::Kind::Expand) {
    auto IsIteration = [&](AtomId Id) {
      return Ground.Atoms[Id].Kind == AtomKind::Iteration;
    };
    if (Question.What == Decision::Kind::Threshold
            ? llvm::any_of(llvm::make_first_range(Question.Terms), IsIteration)
            : IsIteration(Question.Atom))
      return false;
    if (Question.Modulus > MaxCases ||
        (Question.What == Decision::Kind::Values &&
         Question.Range.Hi - Question.Range.Lo >= MaxCases))
      return false;
  }
  for (CaseState &Case : splitCase(Ground.Atoms, State, Question))
    Splits.push_back(std::move(Case));
  return true;
}

/// Nothing where the case is split, does not count, or cannot be decided; in
/// the last case \p Splits gets a surplus of cases, so that judge() gives up.
std::optional<Execution> Totals::judgeCase(LaneMask InLoops,
                                           const CaseState &State,
                                           std::vector<CaseState> &Splits) {
  WarpEvaluation Evaluation(Ground, threads(), State, false);
  auto GiveUp = [&] {
    Splits.resize(MaxCases + 1);
    return std::nullopt;
  };
  auto Stopped = [&]() -> std::optional<Execution> {
    if (!split(Evaluation, State, Splits))
      return GiveUp();
    return std::nullopt;
  };
  LaneMask Active = InLoops;
  if (Ground.Asked.Guard) {
    const LaneForm Guard = Evaluation.value(Ground.Asked.Guard, InLoops);
    if (Evaluation.stopped())
      return Stopped();
    if (Guard.Faulty & InLoops)
      return GiveUp();
    if (LaneMask Open = Guard.symbolicLanes(InLoops)) {
      LaneForm Nothing;
      Evaluation.askValue(Nothing, Open, Guard);
      return Stopped();
    }
    Active = Guard.nonZeroLanes(InLoops);
  }
  Active &= Ground.Asked.Lanes;
  if (!Active)
    return Execution();
  const LaneForm Address = Evaluation.value(Ground.Asked.Address, Active);
  if (Evaluation.stopped())
    return Stopped();
  if (Address.Faulty & Active)
    return GiveUp();
  bool IsMisaligned = false;
  auto Found = outcomeOfCase(Evaluation, Ground, Address, Active, IsMisaligned);
  if (!Found)
    return IsMisaligned ? GiveUp() : Stopped();
  // Where lanes differ in an unknown its value could make words coincide.
  if (!Found->Chosen.empty())
    return GiveUp();
  Sum.AssumesNoWrap |= Evaluation.assumedNoWrap();
  return Execution{true, Found->Result};
}

/// The outcome of one execution, if that is the same for all values of what is
/// unknown.
std::optional<Execution> Totals::judge(LaneMask InLoops,
                                       const CaseState &State) {
  std::optional<Execution> Common;
  std::vector<CaseState> Work = {State};
  for (unsigned Tried = 0; !Work.empty(); ++Tried) {
    if (Tried + Work.size() > MaxCases)
      return std::nullopt;
    CaseState Case = std::move(Work.back());
    Work.pop_back();
    auto Here = judgeCase(InLoops, Case, Work);
    if (!Here)
      continue;
    if (Common && *Common != *Here)
      return std::nullopt;
    Common = Here;
  }
  return Common;
}

/// All iterations of the loops from \p Depth on have the same outcome.
bool Totals::addAtOnce(size_t Depth, LaneMask InLoops,
                       const CaseState &Pinned) {
  uint64_t Times = 1;
  for (size_t D = Depth; D < Nest.Loops.size(); ++D) {
    auto Trips = commonTrips(D);
    if (!Trips)
      return false;
    if (__builtin_mul_overflow(Times, *Trips, &Times) || Times > UINT32_MAX)
      return false;
  }
  if (Times == 0)
    return true;
  auto One = judge(InLoops, Pinned);
  if (!One)
    return false;
  if (One->IsRequest) {
    Sum.Requests += Times;
    Sum.Value += Times * One->Result.Value;
    Sum.Ideal += Times * One->Result.Ideal;
  }
  return true;
}

/// Holds the loop at \p Iteration; false where it never gets there.
bool Totals::pin(size_t Depth, uint64_t Iteration, CaseState &State) const {
  unsigned Loop = Nest.Loops[Depth];
  if (Iteration > INT32_MAX)
    return false;
  State.Known[Ground.Loops.iterationAtom(Ground.Atoms, Loop)] = {
      .Lo = static_cast<int64_t>(Iteration),
      .Hi = static_cast<int64_t>(Iteration)};
  LoopPoint &Point = State.Loops[Loop];
  Point.First = Iteration;
  return true;
}

/// Takes the lanes that do not run the iteration that \p State is at out of
/// \p InLoop. False when that is not known.
bool Totals::keepGoing(size_t Depth, CaseState &State, LaneMask &InLoop) {
  const LaneExpr *Continue = loopAt(Depth).Continue;
  if (!Continue || !loopAt(Depth).IsContinueExact)
    return commonTrips(Depth).has_value();
  WarpEvaluation Evaluation(Ground, threads(), State, false);
  const LaneForm Goes = Evaluation.value(Continue, InLoop);
  if (Evaluation.stopped() || Goes.Faulty & InLoop ||
      Goes.symbolicLanes(InLoop))
    return false;
  InLoop = Goes.nonZeroLanes(InLoop);
  return true;
}

bool Totals::addLoop(size_t Depth, LaneMask InLoops, const CaseState &Pinned) {
  CaseState State = Pinned;
  auto Trace = std::make_shared<LoopTrace>();
  unsigned Loop = Nest.Loops[Depth];
  std::optional<uint64_t> Trips;
  if (!loopAt(Depth).IsUpperBound)
    Trips = loopAt(Depth).TripCount;
  bool IsOnceMore = isInnermost(Depth) && Nest.IsInCondition;
  for (uint64_t N = 0; InLoops; ++N) {
    bool IsPast = Trips && N >= *Trips;
    if (IsPast && !IsOnceMore)
      return true;
    // The condition is evaluated by those that ran the iteration before.
    if (IsOnceMore && !addFrom(Depth + 1, InLoops, State))
      return false;
    if (IsPast)
      return true;
    if (!pin(Depth, N, State))
      return false;
    // The values of the iteration before are where the next ones come from.
    State.Loops[Loop].Trace = Trace;
    if (!Ground.Loops.recurrencesOf(Loop).empty()) {
      WarpEvaluation Evaluation(Ground, threads(), State, false);
      auto Values = Evaluation.stateOf(Loop);
      // Values with unknowns would have to be followed anew each time.
      if (!Values || hasAtoms(*Values))
        return false;
      Trace->States.push_back(std::move(*Values));
    }
    if (!keepGoing(Depth, State, InLoops))
      return false;
    if (!IsOnceMore && InLoops && !addFrom(Depth + 1, InLoops, State))
      return false;
  }
  return true;
}

/// Adds all executions by the lanes \p InLoops within one iteration of the
/// loops that \p Pinned holds, which are those outside of \p Depth.
bool Totals::addFrom(size_t Depth, LaneMask InLoops, const CaseState &Pinned) {
  if (ExecutionsLeft == 0)
    return false;
  --ExecutionsLeft;
  if (addAtOnce(Depth, InLoops, Pinned))
    return true;
  return Depth < Nest.Loops.size() && addLoop(Depth, InLoops, Pinned);
}

std::optional<WarpTotals> Totals::run() {
  for (Warp = 0; Warp < Block.Warps.size(); ++Warp) {
    const uint64_t Before = Sum.Requests;
    if (!addFrom(0, threads().Existing, {}))
      return std::nullopt;
    const uint64_t OfThis = Sum.Requests - Before;
    if (OfThis && Sum.RequestsPerWarp && *Sum.RequestsPerWarp &&
        *Sum.RequestsPerWarp != OfThis)
      Sum.RequestsPerWarp.reset();
    else if (OfThis && Sum.RequestsPerWarp)
      Sum.RequestsPerWarp = OfThis;
  }
  return Sum;
}

} // namespace

std::optional<WarpTotals> totalsOf(const LaneContext &Context,
                                   const WarpQuestion &Asked,
                                   const LoopNest &Nest,
                                   const LaunchShape &Shape,
                                   const TotalsOptions &Options) {
  if (!Shape.isKnown() || !Asked.Address)
    return std::nullopt;
  AtomTable Atoms;
  std::vector<const LaneExpr *> Roots = {Asked.Address, Asked.Guard};
  for (unsigned Loop : Nest.Loops)
    Roots.push_back(Context.loopAt(Loop).Continue);
  LoopDependence Loops(Context, Roots);
  BlockWarps Block = warpsOf(Shape, Atoms);
  Loops.makeLeafAtoms(Atoms);
  ProofOptions Proof{.MaxCases = MaxCases, .MaxSteps = Options.MaxSteps};
  if (Options.Budget)
    Proof.MaxSteps = Options.Budget->share(Proof.MaxSteps);
  Totals Adder(Context, Asked, Nest, Block, Atoms, Loops, Proof,
               Options.MaxExecutions);
  auto Sum = Adder.run();
  if (Options.Budget)
    Options.Budget->spend(Adder.steps());
  return Sum;
}

} // namespace warplint
