//===- CaseSearch.cpp - The search over the cases of a question -----------===//

#include "CaseSearch.h"
#include <algorithm>

namespace warplint {

unsigned SearchedCases::largestExcess() const {
  unsigned Largest = 0;
  for (const JudgedCase &Case : Cases) {
    Largest = std::max(Largest, Case.Found.Result.excess());
    if (Case.Found.Limit)
      Largest = std::max(Largest, Case.Found.Limit->excess());
  }
  return Largest;
}

namespace {

/// From one in FirstSteps of its steps on a search says how many it will take;
/// after one in EarlySteps it may be wrong by a factor of 2.
constexpr unsigned FirstSteps = 64, EarlySteps = 16;

/// A case to be judged, and the part that it is of all cases of its warp: those
/// that a question makes are taken as equal parts.
struct OpenCase {
  CaseState State;
  double Part = 1;
};

/// Which lanes execute the access in a case.
struct ActiveLanes {
  LaneMask Sure = 0;
  LaneMask Open = 0;   ///< Count as active without being known to be,
  LaneMask Opaque = 0; ///< among them those that cannot be known.
  /// The guard may be undefined.
  bool IsInexact = false;
  LaneMask all() const { return Sure | Open; }
};

class CaseSearch {
public:
  CaseSearch(const ProofGround &Ground, const BlockWarps &Block, GuardMode Mode)
      : Ground(Ground), Block(Block), Mode(Mode) {}

  SearchedCases run();

private:
  void judge(const CaseState &Case);
  bool isHopeless() const;
  void giveUp();
  bool findActiveLanes(const CaseState &Case, ActiveLanes &Active);
  void takeRelaxed(const LaneForm &Guard, ActiveLanes &Active);
  void takeOpaque(const LaneForm &Guard, ActiveLanes &Active);
  bool takeExact(WarpEvaluation &Evaluation, const LaneForm &Guard,
                 ActiveLanes &Active);
  bool dropFaulty(const LaneForm &Address, ActiveLanes &Active);
  bool follow(const WarpEvaluation &Evaluation, const CaseState &Case);
  void fail(ProofFailure Why) {
    if (Result.isComplete())
      Result.Failure = Why;
  }
  const WarpThreads &threads() const { return Block.Warps[Warp]; }

  const ProofGround &Ground;
  const BlockWarps &Block;
  GuardMode Mode;
  unsigned Warp = 0;
  unsigned CasesTried = 0;
  size_t CasesMade = 0;
  std::vector<OpenCase> Work;
  /// Of the case that is being judged, and what of the warp's cases is done.
  double Part = 1, Done = 0;
  bool HasSplit = false;
  SearchedCases Result;
};

/// Handles an evaluation that stopped: puts the cases of its question on the
/// list. True when it had not stopped.
bool CaseSearch::follow(const WarpEvaluation &Evaluation,
                        const CaseState &Case) {
  switch (Evaluation.outcome()) {
  case WarpEvaluation::Outcome::Running:
    return true;
  case WarpEvaluation::Outcome::Infeasible:
    return false;
  case WarpEvaluation::Outcome::Failed:
    fail(Evaluation.failure());
    return false;
  case WarpEvaluation::Outcome::Asked:
    break;
  }
  std::vector<CaseState> Cases =
      splitCase(Ground.Atoms, Case, Evaluation.question());
  CasesMade += Cases.size();
  HasSplit = !Cases.empty();
  double Share = Part / static_cast<double>(Cases.size());
  // The first one is judged next: small values come first in what is reported.
  for (auto It = Cases.rbegin(); It != Cases.rend(); ++It)
    Work.push_back({std::move(*It), Share});
  return false;
}

void CaseSearch::takeRelaxed(const LaneForm &Guard, ActiveLanes &Active) {
  LaneMask Existing = threads().Existing;
  Active.Open = (Guard.Faulty | Guard.symbolicLanes(Existing)) & Existing;
  Active.Sure = Guard.nonZeroLanes(Existing & ~Active.Open);
  Result.HasOpenLanes |= Active.Open != 0;
  Result.HasAssumedLanes |= Mode == GuardMode::Assumed && Active.Open;
  takeOpaque(Guard, Active);
}

void CaseSearch::takeOpaque(const LaneForm &Guard, ActiveLanes &Active) {
  for (unsigned L : LanesOf(Active.Open & Guard.Faulty))
    if (isUnknowable(Guard.Fault[L]))
      Active.Opaque |= LaneMask(1) << L;
  Result.HasAssumedLanes |= Active.Opaque != 0;
}

bool CaseSearch::takeExact(WarpEvaluation &Evaluation, const LaneForm &Guard,
                           ActiveLanes &Active) {
  LaneMask Existing = threads().Existing;
  for (unsigned L : LanesOf(Existing & Guard.Faulty)) {
    // A program whose guard is undefined has no meaning.
    if (Guard.Fault[L] == Undefined)
      return false;
    Active.Open |= LaneMask(1) << L;
  }
  LaneForm Nothing;
  if (LaneMask Symbolic = Guard.symbolicLanes(Existing)) {
    Evaluation.askValue(Nothing, Symbolic, Guard);
    return false;
  }
  Active.Sure = Guard.nonZeroLanes(Existing & ~Guard.Faulty);
  takeOpaque(Guard, Active);
  return true;
}

bool CaseSearch::findActiveLanes(const CaseState &Case, ActiveLanes &Active) {
  if (!Ground.Asked.Guard) {
    Active.Sure = threads().Existing;
    return true;
  }
  bool IsRelaxed = Mode != GuardMode::Exact;
  WarpEvaluation Evaluation(Ground, threads(), Case, IsRelaxed);
  const LaneForm Guard =
      Evaluation.value(Ground.Asked.Guard, threads().Existing);
  bool IsKnown = !Evaluation.stopped();
  if (IsKnown && IsRelaxed)
    takeRelaxed(Guard, Active);
  else if (IsKnown)
    IsKnown = takeExact(Evaluation, Guard, Active);
  if (!follow(Evaluation, Case)) {
    Result.FailedInGuard |= !Result.isComplete();
    return false;
  }
  Result.AssumedNoWrap |= Evaluation.assumedNoWrap();
  Active.IsInexact = Evaluation.mayBeUndefined();
  return IsKnown;
}

} // namespace

ProofFailure opaqueFailure(const LaneContext &Context, unsigned Number) {
  switch (Context.opaqueAt(Number).Reason) {
  case OpaqueReason::LoadedFromMemory:
  case OpaqueReason::Shuffle:
  case OpaqueReason::AtomicResult:
    return {Obstacle::DataDependentAddress, Number};
  default:
    return {Obstacle::OpaqueAddress, Number};
  }
}

namespace {

/// Deals with active lanes whose address has no form. False when the case ends.
bool CaseSearch::dropFaulty(const LaneForm &Address, ActiveLanes &Active) {
  for (unsigned L : LanesOf(Address.Faulty & Active.all())) {
    LaneMask Bit = LaneMask(1) << L;
    bool IsOpen = Active.Open & Bit;
    if (isUnknowable(Address.Fault[L])) {
      fail(Address.Fault[L] == NoSource
               ? ProofFailure{Obstacle::LanePastBlock}
               : opaqueFailure(Ground.Context, Address.Fault[L] - FirstOpaque));
      return false;
    }
    // An active lane whose address is undefined: no program that has a meaning
    // gets here.
    if (!IsOpen)
      return false;
    // In the relaxed mode the lane may be idle, and the others not.
    if (Mode == GuardMode::Relaxed) {
      fail({Obstacle::UndefinedAddress});
      return false;
    }
    Active.Open &= ~Bit;
  }
  return Active.all() != 0;
}

void CaseSearch::judge(const CaseState &Case) {
  ActiveLanes Active;
  if (!findActiveLanes(Case, Active))
    return;
  LaneMask Relevant = Ground.Asked.Lanes;
  Active.Sure &= Relevant;
  Active.Open &= Relevant;
  Active.Opaque &= Relevant;
  if (!Active.all())
    return;
  WarpEvaluation Evaluation(Ground, threads(), Case, false);
  const LaneForm Address =
      std::has_single_bit(Active.all()) &&
              Ground.Asked.Evaluator->traits().IsIdealForOneLane
          ? constantForm(0, Active.all())
          : Evaluation.value(Ground.Asked.Address, Active.all());
  if (!follow(Evaluation, Case) || !dropFaulty(Address, Active))
    return;
  bool IsMisaligned = false;
  auto Found =
      outcomeOfCase(Evaluation, Ground, Address, Active.all(), IsMisaligned);
  if (Found) {
    Found->Assumed = Active.Opaque;
    if (Mode == GuardMode::Relaxed)
      Found->Open = Active.Open & ~Active.Opaque;
    if (Mode == GuardMode::Assumed)
      Found->Forced = Active.Open;
    Result.AssumedNoWrap |= Evaluation.assumedNoWrap();
    Result.Cases.push_back({.Warp = Warp, .State = Case, .Found = *Found});
    Result.Cases.back().State.IsInexact |=
        Active.IsInexact || Evaluation.mayBeUndefined();
    return;
  }
  if (IsMisaligned) {
    Result.SawMisaligned = true;
    if (Active.Open && Mode == GuardMode::Relaxed)
      fail({Obstacle::MayBeMisaligned});
    return;
  }
  follow(Evaluation, Case);
}

/// The part of the cases that the steps so far were enough for says how many
/// all of them will take. The first cases may be the hard ones: at first it
/// must be several times what there is to give up, at last only just more.
bool CaseSearch::isHopeless() const {
  double Used = static_cast<double>(Ground.Steps);
  double Most = static_cast<double>(Ground.MaxSteps);
  if (Used < Most / FirstSteps)
    return false;
  double Judged = (Warp + Done) / static_cast<double>(Block.Warps.size());
  double Margin = 1 + Most / EarlySteps / Used;
  return Used > Judged * Margin * Most;
}

/// Without the guard there may be fewer cases: it counts as what failed.
void CaseSearch::giveUp() {
  Result.FailedInGuard |= Ground.Asked.Guard && Result.isComplete();
  fail(outOfSteps(Ground));
}

SearchedCases CaseSearch::run() {
  // Questions, and cases that turn out to be empty, cost time, too.
  unsigned Limit = Ground.Options.MaxCases;
  for (Warp = 0; Warp < Block.Warps.size(); ++Warp) {
    Work.assign(1, OpenCase());
    Done = 0;
    while (!Work.empty() && Result.isComplete()) {
      OpenCase Case = std::move(Work.back());
      Work.pop_back();
      Part = Case.Part;
      HasSplit = false;
      judge(Case.State);
      if (!HasSplit)
        Done += Part;
      if (isHopeless())
        giveUp();
      if (++CasesTried > 2 * Limit || CasesMade > 4 * size_t(Limit) ||
          Result.Cases.size() > Limit)
        fail({Obstacle::TooManyCases, Limit});
    }
    if (!Result.isComplete())
      break;
  }
  return std::move(Result);
}

} // namespace

SearchedCases searchCases(const ProofGround &Ground, const BlockWarps &Block,
                          GuardMode Mode) {
  return CaseSearch(Ground, Block, Mode).run();
}

//===----------------------------------------------------------------------===//
// The worst case of each warp
//===----------------------------------------------------------------------===//
//
// A case whose decisions treated a derived quantity as free, or that took lanes
// as active whose guard was open, may be empty: no values of the unknowns
// belong to it. Its outcome counts only if some values show it.

namespace {

/// Cases of one warp for which values are looked for, and of all warps for
/// which they were in vain because the guard rests on what is unknown.
constexpr unsigned MaxSearches = 32, MaxUnknowable = 4;

class Search {
public:
  Search(const ProofGround &Ground, const BlockWarps &Block,
         SearchedCases &Searched)
      : Ground(Ground), Block(Block), Searched(Searched),
        IsEmpty(Searched.Cases.size()) {}

  std::optional<WorstCase> worstOf(std::vector<size_t> Cases);
  const std::vector<bool> &emptyCases() const { return IsEmpty; }

private:
  const Outcome &outcomeOf(size_t Case) const {
    return Searched.Cases[Case].Found.Result;
  }
  bool comesBefore(size_t A, size_t B) const {
    if (outcomeOf(A).isWorseThan(outcomeOf(B)))
      return true;
    return !outcomeOf(B).isWorseThan(outcomeOf(A)) && A < B;
  }

  const ProofGround &Ground;
  const BlockWarps &Block;
  SearchedCases &Searched;
  std::vector<bool> IsEmpty;
  unsigned Unknowable = 0;
};

bool mayHaveAnotherOutcome(const JudgedCase &Case) {
  return Case.State.IsInexact || Case.Found.Open != 0;
}

/// \p Cases are those of one warp.
std::optional<WorstCase> Search::worstOf(std::vector<size_t> Cases) {
  auto Before = [this](size_t A, size_t B) { return comesBefore(A, B); };
  std::sort(Cases.begin(), Cases.end(), Before);
  std::optional<WorstCase> Uncertain;
  unsigned Searches = 0;
  for (size_t Next = 0; Next < Cases.size(); ++Next) {
    size_t Index = Cases[Next];
    JudgedCase &Case = Searched.Cases[Index];
    if (Uncertain && outcomeOf(Uncertain->Case).isWorseThan(outcomeOf(Index)))
      break;
    if (!mayHaveAnotherOutcome(Case) || Case.Found.Result.excess() == 0)
      return WorstCase{Index, true};
    // The guard is the same in all cases.
    if (Searches++ == MaxSearches || Unknowable == MaxUnknowable)
      return Uncertain ? Uncertain : WorstCase{Index, false};
    WitnessResult Result = findWitness(Ground, Block.Warps[Case.Warp], Case);
    if (Result.Witness)
      return WorstCase{Index, true};
    if (!Result.IsRefuted) {
      if (!Uncertain)
        Uncertain = WorstCase{Index, false};
      Unknowable += Result.IsUnknowable;
      continue;
    }
    if (!Result.Actual) {
      IsEmpty[Index] = true;
      continue;
    }
    // The case goes back into the order with the outcome that it does have.
    Case.Found = *Result.Actual;
    Case.Found.Open = 0;
    Case.State.IsInexact = false;
    std::sort(Cases.begin() + static_cast<ptrdiff_t>(Next), Cases.end(),
              Before);
    --Next;
  }
  return Uncertain;
}

} // namespace

std::vector<std::optional<WorstCase>> findWorstCases(const ProofGround &Ground,
                                                     const BlockWarps &Block,
                                                     SearchedCases &Searched) {
  std::vector<std::vector<size_t>> CasesOfWarp(Block.Warps.size());
  for (size_t I = 0; I < Searched.Cases.size(); ++I)
    CasesOfWarp[Searched.Cases[I].Warp].push_back(I);
  Search S(Ground, Block, Searched);
  std::vector<std::optional<WorstCase>> Worst;
  for (std::vector<size_t> &Cases : CasesOfWarp)
    Worst.push_back(S.worstOf(std::move(Cases)));
  // Take out the empty cases; indices move down by those before them.
  std::vector<size_t> NewIndex;
  std::vector<JudgedCase> Kept;
  for (size_t I = 0; I < Searched.Cases.size(); ++I) {
    NewIndex.push_back(Kept.size());
    if (!S.emptyCases()[I])
      Kept.push_back(std::move(Searched.Cases[I]));
  }
  Searched.Cases = std::move(Kept);
  for (std::optional<WorstCase> &W : Worst)
    if (W)
      W->Case = NewIndex[W->Case];
  return Worst;
}

} // namespace warplint
