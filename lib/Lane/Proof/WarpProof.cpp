//===- WarpProof.cpp - The verdict on an access ---------------------------===//

#include "warplint/Lane/WarpProof.h"
#include "CostCondition.h"
#include "WorstCases.h"
#include <algorithm>

namespace warplint {
namespace {

/// Cases with the worst figure for which values are looked for.
constexpr unsigned MaxSearches = 32;

/// What one access may take of what its file has left, and what it always may.
constexpr uint64_t ShareOfBudget = 16, LeastSteps = 20000;

class AccessProof {
public:
  AccessProof(const LaneContext &Context, const AccessProblem &Problem,
              const LaunchShape &Shape, const ProofOptions &Options)
      : Loops(Context, rootsOf(Problem)),
        Ground{Context, Problem, Options, Atoms, Loops},
        Block(warpsOf(Shape, Atoms)) {
    makeLeafAtoms(Context, Atoms, Loops);
  }

  AccessVerdict run();

private:
  static std::vector<const LaneExpr *> rootsOf(const AccessProblem &Problem) {
    std::vector<const LaneExpr *> Roots = {Problem.Address};
    if (Problem.Guard)
      Roots.push_back(Problem.Guard);
    return Roots;
  }

  bool isMeasured() const;
  bool prove();
  bool isSettled();
  const OpaqueValue *opaqueOfAddress() const;
  uint64_t stepsAllowed() const;
  void survey();
  /// \p Part of the steps that are allowed, in eighths.
  void surveyWith(GuardMode Mode, unsigned Part);
  bool surveyRelaxed();
  void surveyExactly();
  void findWorst();
  bool isWorstCertain() const;
  unsigned warpsInBlock() const {
    return Block.IsPartlyUnknown ? 1
                                 : static_cast<unsigned>(Block.Warps.size());
  }
  const JudgedCase &caseOf(const WorstCase &W) const {
    return Survey.Cases[W.Case];
  }
  AccessVerdict unproven(UnprovenReason Reason, std::string Text) const;
  void fill(AccessVerdict &Verdict) const;
  bool findShownCase();
  void addTotals(AccessVerdict &Verdict) const;
  void addAssumptions(AccessVerdict &Verdict) const;

  AtomTable Atoms;
  LoopDependence Loops;
  ProofGround Ground;
  BlockWarps Block;
  CaseSurvey Survey;
  /// By warp; and the worst of all.
  std::vector<std::optional<WorstCase>> WorstOfWarp;
  std::optional<WorstCase> Worst;
  std::optional<WarpLeaves> Witness;
};

bool AccessProof::isMeasured() const {
  WarpRequest Request{.Kind = Ground.Problem.Kind,
                      .BytesPerLane = Ground.Problem.BytesPerLane};
  return costOf(Request).has_value();
}

AccessVerdict AccessProof::unproven(UnprovenReason Reason,
                                    std::string Text) const {
  AccessVerdict Verdict;
  Verdict.Kind = VerdictKind::Unproven;
  Verdict.Reason = Reason;
  Verdict.ReasonText = std::move(Text);
  Verdict.WarpsInBlock =
      Block.IsPartlyUnknown ? 1 : static_cast<unsigned>(Block.Warps.size());
  return Verdict;
}

void AccessProof::findWorst() {
  WorstOfWarp = findWorstCases(Ground, Block, Survey);
  Worst.reset();
  for (const std::optional<WorstCase> &W : WorstOfWarp)
    if (W &&
        (!Worst || isWorse(caseOf(*W).Figure.Cost, caseOf(*Worst).Figure.Cost)))
      Worst = W;
}

/// The worst figure of every warp is one that some values of the unknowns have.
bool AccessProof::isWorstCertain() const {
  for (const std::optional<WorstCase> &W : WorstOfWarp)
    if (W && !W->IsCertain)
      return false;
  return !Worst ||
         Survey.largestExcess() <= caseOf(*Worst).Figure.Cost.excess();
}

/// An unknown of each lane that the address rests on; null if there is none.
const OpaqueValue *AccessProof::opaqueOfAddress() const {
  for (const LaneExpr *Leaf : Loops.leavesOf(Ground.Problem.Address))
    if (Leaf->op() == LaneOp::Opaque)
      return &Ground.Context.opaqueAt(Leaf->index());
  return nullptr;
}

uint64_t AccessProof::stepsAllowed() const {
  uint64_t Steps = Ground.Options.MaxSteps;
  if (const ProofBudget *Budget = Ground.Options.Budget)
    Steps = Budget->share(Steps);
  // It is known only if no value of the unknowns gets to the opaque part.
  return opaqueOfAddress() ? Steps / 8 : Steps;
}

void AccessProof::surveyWith(GuardMode Mode, unsigned Part) {
  Ground.Steps = Ground.WitnessSteps = 0;
  Ground.MaxSteps = stepsAllowed() * Part / (Ground.IsCoarse ? 16 : 8);
  Survey = surveyCases(Ground, Block, Mode);
  if (Survey.isComplete())
    findWorst();
  if (ProofBudget *Budget = Ground.Options.Budget)
    Budget->spend(Ground.Steps + Ground.WitnessSteps);
}

/// The mask with all lanes that could be active is the worst one: its figure is
/// exact if some values of the unknowns reach it. False if that is not shown.
bool AccessProof::surveyRelaxed() {
  surveyWith(GuardMode::Relaxed, 6);
  if (!Survey.HasOpenLanes)
    return true;
  return Survey.isComplete() && isWorstCertain();
}

/// A guard that no split settles lets every lane through.
void AccessProof::surveyExactly() {
  surveyWith(GuardMode::Exact, 8);
  bool IsTooHard = Survey.Failure.Reason == UnprovenReason::TooManyCases;
  if (Survey.isComplete() || !Ground.Problem.Guard ||
      !(Survey.FailedInGuard || IsTooHard))
    return;
  CaseSurvey Exact = std::move(Survey);
  surveyWith(GuardMode::Assumed, 4);
  if (!Survey.isComplete())
    Survey = std::move(Exact);
}

void AccessProof::survey() {
  if (Ground.Problem.Guard && isFullMaskWorst(Ground.Problem) &&
      surveyRelaxed())
    return;
  surveyExactly();
}

void AccessProof::addTotals(AccessVerdict &Verdict) const {
  Verdict.WarpsInBlock = warpsInBlock();
  if (Block.IsPartlyUnknown) {
    // One warp stands for those of a block whose size is not known.
    Verdict.WarpsWithExcess = Verdict.Worst.Cost.excess() != 0;
    Verdict.TotalPredicted = Verdict.Worst.Cost.Predicted;
    Verdict.TotalIdeal = Verdict.Worst.Cost.Ideal;
    return;
  }
  for (const std::optional<WorstCase> &W : WorstOfWarp) {
    if (!W)
      continue;
    const WarpCost &Cost = caseOf(*W).Figure.Cost;
    Verdict.WarpsWithExcess += Cost.excess() != 0;
    Verdict.TotalPredicted += Cost.Predicted;
    Verdict.TotalIdeal += Cost.Ideal;
  }
}

/// Values of the unknowns that show the worst figure, for people and tests to
/// check it with. Moves on to another case with that figure where one shows
/// nothing.
bool AccessProof::findShownCase() {
  const WarpCost Cost = caseOf(*Worst).Figure.Cost;
  // Lanes that are taken as active against what their guard says show nothing.
  if (Cost.excess() == 0 || caseOf(*Worst).Figure.Forced)
    return true;
  unsigned Searches = 0;
  auto Shows = [&](size_t Index) {
    const JudgedCase &Case = Survey.Cases[Index];
    Witness = findWitness(Ground, Block.Warps[Case.Warp], Case).Witness;
    if (Witness)
      Worst = {Index, true};
    return Witness.has_value();
  };
  if (Shows(Worst->Case))
    return true;
  for (size_t I = 0; I < Survey.Cases.size(); ++I)
    if (!isWorse(Cost, Survey.Cases[I].Figure.Cost)) {
      if (Searches++ == MaxSearches)
        break;
      if (Shows(I))
        return true;
    }
  return false;
}

void AccessProof::fill(AccessVerdict &Verdict) const {
  const JudgedCase &Case = caseOf(*Worst);
  const CaseCost &Figure = Case.Figure;
  Verdict.Worst = {.Warp = Block.Warps[Case.Warp].Number,
                   .Cost = Figure.Cost,
                   .Active = Figure.Active,
                   .Address = Figure.Address,
                   .Facts = factsOf(Ground, Case)};
  if (Witness)
    Verdict.Witness.assign(Witness->begin(), Witness->end());
  Verdict.BestPredicted = Figure.Cost.Predicted;
  bool HasExcess = false, HasNone = false;
  for (const JudgedCase &Other : Survey.Cases) {
    Verdict.BestPredicted =
        std::min(Verdict.BestPredicted, Other.Figure.Cost.Predicted);
    if (Other.Warp == Case.Warp)
      (Other.Figure.Cost.excess() ? HasExcess : HasNone) = true;
  }
  addTotals(Verdict);
  Verdict.DependsOnCase = HasExcess && HasNone;
  Verdict.Course.Cases = Survey.Cases.size();
  Verdict.Course.SplitOn = splitsOf(Ground, Survey.Cases);
  for (const JudgedCase &Judged : Survey.Cases) {
    Verdict.Course.UsesRule1 |= Judged.Figure.UsesRule1;
    Verdict.Course.UsesRule2 |= Judged.Figure.UsesRule2;
  }
  FigureCondition Condition = conditionOf(Ground, Survey.Cases);
  Verdict.Rows = std::move(Condition.Rows);
  Verdict.Condition = std::move(Condition.Text);
}

void AccessProof::addAssumptions(AccessVerdict &Verdict) const {
  if (Survey.AssumedNoWrap)
    Verdict.Assumptions.push_back("index arithmetic does not wrap around");
  if (Survey.HasAssumedLanes)
    Verdict.Assumptions.push_back(
        "lanes whose guard is unknown count as active");
}

/// No case can be worse than the worst one found, and some values show that.
bool AccessProof::isSettled() {
  if (!Worst)
    return true;
  unsigned Excess = caseOf(*Worst).Figure.Cost.excess();
  return Survey.largestExcess() <= Excess && Worst->IsCertain &&
         findShownCase();
}

/// Exactly first. Where that is too much, coarsely: enough for what is clean
/// whatever the unknowns are, and for conflicts that some values show.
bool AccessProof::prove() {
  survey();
  bool IsTooHard =
      !Survey.isComplete() &&
      Survey.Failure.Reason != UnprovenReason::DataDependentIndex &&
      Survey.Failure.Reason != UnprovenReason::IndexNotComputed &&
      Survey.Failure.Reason != UnprovenReason::ArrayChosenByLane;
  if (!IsTooHard)
    return Survey.isComplete();
  CaseSurvey Exact = std::move(Survey);
  Ground.IsCoarse = true;
  survey();
  if (Survey.isComplete() && isSettled() && !(!Worst && Survey.SawMisaligned))
    return true;
  Survey = std::move(Exact);
  Ground.IsCoarse = false;
  if (const OpaqueValue *Opaque = opaqueOfAddress())
    Survey.Failure = opaqueFailure(*Opaque);
  return false;
}

AccessVerdict AccessProof::run() {
  if (!isMeasured())
    return unproven(UnprovenReason::NotMeasured,
                    std::string(reasonSentence(UnprovenReason::NotMeasured)));
  if (!prove())
    return unproven(Survey.Failure.Reason, Survey.Failure.Text);
  if (!Worst && Survey.SawMisaligned)
    return unproven(UnprovenReason::UnknownAlignment,
                    "the access is misaligned for its width");
  AccessVerdict Verdict;
  Verdict.WarpsInBlock = warpsInBlock();
  Verdict.Kind = VerdictKind::NeverRuns;
  addAssumptions(Verdict);
  if (!Worst)
    return Verdict;
  unsigned Excess = caseOf(*Worst).Figure.Cost.excess();
  if (!isSettled())
    return unproven(UnprovenReason::UnknownArithmetic,
                    "the worst figure found may not be reached by any values");
  Verdict.Kind = Excess ? VerdictKind::Excess : VerdictKind::Clean;
  fill(Verdict);
  return Verdict;
}

} // namespace

uint64_t ProofBudget::share(uint64_t Wanted) const {
  return std::min(Wanted, std::max(LeastSteps, StepsLeft / ShareOfBudget));
}

void ProofBudget::spend(uint64_t Steps) {
  StepsLeft -= std::min(StepsLeft, Steps);
}

bool ProofBudget::grants(uint64_t Wanted, uint64_t Spent) const {
  return Spent <= StepsLeft &&
         ProofBudget{StepsLeft - Spent}.share(Wanted) == Wanted;
}

AccessVerdict proveAccess(const LaneContext &Context,
                          const AccessProblem &Problem,
                          const LaunchShape &Shape,
                          const ProofOptions &Options) {
  return AccessProof(Context, Problem, Shape, Options).run();
}

} // namespace warplint
