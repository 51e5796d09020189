//===- CaseSearch.cpp - The search over the cases of an access ------------===//

#include "CaseSearch.h"
#include <algorithm>

namespace warplint {

unsigned CaseSurvey::largestExcess() const {
  unsigned Largest = 0;
  for (const JudgedCase &Case : Cases) {
    Largest = std::max(Largest, Case.Figure.Cost.excess());
    if (Case.Figure.Limit)
      Largest = std::max(Largest, Case.Figure.Limit->excess());
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
  LaneMask Opaque = 0; ///< among them those of which nobody can know.
  /// The guard may be undefined.
  bool IsInexact = false;
  LaneMask all() const { return Sure | Open; }
};

class Survey {
public:
  Survey(const ProofGround &Ground, const BlockWarps &Block, GuardMode Mode)
      : Ground(Ground), Block(Block), Mode(Mode) {}

  CaseSurvey run();

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
  void fail(UnprovenReason Reason, std::string Text) {
    if (Result.isComplete())
      Result.Failure = {Reason, std::move(Text)};
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
  CaseSurvey Result;
};

/// Handles an evaluation that stopped: puts the cases of its question on the
/// list. True when it had not stopped.
bool Survey::follow(const WarpEvaluation &Evaluation, const CaseState &Case) {
  switch (Evaluation.outcome()) {
  case WarpEvaluation::Outcome::Running:
    return true;
  case WarpEvaluation::Outcome::Infeasible:
    return false;
  case WarpEvaluation::Outcome::Failed:
    fail(Evaluation.failure().Reason, Evaluation.failure().Text);
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

void Survey::takeRelaxed(const LaneForm &Guard, ActiveLanes &Active) {
  LaneMask Existing = threads().Existing;
  Active.Open = (Guard.Faulty | Guard.symbolicLanes(Existing)) & Existing;
  for (unsigned L : LanesOf(Existing & ~Active.Open))
    if (Guard.Constant[L] != 0)
      Active.Sure |= LaneMask(1) << L;
  Result.HasOpenLanes |= Active.Open != 0;
  Result.HasAssumedLanes |= Mode == GuardMode::Assumed && Active.Open;
  takeOpaque(Guard, Active);
}

void Survey::takeOpaque(const LaneForm &Guard, ActiveLanes &Active) {
  for (unsigned L : LanesOf(Active.Open & Guard.Faulty))
    if (isUnknowable(Guard.Fault[L]))
      Active.Opaque |= LaneMask(1) << L;
  Result.HasAssumedLanes |= Active.Opaque != 0;
}

bool Survey::takeExact(WarpEvaluation &Evaluation, const LaneForm &Guard,
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
  for (unsigned L : LanesOf(Existing & ~Guard.Faulty))
    if (Guard.Constant[L] != 0)
      Active.Sure |= LaneMask(1) << L;
  takeOpaque(Guard, Active);
  return true;
}

bool Survey::findActiveLanes(const CaseState &Case, ActiveLanes &Active) {
  if (!Ground.Problem.Guard) {
    Active.Sure = threads().Existing;
    return true;
  }
  bool IsRelaxed = Mode != GuardMode::Exact;
  WarpEvaluation Evaluation(Ground, threads(), Case, IsRelaxed);
  const LaneForm Guard =
      Evaluation.value(Ground.Problem.Guard, threads().Existing);
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

static std::string opaqueText(const OpaqueValue &Value) {
  auto With = [&](const char *Text) {
    const std::string &From = Value.Source.empty() ? Value.What : Value.Source;
    return From.empty() ? std::string(Text) : std::string(Text) + ": " + From;
  };
  switch (Value.Reason) {
  case OpaqueReason::LoadedFromMemory:
    return With("the index comes from memory");
  case OpaqueReason::LoadedFromLocal:
    return With("the index comes from a local array");
  case OpaqueReason::Shuffle:
    return With("the index comes from another lane");
  case OpaqueReason::AtomicResult:
    return With("the index is the result of an atomic operation");
  case OpaqueReason::CallResult:
    return With("the index is the result of a call");
  case OpaqueReason::AsmResult:
    return With("the index is the result of inline assembly");
  case OpaqueReason::FloatingPoint:
    return With("the index is converted from floating point");
  case OpaqueReason::DivergentLoop:
    return With("the index leaves a loop at different iterations");
  case OpaqueReason::NotModelled:
    return With("the index is computed by an operation that is not modelled");
  }
  return With("the index is not known");
}

ProofFailure opaqueFailure(const OpaqueValue &Value) {
  switch (Value.Reason) {
  case OpaqueReason::LoadedFromMemory:
  case OpaqueReason::Shuffle:
  case OpaqueReason::AtomicResult:
    return {UnprovenReason::DataDependentIndex, opaqueText(Value)};
  case OpaqueReason::LoadedFromLocal:
  case OpaqueReason::CallResult:
  case OpaqueReason::AsmResult:
  case OpaqueReason::FloatingPoint:
  case OpaqueReason::DivergentLoop:
  case OpaqueReason::NotModelled:
    return {UnprovenReason::IndexNotComputed, opaqueText(Value)};
  }
  return {UnprovenReason::IndexNotComputed, opaqueText(Value)};
}

namespace {

ProofFailure unknowable(const LaneContext &Context, uint16_t Fault) {
  if (Fault == NoSource)
    return {UnprovenReason::IndexNotComputed,
            "the index comes from a lane past the end of the block"};
  return opaqueFailure(Context.opaqueAt(Fault - FirstOpaque));
}

/// Deals with active lanes whose address has no form. False when the case ends.
bool Survey::dropFaulty(const LaneForm &Address, ActiveLanes &Active) {
  for (unsigned L : LanesOf(Address.Faulty & Active.all())) {
    LaneMask Bit = LaneMask(1) << L;
    bool IsOpen = Active.Open & Bit;
    if (isUnknowable(Address.Fault[L])) {
      ProofFailure Failure = unknowable(Ground.Context, Address.Fault[L]);
      fail(Failure.Reason, std::move(Failure.Text));
      return false;
    }
    // An active lane whose address is undefined: no program that has a meaning
    // gets here.
    if (!IsOpen)
      return false;
    // In the relaxed mode the lane may be idle, and the others not.
    if (Mode == GuardMode::Relaxed) {
      fail(UnprovenReason::UnknownArithmetic,
           "the index is undefined for some values");
      return false;
    }
    Active.Open &= ~Bit;
  }
  return Active.all() != 0;
}

void Survey::judge(const CaseState &Case) {
  ActiveLanes Active;
  if (!findActiveLanes(Case, Active))
    return;
  LaneMask Relevant = lanesWithAddress(Ground.Problem.Kind);
  Active.Sure &= Relevant;
  Active.Open &= Relevant;
  Active.Opaque &= Relevant;
  if (!Active.all())
    return;
  WarpEvaluation Evaluation(Ground, threads(), Case, false);
  // A single lane has nobody to conflict with, wherever it goes.
  const LaneForm Address =
      std::has_single_bit(Active.all())
          ? constantForm(0, Active.all())
          : Evaluation.value(Ground.Problem.Address, Active.all());
  if (!follow(Evaluation, Case) || !dropFaulty(Address, Active))
    return;
  Alignment Fit = Alignment::Fits;
  auto Figure = costOfCase(Evaluation, Ground, Address, Active.all(), Fit);
  if (Figure) {
    Figure->Assumed = Active.Opaque;
    if (Mode == GuardMode::Relaxed)
      Figure->Open = Active.Open & ~Active.Opaque;
    if (Mode == GuardMode::Assumed)
      Figure->Forced = Active.Open;
    Result.AssumedNoWrap |= Evaluation.assumedNoWrap();
    Result.Cases.push_back({.Warp = Warp, .State = Case, .Figure = *Figure});
    Result.Cases.back().State.IsInexact |=
        Active.IsInexact || Evaluation.mayBeUndefined();
    return;
  }
  if (Fit == Alignment::Misaligned) {
    Result.SawMisaligned = true;
    if (Active.Open && Mode == GuardMode::Relaxed)
      fail(UnprovenReason::UnknownAlignment,
           "the access could be misaligned for its width");
    return;
  }
  follow(Evaluation, Case);
}

/// The part of the cases that the steps so far were enough for says how many
/// all of them will take. The first cases may be the hard ones: at first it
/// must be several times what there is to give up, at last only just more.
bool Survey::isHopeless() const {
  double Used = static_cast<double>(Ground.Steps);
  double Most = static_cast<double>(Ground.MaxSteps);
  if (Used < Most / FirstSteps)
    return false;
  double Judged = (Warp + Done) / static_cast<double>(Block.Warps.size());
  double Margin = 1 + Most / EarlySteps / Used;
  return Used > Judged * Margin * Most;
}

/// Without the guard there may be fewer cases: it counts as what failed.
void Survey::giveUp() {
  Result.FailedInGuard |= Ground.Problem.Guard && Result.isComplete();
  ProofFailure Failure = outOfSteps(Ground);
  fail(Failure.Reason, std::move(Failure.Text));
}

CaseSurvey Survey::run() {
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
        fail(UnprovenReason::TooManyCases,
             "more than " + std::to_string(Limit) + " cases to tell apart");
    }
    if (!Result.isComplete())
      break;
  }
  return std::move(Result);
}

} // namespace

CaseSurvey surveyCases(const ProofGround &Ground, const BlockWarps &Block,
                       GuardMode Mode) {
  return Survey(Ground, Block, Mode).run();
}

} // namespace warplint
