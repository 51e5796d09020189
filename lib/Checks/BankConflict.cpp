//===- BankConflict.cpp - warplint-bank-conflict --------------------------===//
//
// Finds shared-memory accesses whose warp request takes more wavefronts than
// any layout of the same elements would need.
//
//===----------------------------------------------------------------------===//

#include "AccessFindings.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Warp/RandomRequest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace warplint {
namespace {

StringRef pastVerb(const AccessRecord &A) {
  switch (A.Verb) {
  case AccessVerb::Store:
  case AccessVerb::StMatrix:
  case AccessVerb::CpAsync:
    return "write";
  case AccessVerb::Atomic:
    return "update";
  case AccessVerb::Wmma:
    return A.Request == RequestKind::SharedStore ? "write" : "read";
  default:
    return "read";
  }
}

std::string costMessage(const AccessRecord &A) {
  const WarpCost &Cost = A.Verdict.Worst.Cost;
  const std::string Most = mostOf(A);
  const std::string Figures = Most + figuresText(Cost) + onlyIfText(A);
  if (Cost.Unit == CostUnit::Sectors)
    return messages::ScatteredRemote(accessPhrase(A), Figures);
  if (Cost.Unit == CostUnit::Lines)
    return "scattered cp.async: this " + accessPhrase(A) + " touches " +
           Figures;
  unsigned Ways = Cost.Worst ? Cost.Worst->Ways : Cost.Predicted;
  if (isJudgedTogether(A))
    return Most + utostr(Ways) + "-way bank conflict: " + togetherPhrase(A) +
           ": " + Figures;
  return Most + utostr(Ways) + "-way bank conflict: this " + accessPhrase(A) +
         " takes " + Figures;
}

std::string warpsSentence(const AccessVerdict &V) {
  if (V.WarpsInBlock <= 1)
    return "";
  return "; " + utostr(V.WarpsWithExcess) + " of " + utostr(V.WarpsInBlock) +
         " warps conflict";
}

/// Another block's memory is reached through the network of the cluster, where
/// banks and padding play no role.
void addRemoteWitness(const AccessRecord &A, StringRef In, Finding &F) {
  const WarpCase &Worst = A.Verdict.Worst;
  const WarpRequest Request{.Kind = A.Request,
                            .BytesPerLane = A.BytesPerLane,
                            .Active = Worst.Active,
                            .ByteAddress = Worst.addresses()};
  std::string Text =
      messages::RemoteSectors(In, counted(Worst.Cost.Predicted, "sector"));
  if (const auto Cycles = remoteCycles(Request))
    Text += messages::RemoteCycles(formatv("{0:F1}", *Cycles).str());
  F.Notes.push_back({A.Where, Text, NoteKind::Figure});
  F.Notes.push_back({A.Where, messages::RemoteOtherwise(), NoteKind::Figure});
}

void addWitness(const AccessRecord &A, Finding &F) {
  const AccessVerdict &V = A.Verdict;
  const std::string In = inWarp(V.Worst.Warp, V.WarpsInBlock);
  if (const auto &Hit = V.Worst.Cost.Worst) {
    bool Atomic = A.Verb == AccessVerb::Atomic;
    F.Notes.push_back(
        {A.Where,
         In + "lanes " + laneList(Hit->Lanes) + " " + pastVerb(A).str() + " " +
             (Atomic ? "bank " + utostr(Hit->Bank)
                     : utostr(Hit->Ways) + " different words of bank " +
                           utostr(Hit->Bank)) +
             warpsSentence(V),
         NoteKind::Figure});
    return;
  }
  if (V.Worst.Cost.Unit == CostUnit::Sectors)
    return addRemoteWitness(A, In, F);
  if (V.Worst.Cost.Unit == CostUnit::Lines)
    F.Notes.push_back({A.Where,
                       In + "the active lanes' destinations lie in " +
                           counted(V.Worst.Cost.Predicted, "128-byte line") +
                           warpsSentence(V),
                       NoteKind::Figure});
}

/// A figure that changes says so right behind the worst one.
void addNotes(const AccessRecord &A, Finding &F) {
  addWitness(A, F);
  if (!A.Verdict.Condition.empty())
    F.Notes.push_back({A.Where, A.Verdict.Condition, NoteKind::Figure});
  addIssueNotes(A, F);
  addCircumstances(A, F);
}

/// The costliest request, whatever its wavefronts are called.
Metric metricOf(const WarpCost &Cost) {
  return {"wavefronts", Cost.Predicted, Cost.Ideal,
          unitPhrase(Cost.Unit).str() + "s/request"};
}

Finding cleanRemark(AccessRecords Group) {
  const AccessRecord &A = *Group.front();
  const WarpCost &Cost = A.Verdict.Worst.Cost;
  const bool IsTouched = Cost.Unit != CostUnit::Wavefronts;
  if (isJudgedTogether(A))
    return remark(A, "conflict-free: " + togetherPhrase(A) + ": " +
                         counted(Cost.Predicted, unitPhrase(Cost.Unit)) +
                         " together" + assumedSuffix(Group));
  return remark(A, cleanPhrase(Cost.Unit).str() + ": this " + accessPhrase(A) +
                       (IsTouched ? " touches " : " takes ") + mostOf(A) +
                       counted(Cost.Predicted, unitPhrase(Cost.Unit)) +
                       assumedSuffix(Group));
}

bool isData(const AccessRecord &A) {
  return A.Verdict.Reason == UnprovenReason::DataDependentIndex;
}

/// Tells of each source access once, for all kernels and instantiations that
/// have it.
class BankConflict : public Check {
public:
  using Check::Check;

  void run(FileFacts &Facts, FindingSink &Sink) override {
    for (const auto &[Key, Group] :
         groupedBySource(to_vector(make_pointer_range(Facts.accesses())))) {
      std::optional<Finding> F = findingOn(Group);
      if (!F)
        continue;
      F->Access = Group.front() - Facts.accesses().data();
      Sink.add(std::move(*F));
    }
  }

private:
  Finding excess(const AccessGroup &Group) const {
    const AccessRecord &A = *Group.front();
    Finding F = excessFinding(Group, Settings.AssumedLevel,
                              metricOf(A.Verdict.Worst.Cost), costMessage(A));
    addNotes(A, F);
    demoteIfIdealInFull(A, F);
    addOtherKernels(Group, F);
    return F;
  }

  std::optional<Finding> undecided(const AccessGroup &Group) const {
    const AccessRecord &A = *Group.front();
    const bool IsAboutData = isData(A) && A.Drawn;
    const std::optional<MeanCost> Mean =
        IsAboutData ? meanOf(A) : std::optional<MeanCost>();
    const bool CostsNothing = Mean && figureOf(*Mean) == idealOf(*Mean);
    if (!Settings.ReportUnproven && !(IsAboutData && !CostsNothing &&
                                      Settings.text("ReportData") == "true"))
      return std::nullopt;
    Finding F = unprovenRemark(Group);
    if (Mean)
      F.Notes.push_back({A.Where,
                         messages::RandomIndices(drawnFrom(A), figureOf(*Mean),
                                                 idealOf(*Mean)),
                         NoteKind::Figure});
    return F;
  }

  static std::string figureOf(const MeanCost &Mean) {
    return formatv("{0:F1}", Mean.Predicted);
  }
  static std::string idealOf(const MeanCost &Mean) {
    return formatv("{0:F1}", Mean.Ideal);
  }

  static std::string drawnFrom(const AccessRecord &A) {
    const RandomIndex &Index = *A.Drawn;
    if (!Index.Count)
      return "a large array";
    std::string Elements = counted(Index.Count, "element");
    if (!A.ArrayBytes)
      return Elements;
    const bool IsWhole = Index.Count * Index.Step >= A.ArrayBytes;
    return (IsWhole ? "the " : "") + Elements + " of '" + A.Array + "'";
  }

  /// What the access would cost if its index were drawn at random.
  std::optional<MeanCost> meanOf(const AccessRecord &A) const {
    const auto [It, IsNew] =
        Means.try_emplace({A.Request, A.BytesPerLane, *A.Drawn}, std::nullopt);
    if (IsNew)
      It->second = meanCostAtRandom(A.Request, A.BytesPerLane, *A.Drawn);
    return It->second;
  }

  std::optional<Finding> findingOn(const AccessGroup &Group) const {
    const AccessRecord &A = *Group.front();
    std::optional<Finding> Nothing;
    if (A.Issue && A.Issue->isSilent())
      return Settings.ReportClean ? remark(A, silentPhrase(A)) : Nothing;
    switch (A.Verdict.Kind) {
    case VerdictKind::Excess:
      return excess(Group);
    case VerdictKind::Unproven:
      return undecided(Group);
    case VerdictKind::Clean:
      return Settings.ReportClean ? cleanRemark(Group) : Nothing;
    case VerdictKind::NeverRuns:
      return Settings.ReportClean
                 ? remark(A, "no lane executes this " + accessPhrase(A) +
                                 assumedSuffix(Group))
                 : Nothing;
    }
    llvm_unreachable("unknown verdict");
  }

  /// By kind, bytes of a lane and index.
  mutable std::map<std::tuple<RequestKind, unsigned, RandomIndex>,
                   std::optional<MeanCost>>
      Means;
};

} // namespace

std::unique_ptr<Check> makeBankConflict(const CheckSettings &Settings) {
  return std::make_unique<BankConflict>(Settings);
}

} // namespace warplint
