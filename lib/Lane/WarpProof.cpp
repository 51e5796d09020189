//===- WarpProof.cpp - The verdict on an access ---------------------------===//

#include "warplint/Lane/WarpProof.h"
#include "AccessProof.h"
#include "Condition.h"
#include <algorithm>

namespace warplint {
namespace {

/// Cases with the worst figure for which a witness is looked for.
constexpr unsigned MaxWitnessCases = 32;

class AccessProof {
public:
  AccessProof(const LaneContext &Context, const AccessProblem &Problem,
              const LaunchShape &Shape, const ProofOptions &Options)
      : Loops(Context, rootsOf(Problem)),
        Ground{Context, Problem, Options, Atoms, Loops},
        Block(warpsOf(Shape, Atoms)) {}

  AccessVerdict run();

private:
  static std::vector<const LaneExpr *> rootsOf(const AccessProblem &Problem) {
    std::vector<const LaneExpr *> Roots = {Problem.Address};
    if (Problem.Guard)
      Roots.push_back(Problem.Guard);
    return Roots;
  }

  bool isMeasured() const;
  CaseSurvey survey();
  std::optional<CaseSurvey> surveyRelaxedFirst();
  CaseSurvey surveyExactFirst();
  AccessVerdict unproven(UnprovenReason Reason, std::string Text) const;
  bool findWorst(const CaseSurvey &Survey);
  bool hasWitness(const JudgedCase &Case);
  bool isShownByEveryWarp(const CaseSurvey &Survey) const;
  void fill(AccessVerdict &Verdict, const CaseSurvey &Survey) const;
  void addAssumptions(AccessVerdict &Verdict, const CaseSurvey &Survey) const;
  void addTotals(AccessVerdict &Verdict, const CaseSurvey &Survey) const;

  AtomTable Atoms;
  LoopDependence Loops;
  ProofGround Ground;
  BlockWarps Block;
  /// The worst case and what shows it, once found.
  const JudgedCase *Worst = nullptr;
  std::optional<std::array<LeafValues, WarpSize>> Witness;
  bool TookOpenLanesAsActive = false;
};

bool isWorse(const WarpCost &A, const WarpCost &B) {
  if (A.excess() != B.excess())
    return A.excess() > B.excess();
  return A.Predicted > B.Predicted;
}

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

bool AccessProof::hasWitness(const JudgedCase &Case) {
  Witness = findWitness(Ground, Block.Warps[Case.Warp], Case);
  return Witness.has_value();
}

/// Sets Worst. False when no values of the unknowns were found that reach the
/// worst figure: it is an upper limit only, and not reported as one that
/// occurs.
bool AccessProof::findWorst(const CaseSurvey &Survey) {
  Worst = nullptr;
  Witness.reset();
  for (const JudgedCase &Case : Survey.Cases)
    if (!Worst || isWorse(Case.Figure.Cost, Worst->Figure.Cost))
      Worst = &Case;
  if (!Worst)
    return true;
  if (Survey.largestExcess() == 0)
    return true;
  if (Survey.largestExcess() > Worst->Figure.Cost.excess())
    return false;
  WarpCost Cost = Worst->Figure.Cost;
  unsigned Tried = 0;
  for (const JudgedCase &Case : Survey.Cases) {
    if (isWorse(Cost, Case.Figure.Cost))
      continue;
    if (Tried++ == MaxWitnessCases)
      break;
    if (hasWitness(Case)) {
      Worst = &Case;
      return true;
    }
  }
  return false;
}

/// The mask with all lanes that could be active is the worst one: its figure is
/// exact if some values of the unknowns reach it. Nothing if that is not shown.
std::optional<CaseSurvey> AccessProof::surveyRelaxedFirst() {
  CaseSurvey Relaxed = surveyCases(Ground, Block, GuardMode::Relaxed);
  if (!Relaxed.HasOpenLanes)
    return Relaxed;
  if (!Relaxed.isComplete())
    return std::nullopt;
  if (Relaxed.largestExcess() == 0)
    return Relaxed;
  if (findWorst(Relaxed) && isShownByEveryWarp(Relaxed))
    return Relaxed;
  return std::nullopt;
}

/// The worst figure of each warp is reached, too.
bool AccessProof::isShownByEveryWarp(const CaseSurvey &Survey) const {
  std::vector<std::vector<const JudgedCase *>> WorstOfWarp(Block.Warps.size());
  for (const JudgedCase &Case : Survey.Cases) {
    auto &Worst = WorstOfWarp[Case.Warp];
    if (!Worst.empty() && isWorse(Case.Figure.Cost, Worst[0]->Figure.Cost))
      Worst.clear();
    if (Case.Figure.Cost.excess() != 0 &&
        (Worst.empty() || !isWorse(Worst[0]->Figure.Cost, Case.Figure.Cost)))
      Worst.push_back(&Case);
  }
  for (auto &Worst : WorstOfWarp) {
    if (Worst.size() > MaxWitnessCases)
      Worst.resize(MaxWitnessCases);
    auto IsShown = [&](const JudgedCase *Case) {
      return findWitness(Ground, Block.Warps[Case->Warp], *Case).has_value();
    };
    if (!Worst.empty() && std::none_of(Worst.begin(), Worst.end(), IsShown))
      return false;
  }
  return true;
}

/// A guard that no split settles lets every lane through.
CaseSurvey AccessProof::surveyExactFirst() {
  CaseSurvey Exact = surveyCases(Ground, Block, GuardMode::Exact);
  bool GuardIsTheTrouble = Exact.FailedInGuard ||
                           Exact.Failure.Reason == UnprovenReason::TooManyCases;
  if (Exact.isComplete() || !Ground.Problem.Guard || !GuardIsTheTrouble)
    return Exact;
  CaseSurvey Relaxed = surveyCases(Ground, Block, GuardMode::Relaxed);
  if (!Relaxed.isComplete())
    return Exact;
  TookOpenLanesAsActive = Relaxed.HasOpenLanes;
  Relaxed.HasOpenLanes = false;
  return Relaxed;
}

CaseSurvey AccessProof::survey() {
  if (Ground.Problem.Guard && isFullMaskWorst(Ground.Problem))
    if (auto Relaxed = surveyRelaxedFirst())
      return std::move(*Relaxed);
  return surveyExactFirst();
}

void AccessProof::addTotals(AccessVerdict &Verdict,
                            const CaseSurvey &Survey) const {
  std::vector<const JudgedCase *> WorstOfWarp(Block.Warps.size());
  std::vector<unsigned> Tried(Block.Warps.size());
  for (const JudgedCase &Case : Survey.Cases) {
    const JudgedCase *&Worst = WorstOfWarp[Case.Warp];
    if (Worst && !isWorse(Case.Figure.Cost, Worst->Figure.Cost))
      continue;
    // A case that may be empty counts for its warp only if some values reach
    // it.
    if (Case.State.IsInexact && Tried[Case.Warp]++ < MaxWitnessCases &&
        !findWitness(Ground, Block.Warps[Case.Warp], Case))
      continue;
    Worst = &Case;
  }
  if (Block.IsPartlyUnknown) {
    // One warp stands for those of a block whose size is not known.
    Verdict.WarpsInBlock = 1;
    Verdict.WarpsWithExcess = Verdict.Worst.Cost.excess() != 0;
    Verdict.TotalPredicted = Verdict.Worst.Cost.Predicted;
    Verdict.TotalIdeal = Verdict.Worst.Cost.Ideal;
    return;
  }
  Verdict.WarpsInBlock = static_cast<unsigned>(Block.Warps.size());
  for (const JudgedCase *Case : WorstOfWarp) {
    if (!Case)
      continue;
    Verdict.WarpsWithExcess += Case->Figure.Cost.excess() != 0;
    Verdict.TotalPredicted += Case->Figure.Cost.Predicted;
    Verdict.TotalIdeal += Case->Figure.Cost.Ideal;
  }
}

void AccessProof::fill(AccessVerdict &Verdict, const CaseSurvey &Survey) const {
  const CaseCost &Figure = Worst->Figure;
  Verdict.Worst = {.Warp = Block.Warps[Worst->Warp].Number,
                   .Cost = Figure.Cost,
                   .Active = Figure.Active,
                   .Address = Figure.Address,
                   .Facts = factsOf(Ground, *Worst)};
  if (Witness)
    Verdict.Witness.assign(Witness->begin(), Witness->end());
  Verdict.BestPredicted = Figure.Cost.Predicted;
  bool HasExcess = false, HasNone = false;
  for (const JudgedCase &Case : Survey.Cases) {
    Verdict.BestPredicted =
        std::min(Verdict.BestPredicted, Case.Figure.Cost.Predicted);
    if (Case.Warp != Worst->Warp)
      continue;
    (Case.Figure.Cost.excess() ? HasExcess : HasNone) = true;
  }
  addTotals(Verdict, Survey);
  Verdict.DependsOnCase = HasExcess && HasNone;
  FigureCondition Condition = conditionOf(Ground, Survey.Cases);
  Verdict.Rows = std::move(Condition.Rows);
  Verdict.Condition = std::move(Condition.Text);
}

void AccessProof::addAssumptions(AccessVerdict &Verdict,
                                 const CaseSurvey &Survey) const {
  if (Survey.AssumedNoWrap)
    Verdict.Assumptions.push_back("index arithmetic does not wrap around");
  if (Survey.HasOpaqueGuard || TookOpenLanesAsActive)
    Verdict.Assumptions.push_back(
        "lanes whose guard is unknown count as active");
}

AccessVerdict AccessProof::run() {
  if (!isMeasured())
    return unproven(UnprovenReason::NotMeasured,
                    std::string(reasonSentence(UnprovenReason::NotMeasured)));
  CaseSurvey Survey = survey();
  if (!Survey.isComplete())
    return unproven(Survey.Failure.Reason, Survey.Failure.Text);
  if (Survey.Cases.empty() && Survey.SawMisaligned)
    return unproven(UnprovenReason::UnknownAlignment,
                    "the access is misaligned for its width");
  AccessVerdict Verdict;
  Verdict.WarpsInBlock =
      Block.IsPartlyUnknown ? 1 : static_cast<unsigned>(Block.Warps.size());
  Verdict.Kind = VerdictKind::NeverRuns;
  addAssumptions(Verdict, Survey);
  if (Survey.Cases.empty())
    return Verdict;
  if (!findWorst(Survey))
    return unproven(UnprovenReason::UnknownArithmetic,
                    "the worst figure found may not be reached by any values");
  Verdict.Kind =
      Worst->Figure.Cost.excess() ? VerdictKind::Excess : VerdictKind::Clean;
  fill(Verdict, Survey);
  return Verdict;
}

} // namespace

AccessVerdict proveAccess(const LaneContext &Context,
                          const AccessProblem &Problem,
                          const LaunchShape &Shape,
                          const ProofOptions &Options) {
  return AccessProof(Context, Problem, Shape, Options).run();
}

} // namespace warplint
