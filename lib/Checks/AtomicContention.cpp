//===- AtomicContention.cpp - warplint-atomic-contention ------------------===//
//
// Finds atomics that many lanes of a warp execute on one word, each in its turn,
// and that the compiler does not combine by itself.
//
//===----------------------------------------------------------------------===//

#include "AccessFindings.h"
#include "Lane/Affine/LaneForm.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Lane/Evaluators.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>

using namespace llvm;

namespace warplint {
namespace {

/// What an access costs at most, and the launch with which it does.
struct WorstLaunch {
  const KernelAccess *Access = nullptr;
  ProofResult Proven;
  AccessRecord Record; ///< Under that launch.

  unsigned value() const { return Proven.Worst.Outcome.Value; }
  /// What is assumed of a kernel counts only where no other has one.
  std::pair<bool, unsigned> rank() const {
    return {!Record.isAssumed(), value()};
  }
};

/// Lanes that update one word take turns: nothing else does it for them.
bool isJudged(const KernelAccess &A) {
  const bool IsShared = A.Spaces.isOnly(MemorySpace::Shared);
  if (!A.Atomic || !A.Address || A.Atomic->MayBeCombined ||
      !(IsShared || A.Spaces.isOnly(MemorySpace::Global)))
    return false;
  // A lock, or a loop that wants its turn: joining lanes is no help.
  if (A.Atomic->Operation == "cas")
    return false;
  // Shared memory counts the lanes of a word at once (ATOMS.POPC.INC).
  return !IsShared || A.Kind != RequestKind::SharedAtomicCount;
}

/// The lanes of the word that most lanes have.
LaneMask mostContended(const ProvenCase &Case) {
  LaneMask Most = 0;
  for (unsigned L : LanesOf(Case.Active)) {
    LaneMask Same = 0;
    for (unsigned Other : LanesOf(Case.Active))
      if (Case.Address[Other] == Case.Address[L])
        Same |= LaneMask(1) << Other;
    if (popcount(Same) > popcount(Most))
      Most = Same;
  }
  return Most;
}

/// Lanes 0 to N-1, or another group of N: what shuffles of that width join.
bool isSegment(LaneMask Lanes) {
  const unsigned Count = popcount(Lanes);
  const unsigned First = countr_zero(Lanes);
  return has_single_bit(Count) && First % Count == 0 &&
         Lanes == maskTrailingOnes<LaneMask>(Count) << First;
}

/// "v += o", "v = max(v, o)"; empty for what cannot be joined beforehand.
std::string joined(const AtomicUse &Use, const std::string &Other) {
  if (Use.Operation == "add")
    return "v += " + Other;
  if (Use.Operation == "min" || Use.Operation == "max")
    return "v = " + Use.Operation + "(v, " + Other + ")";
  const StringRef Sign = StringSwitch<StringRef>(Use.Operation)
                             .Case("and", "&")
                             .Case("or", "|")
                             .Case("xor", "^")
                             .Default("");
  return Sign.empty() ? "" : "v " + Sign.str() + "= " + Other;
}

/// What to write instead.
std::string adviceOn(const WorstLaunch &W, LaneMask Which) {
  const AtomicUse &Use = *W.Access->Atomic;
  const LaneExpr *Guard = W.Access->Guard;
  const LaneMask Active = W.Proven.Worst.Active;
  const unsigned Width = W.value();
  if (Use.Operation == "exch" && !Use.IsResultUsed)
    return messages::OneLaneIsEnough(Width);
  if (Use.IsResultUsed)
    return messages::OneLaneShares(Width);
  if (joined(Use, "").empty())
    return messages::OneLaneUpdates(Width);
  const std::string Lane =
      "if (lane % " + utostr(Width) + " == 0) atomic...(p, v)";
  const std::string Mask =
      Active == AllLanes ? "~0u" : "0x" + utohexstr(Active, true);
  const std::string Idle =
      Guard && Guard->isLaneVarying() ? messages::NeutralLanes() : "";
  const bool IsInteger = is_contained({"u32", "s32", "b32"}, Use.Type);
  if (!isSegment(Which))
    return messages::ReduceByWord();
  if (IsInteger && Which == AllLanes)
    return messages::ReduceFirst(
        "v = __reduce_" + Use.Operation + "_sync(~0u, v)", Lane, Idle);
  return messages::ReduceFirst(
      "for (int d = " + utostr(Width / 2) + "; d > 0; d /= 2) " +
          joined(Use, "__shfl_down_sync(" + Mask + ", v, d" +
                          (Width == WarpSize ? "" : ", " + utostr(Width)) +
                          ")"),
      Lane, Idle);
}

/// The launch of those with a proven excess, of whose lanes nothing is assumed,
/// that has the largest one.
std::optional<WorstLaunch> worstLaunchOf(const JudgedKernel &K,
                                         const KernelAccess &Access,
                                         FileFacts &Facts) {
  const ContentionEvaluator Evaluator;
  WorstLaunch Worst;
  const LaunchCase *Launch = nullptr;
  for (const auto &Case : K.Launches) {
    ProofResult Proven = Facts.prover().prove(
        *K.Kernel->Context,
        {.Evaluator = &Evaluator,
         .Address = Case->Known(Access.Address),
         .Guard = Case->Known(Access.Guard),
         .BytesPerLane = std::max(1u, Access.BytesPerLane)},
        Case->Record.Shape);
    if (Proven.Kind != VerdictKind::Excess || Proven.AssumesGuards ||
        (Launch && Proven.Worst.Outcome.Value <= Worst.value()))
      continue;
    Worst.Proven = std::move(Proven);
    Launch = Case.get();
  }
  if (!Launch)
    return std::nullopt;
  Worst.Access = &Access;
  Worst.Record = std::move(Facts.recordsOf(K, ArrayRef(Access)).front().Record);
  Worst.Record.Launch = Launch->Record;
  return Worst;
}

class AtomicContention : public Check {
public:
  using Check::Check;

  Needs needs() const override {
    return {.Spaces = {MemorySpace::Shared, MemorySpace::Global}};
  }

  void run(FileFacts &Facts, FindingSink &Sink) override {
    Facts.prover().renewBudget();
    std::map<AccessKey, WorstLaunch> Worst;
    for (const JudgedKernel &K : Facts.kernels()) {
      if (Facts.isInDoubt(K))
        continue;
      for (const KernelAccess &Access : K.Kernel->Accesses) {
        auto Found =
            isJudged(Access) ? worstLaunchOf(K, Access, Facts) : std::nullopt;
        if (!Found)
          continue;
        const AccessRecord &A = Found->Record;
        auto [It, IsNew] =
            Worst.try_emplace({A.Where, A.Verb, A.Ordinal}, *Found);
        if (!IsNew && Found->rank() > It->second.rank())
          It->second = std::move(*Found);
      }
    }
    for (const auto &[Key, W] : Worst)
      Sink.add(findingOn(W));
  }

private:
  Finding findingOn(const WorstLaunch &W) const {
    const AccessRecord &A = W.Record;
    const AccessRecord *Group[] = {&A};
    const LaneMask Which = mostContended(W.Proven.Worst);
    Finding F = excessFinding(
        Group, Settings.AssumedLevel, {"lanes", W.value(), 1, "lanes/word"},
        messages::ContendedAtomic(W.value(),
                                  accessPhrase(A) + ofArray(A.Array)));
    F.EstimatedExcess = (W.value() - 1) * A.ExecutionsPerWarp.value_or(1);
    F.Notes.push_back({A.Where,
                       messages::UpdateOneWord(
                           inWarp(W.Proven.Worst.Warp, W.Proven.WarpsInBlock),
                           laneList(Which)),
                       NoteKind::Figure});
    F.Notes.push_back({A.Where, adviceOn(W, Which), NoteKind::Figure});
    if (W.Access->Spaces.isOnly(MemorySpace::Shared) &&
        Which != W.Proven.Worst.Active)
      F.Notes.push_back({A.Where, messages::SeparateCopies()});
    addOrigin(A, F);
    const LaunchRecord &L = A.Launch;
    if (L.Source == LaunchSource::Assumed)
      addLaunch(A, F);
    else if (!L.Shape.X)
      F.Notes.push_back(
          {L.Where, launchText(L) + originText(L) + messages::SuchWholeWarps(),
           NoteKind::Figure});
    return F;
  }
};

} // namespace

std::unique_ptr<Check> makeAtomicContention(const CheckSettings &Settings) {
  return std::make_unique<AtomicContention>(Settings);
}

} // namespace warplint
