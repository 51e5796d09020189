//===- Prover.cpp - What holds for every value ----------------------------===//

#include "warplint/Lane/Prover.h"
#include "CaseCondition.h"
#include "CaseFacts.h"
#include "CaseSearch.h"
#include "FullCases.h"
#include "SmallWitness.h"
#include <algorithm>
#include <set>

namespace warplint {
namespace {

/// Cases with the worst outcome for which values are looked for.
constexpr unsigned MaxWitnessSearches = 32;

class QuestionProof {
public:
  QuestionProof(const LaneContext &Context, const WarpQuestion &Asked,
                const LaunchShape &Shape, const ProofOptions &Options)
      : Loops(Context, {Asked.Address, Asked.Guard}),
        Ground{Context, Asked, Options, Atoms, Loops},
        Block(warpsOf(Shape, Atoms)) {
    Loops.makeLeafAtoms(Atoms);
    joinAlike(Block, Context, {Asked.Address, Asked.Guard});
  }

  ProofResult run();

private:
  bool prove();
  std::optional<ProofResult> proveMost();
  bool isSettled();
  /// An unknown of each lane that the address rests on; null if there is none.
  const LaneExpr *opaqueOfAddress() const {
    return Loops.opaqueBelow(Ground.Asked.Address);
  }
  uint64_t stepsAllowed() const;
  void search();
  /// \p Part of the steps that are allowed, in eighths.
  void searchWith(GuardMode Mode, unsigned Part);
  bool searchRelaxed();
  void searchExactly();
  void findWorst();
  bool isWorstCertain() const;
  unsigned warpsInBlock() const {
    unsigned Warps = 0;
    for (const WarpThreads &W : Block.Warps)
      Warps += W.Alike;
    return Block.IsPartlyUnknown ? 1 : Warps;
  }
  const JudgedCase &caseOf(const WorstCase &W) const {
    return Searched.Cases[W.Case];
  }
  const Outcome &outcomeOf(const WorstCase &W) const {
    return caseOf(W).Found.Result;
  }
  ProofResult unproven(ProofFailure Why) const;
  void fill(ProofResult &Result) const;
  bool findShownCase();
  void showSmall(ProvenCase &Case, const WarpLeaves &Small) const;
  void addTotals(ProofResult &Result) const;

  AtomTable Atoms;
  LoopDependence Loops;
  ProofGround Ground;
  BlockWarps Block;
  SearchedCases Searched;
  bool GaveUpGuard = false;
  /// By warp; and the worst of all.
  std::vector<std::optional<WorstCase>> WorstOfWarp;
  std::optional<WorstCase> Worst;
  std::optional<WarpLeaves> Witness;
};

ProofResult QuestionProof::unproven(ProofFailure Why) const {
  ProofResult Result;
  Result.Failure = Why;
  Result.WarpsInBlock = warpsInBlock();
  return Result;
}

void QuestionProof::findWorst() {
  WorstOfWarp = findWorstCases(Ground, Block, Searched);
  Worst.reset();
  for (const std::optional<WorstCase> &W : WorstOfWarp)
    if (W && (!Worst || outcomeOf(*W).isWorseThan(outcomeOf(*Worst))))
      Worst = W;
}

/// The worst outcome of every warp is one that some values of the unknowns
/// have.
bool QuestionProof::isWorstCertain() const {
  for (const std::optional<WorstCase> &W : WorstOfWarp)
    if (W && !W->IsCertain)
      return false;
  return !Worst || Searched.largestExcess() <= outcomeOf(*Worst).excess();
}

uint64_t QuestionProof::stepsAllowed() const {
  uint64_t Steps = Ground.Options.MaxSteps;
  if (const ProofBudget *Budget = Ground.Options.Budget)
    Steps = Budget->share(Steps);
  // It is known only if no value of the unknowns gets to the opaque part.
  return opaqueOfAddress() ? Steps / 8 : Steps;
}

void QuestionProof::searchWith(GuardMode Mode, unsigned Part) {
  Ground.Steps = Ground.WitnessSteps = 0;
  Ground.MaxSteps = stepsAllowed() * Part / (Ground.IsCoarse ? 16 : 8);
  Searched = searchCases(Ground, Block, Mode);
  if (Searched.isComplete())
    findWorst();
  if (ProofBudget *Budget = Ground.Options.Budget)
    Budget->spend(Ground.Steps + Ground.WitnessSteps);
}

/// The mask with all lanes that could be active is the worst one: its outcome
/// is exact if some values of the unknowns reach it. False if that is not
/// shown.
bool QuestionProof::searchRelaxed() {
  searchWith(GuardMode::Relaxed, 6);
  if (!Searched.HasOpenLanes)
    return true;
  return Searched.isComplete() && isWorstCertain();
}

/// A guard that no split settles lets every lane through.
void QuestionProof::searchExactly() {
  searchWith(GuardMode::Exact, Ground.Options.IsGuardHard ? 2 : 8);
  bool IsTooHard = Searched.Failure.reason() == UnprovenReason::TooManyCases;
  if (Searched.isComplete() || !Ground.Asked.Guard ||
      !(Searched.FailedInGuard || IsTooHard))
    return;
  SearchedCases Exact = std::move(Searched);
  searchWith(GuardMode::Assumed, 4);
  GaveUpGuard = Searched.isComplete();
  if (!GaveUpGuard)
    Searched = std::move(Exact);
}

void QuestionProof::search() {
  if (Ground.Asked.Guard &&
      Ground.Asked.Evaluator->traits().IsWorstWithAllLanes && searchRelaxed())
    return;
  searchExactly();
}

void QuestionProof::addTotals(ProofResult &Result) const {
  Result.WarpsInBlock = warpsInBlock();
  if (Block.IsPartlyUnknown) {
    // One warp stands for those of a block whose size is not known.
    Result.WarpsWithExcess = Result.Worst.Outcome.excess() != 0;
    Result.TotalValue = Result.Worst.Outcome.Value;
    Result.TotalIdeal = Result.Worst.Outcome.Ideal;
    return;
  }
  for (const std::optional<WorstCase> &W : WorstOfWarp) {
    if (!W)
      continue;
    const Outcome &OfWarp = outcomeOf(*W);
    const unsigned Alike = Block.Warps[caseOf(*W).Warp].Alike;
    Result.WarpsWithExcess += OfWarp.excess() != 0 ? Alike : 0;
    Result.TotalValue += OfWarp.Value * Alike;
    Result.TotalIdeal += OfWarp.Ideal * Alike;
  }
}

/// Values of the unknowns that show the worst outcome, for people and tests to
/// check it with. Moves on to another case with that outcome where one shows
/// nothing.
bool QuestionProof::findShownCase() {
  const Outcome Claimed = outcomeOf(*Worst);
  // Lanes that are taken as active against what their guard says show nothing.
  if (Claimed.excess() == 0 || caseOf(*Worst).Found.Forced)
    return true;
  unsigned Searches = 0;
  auto Shows = [&](size_t Index) {
    const JudgedCase &Case = Searched.Cases[Index];
    Witness = findWitness(Ground, Block.Warps[Case.Warp], Case).Witness;
    if (Witness)
      Worst = {Index, true};
    return Witness.has_value();
  };
  if (Shows(Worst->Case))
    return true;
  for (size_t I = 0; I < Searched.Cases.size(); ++I)
    if (!Claimed.isWorseThan(Searched.Cases[I].Found.Result)) {
      if (Searches++ == MaxWitnessSearches)
        break;
      if (Shows(I))
        return true;
    }
  return false;
}

/// Of a case by residues, addresses may be beyond all memory; those of the
/// values that show it are not.
void QuestionProof::showSmall(ProvenCase &Case, const WarpLeaves &Small) const {
  constexpr int64_t MostBytes = 1 << 18;
  constexpr uint64_t Line = 128;
  const auto Active = LanesOf(Case.Active);
  bool IsSmall = true;
  for (unsigned L : Active)
    IsSmall &= 0 <= Case.Address[L] && Case.Address[L] < MostBytes;
  if (IsSmall)
    return;
  const LaneValues Shown =
      evaluateWarp(Ground.Context, Ground.Asked.Address, Small, Case.Active);
  uint64_t Least = ~uint64_t(0);
  for (unsigned L : Active) {
    if (!Shown[L])
      return;
    Least = std::min(Least, *Shown[L] / Line * Line);
  }
  LaneAddresses Near = {};
  for (unsigned L : Active)
    Near[L] = *Shown[L] - Least;
  // The lanes that take part may be others there.
  if (Ground.Asked.Evaluator->outcomeOf(Near, Case.Active) == Case.Outcome)
    std::copy(Near.begin(), Near.end(), Case.Address.begin());
}

void QuestionProof::fill(ProofResult &Result) const {
  const JudgedCase &Case = caseOf(*Worst);
  Result.Worst = {.Warp = Block.Warps[Case.Warp].Number,
                  .Outcome = Case.Found.Result,
                  .Active = Case.Found.Active,
                  .Address = Case.Found.Address,
                  .Facts = factsOf(Ground, Case)};
  if (Witness) {
    const WarpLeaves Small =
        smallWitness(Ground, Block.Warps[Case.Warp], Case, *Witness);
    Result.Witness.assign(Small.begin(), Small.end());
    showSmall(Result.Worst, Small);
  }
  Result.BestValue = Case.Found.Result.Value;
  bool HasExcess = false, HasNone = false;
  const std::vector<const JudgedCase *> Cases =
      casesOfMostLanes(Atoms, Searched.Cases);
  for (const JudgedCase *Other : Cases) {
    const Outcome &Least = Other->Found.Least.value_or(Other->Found.Result);
    Result.BestValue = std::min(Result.BestValue, Least.Value);
    if (Other->Warp == Case.Warp) {
      HasExcess |= Other->Found.Result.excess() != 0;
      HasNone |= Least.excess() == 0;
    }
    Result.UsesRule1 |= Other->Found.UsesRule1;
    Result.UsesRule2 |= Other->Found.UsesRule2;
  }
  addTotals(Result);
  Result.DependsOnCase = HasExcess && HasNone;
  for (const JudgedCase &Any : Searched.Cases)
    Result.Cases += Block.Warps[Any.Warp].Alike;
  Result.Splits = splitsOf(Ground, Searched.Cases);
  addCondition(Ground, Cases, Result);
}

/// No case can be worse than the worst one found, and some values show that.
bool QuestionProof::isSettled() {
  if (!Worst)
    return true;
  unsigned Excess = outcomeOf(*Worst).excess();
  return Searched.largestExcess() <= Excess && Worst->IsCertain &&
         findShownCase();
}

/// Exactly first. Where that is too much, coarsely: enough for what is clean
/// whatever the unknowns are, and for conflicts that some values show.
bool QuestionProof::prove() {
  search();
  bool IsTooHard =
      !Searched.isComplete() &&
      Searched.Failure.reason() != UnprovenReason::DataDependentIndex &&
      Searched.Failure.reason() != UnprovenReason::IndexNotComputed &&
      Searched.Failure.reason() != UnprovenReason::ArrayChosenByLane;
  if (!IsTooHard)
    return Searched.isComplete();
  SearchedCases Exact = std::move(Searched);
  Ground.IsCoarse = true;
  search();
  if (Searched.isComplete() && isSettled() &&
      !(!Worst && Searched.SawMisaligned))
    return true;
  Searched = std::move(Exact);
  Ground.IsCoarse = false;
  if (const LaneExpr *Opaque = opaqueOfAddress())
    Searched.Failure = opaqueFailure(Ground.Context, Opaque->index());
  return false;
}

/// Where the cases can't be told apart, some values may show in each warp the
/// most that lanes can cost. How little it may be is not known then.
std::optional<ProofResult> QuestionProof::proveMost() {
  Searched = SearchedCases();
  WorstOfWarp.clear();
  Witness.reset();
  Ground.Steps = Ground.WitnessSteps = 0;
  Ground.MaxSteps = stepsAllowed();
  for (unsigned W = 0; W < Block.Warps.size(); ++W) {
    const LaneMask Lanes = Block.Warps[W].Existing & Ground.Asked.Lanes;
    auto Most = Ground.Asked.Evaluator->most(Lanes);
    if (!Most || Most->excess() == 0)
      return std::nullopt;
    JudgedCase Case;
    Case.Warp = W;
    Case.Found.Result = *Most;
    Case.Found.Active = Lanes;
    Case.Found.IsMost = true;
    auto Found = findWitness(Ground, Block.Warps[W], Case).Witness;
    if (!Found)
      return std::nullopt;
    const LaneValues Shown =
        evaluateWarp(Ground.Context, Ground.Asked.Address, *Found, Lanes);
    for (unsigned L : LanesOf(Lanes))
      Case.Found.Address[L] = static_cast<int64_t>(*Shown[L]);
    Searched.Cases.push_back(std::move(Case));
    WorstOfWarp.push_back(WorstCase{W, true});
    if (!Witness)
      Witness = std::move(Found);
  }
  Worst = WorstOfWarp.front();
  ProofResult Result;
  Result.Kind = VerdictKind::Excess;
  Result.AssumesNoWrap = true;
  fill(Result);
  Result.BestValue = Result.Worst.Outcome.Ideal;
  Result.DependsOnCase = true;
  const std::set<std::string> Names = symbolNames(Ground, Ground.Asked.Address);
  Result.DependsOn.assign(Names.begin(), Names.end());
  return Result;
}

ProofResult QuestionProof::run() {
  const bool IsComplete = prove();
  if (IsComplete && !Worst && Searched.SawMisaligned)
    return unproven({Obstacle::Misaligned});
  if (!IsComplete || !isSettled()) {
    const ProofFailure Why =
        IsComplete ? ProofFailure{Obstacle::WorstNotReached} : Searched.Failure;
    std::optional<ProofResult> Most = proveMost();
    if (ProofBudget *Budget = Ground.Options.Budget)
      Budget->spend(Ground.WitnessSteps);
    return Most ? std::move(*Most) : unproven(Why);
  }
  ProofResult Result;
  Result.WarpsInBlock = warpsInBlock();
  Result.Kind = VerdictKind::NeverRuns;
  Result.AssumesNoWrap = Searched.AssumedNoWrap;
  Result.AssumesGuards = Searched.HasAssumedLanes;
  Result.GaveUpGuard = GaveUpGuard;
  if (!Worst)
    return Result;
  Result.Kind =
      outcomeOf(*Worst).excess() ? VerdictKind::Excess : VerdictKind::Clean;
  fill(Result);
  return Result;
}

} // namespace

ProofResult prove(const LaneContext &Context, const WarpQuestion &Asked,
                  const LaunchShape &Shape, const ProofOptions &Options) {
  return QuestionProof(Context, Asked, Shape, Options).run();
}

} // namespace warplint
