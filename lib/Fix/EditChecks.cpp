//===- EditChecks.cpp - What speaks against an edit -----------------------===//

#include "EditChecks.h"
#include "warplint/Messages/Layouts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

DeclaredAt shifted(DeclaredAt At, ArrayRef<FileEdits> Edits) {
  int64_t Shift = 0;
  for (const FileEdits &File : Edits) {
    if (File.File != At.File)
      continue;
    for (const SourceEdit &E : File.Edits)
      if (E.Offset + E.Length <= At.Offset && E.Offset < At.Offset)
        Shift += int64_t(E.Text.size()) - int64_t(E.Length);
      else if (E.Offset == At.Offset && E.Length == 0)
        Shift += E.Text.size();
  }
  At.Offset += Shift;
  return At;
}

namespace {

/// Each request touches what \p L makes of what it touched.
Objection compareCases(const SurveyedAccess &Before,
                       const SurveyedAccess &After, const Layout &L,
                       unsigned ElementBytes) {
  if (Before.Kernel != After.Kernel || Before.Verb != After.Verb ||
      Before.Kind != After.Kind || Before.BytesPerLane != After.BytesPerLane ||
      Before.Cases.size() != After.Cases.size())
    return messages::AccessesDiffer();
  for (auto [B, A] : zip(Before.Cases, After.Cases)) {
    if (B.Active != A.Active || B.Weight != A.Weight)
      return messages::LanesDiffer();
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
      if (!(B.Active >> Lane & 1))
        continue;
      uint64_t Element = B.Offset[Lane] / ElementBytes;
      uint64_t Part = B.Offset[Lane] % ElementBytes;
      if (uint64_t(A.Offset[Lane]) != L.place(Element) * ElementBytes + Part)
        return messages::ElementDiffers(Before.Where.Line);
    }
  }
  return "";
}

/// The worst request of \p Access.
std::optional<unsigned> worstOf(const ArrayAccess &Access,
                                const ArrayShape &Array) {
  unsigned Worst = 0;
  for (const AccessCase &C : Access.Cases) {
    auto Cost = costOf(requestOf(Array, Access, C, Layout()));
    if (!Cost)
      return std::nullopt;
    Worst = std::max(Worst, Cost->Predicted);
  }
  return Worst;
}

/// What the figures of two reports have in common, but for the places.
bool isSameFigure(const AccessRecord &A, const AccessRecord &B) {
  auto Total = [](const AccessRecord &R) {
    return R.PerBlock ? std::pair(R.PerBlock->Predicted, R.PerBlock->Ideal)
                      : std::pair<uint64_t, uint64_t>(~0ull, ~0ull);
  };
  return A.Kernel == B.Kernel && A.TemplateArguments == B.TemplateArguments &&
         A.Verb == B.Verb && A.BytesPerLane == B.BytesPerLane &&
         A.Array == B.Array && A.Verdict.Kind == B.Verdict.Kind &&
         A.Verdict.Worst.Cost.Predicted == B.Verdict.Worst.Cost.Predicted &&
         A.Verdict.Worst.Cost.Ideal == B.Verdict.Worst.Cost.Ideal &&
         Total(A) == Total(B);
}

/// An edit that makes some access cost more has to save this many times as much
/// in the same kernel.
constexpr uint64_t LeastGainForLoss = 4;

/// Whether \p Now is what was promised, or saves most of it for \p Before: the
/// compiler may join fewer accesses of an edited source.
bool keepsPromise(const ArrayProblem &Before, uint64_t Promised, uint64_t Now) {
  if (Now <= Promised)
    return true;
  const auto Was = judge(Before, Layout());
  return Was && Now < Was->Total &&
         10 * (Was->Total - Now) >= 9 * (Was->Total - Promised);
}

/// What a block pays at most for an access that was promised to cost less.
struct Loss {
  uint64_t Wavefronts = 0;
  Objection Why;
};

SourcePlace startOf(const SourcePlace &Where) {
  return {Where.File, Where.Line, Where.Column};
}

bool isSampled(const ArraySurvey &A, const SourcePlace &Where) {
  return any_of(A.Instances, [&](const ArrayInstance &I) {
    return any_of(I.Unlisted, [&](const SurveyedAccess &U) {
      return U.IsSampled && U.Where == startOf(Where);
    });
  });
}

/// What \p R costs a block beyond requests of \p Promised wavefronts; none if
/// its number of executions is unknown.
std::optional<uint64_t> beyond(const AccessRecord &R, unsigned Promised) {
  if (!R.ExecutionsPerWarp)
    return std::nullopt;
  return uint64_t(R.Verdict.Worst.Cost.Predicted - Promised) *
         *R.ExecutionsPerWarp * R.Instances *
         std::max(1u, R.Verdict.WarpsInBlock);
}

/// Takes the losses of kernels, by their names, from what \p A saves in them.
Objection takeLosses(ArraySurvey &A,
                     const std::map<std::string, Loss> &Losses) {
  for (const auto &[Kernel, Lost] : Losses) {
    auto Found = find_if(A.Instances, [&](const ArrayInstance &I) {
      return !I.Accesses.empty() && I.Accesses.front().Kernel == Kernel;
    });
    if (Found == A.Instances.end())
      return Lost.Why;
    InstanceOutcome &Outcome =
        A.Candidates.front().Outcomes[Found - A.Instances.begin()];
    auto Before = judge(Found->Problem, Layout());
    if (!Before ||
        Before->Total < Outcome.Total + LeastGainForLoss * Lost.Wavefronts)
      return Lost.Why;
    Outcome.Total += Lost.Wavefronts;
    Outcome.TotalIfJoined += Lost.Wavefronts;
  }
  return "";
}

} // namespace

/// The verdicts, which are proven another way, agree with the requests that
/// were counted; of those that could not be listed, few cost more than before.
Objection EditChecks::ofVerdicts(ArraySurvey &A, const ArraySurvey &Again,
                                 const FileReport &ReportAgain) const {
  auto RecordsOf = [](const FileReport &In, const ArraySurvey &Of) {
    std::vector<const AccessRecord *> Records;
    for (const AccessRecord &R : In.Accesses)
      if (Of.isAbout(R))
        Records.push_back(&R);
    return Records;
  };
  const auto Before = RecordsOf(Report, A),
             After = RecordsOf(ReportAgain, Again);
  if (Before.size() != After.size())
    return messages::AccessesDiffer();
  std::map<std::string, Loss> Losses;
  for (auto [Was, Is] : zip(Before, After)) {
    const AccessRecord &R = *Is;
    const bool WasDecided = Was->Verdict.Kind != VerdictKind::Unproven;
    // An edit for an assumed block is for that one, and says so.
    const bool IsForBlock = !A.Report.AssumedBlock.empty() &&
                            R.Verdict.Reason == UnprovenReason::UnknownBlock;
    if (R.Verdict.Kind == VerdictKind::Unproven && WasDecided && !IsForBlock)
      return messages::NoLongerProven();
    // What a register or another access's request serves has none of its own.
    const bool HasNone = R.Issue && R.Issue->isSilent() && !R.Issue->HasRest;
    if (R.Verdict.Kind == VerdictKind::NeverRuns ||
        R.Verdict.Kind == VerdictKind::Unproven || HasNone)
      continue;
    // Of requests that can not all be listed there is the verdict alone.
    const bool IsEstimate = A.hasUnlisted() || A.Report.IsEstimate;
    // What some of them promise has to hold for all.
    const bool IsSampled = isSampled(Again, R.Where);
    unsigned Worst = 0;
    if (IsEstimate && !IsSampled)
      Worst = WasDecided ? Was->Verdict.Worst.Cost.Predicted : WarpSize;
    for (const ArrayInstance &I : Again.Instances)
      for (auto [A, Place] : zip(I.Problem.Accesses, I.Places))
        if (A.Kind == R.Request && A.When != Joining::Apart &&
            (!IsSampled || Place == startOf(R.Where))) {
          auto Here = worstOf(A, I.Problem.Array);
          if (!Here)
            return messages::UnknownCost();
          Worst = std::max(Worst, *Here);
        }
    if (R.Verdict.Worst.Cost.Predicted <= Worst)
      continue;
    const Objection Why = messages::MoreThanPredicted(
        R.Where.Line, R.Verdict.Worst.Cost.Predicted, Worst);
    auto More = beyond(R, Worst);
    if (!IsEstimate || !More)
      return Why;
    Loss &Lost = Losses[R.Kernel + R.TemplateArguments];
    Lost.Wavefronts += *More;
    Lost.Why = Why;
  }
  return takeLosses(A, Losses);
}

Objection EditChecks::ofArray(ArraySurvey &A, const LayoutSurvey &Again,
                              const FileReport &ReportAgain,
                              ArrayRef<FileEdits> Edits) const {
  const DeclaredAt At = shifted(A.at(), Edits);
  auto Found =
      find_if(Again.Arrays, [&](const ArraySurvey &S) { return S.at() == At; });
  if (Found == Again.Arrays.end() || !Found->Report.IsSearched ||
      Found->Instances.size() != A.Instances.size())
    return messages::NoneProven();
  for (auto [Before, After, Outcome] :
       zip(A.Instances, Found->Instances, A.Candidates.front().Outcomes)) {
    if (Before.Accesses.size() != After.Accesses.size() ||
        Before.Unlisted.size() != After.Unlisted.size())
      return messages::AccessesDiffer();
    for (auto [B, C] : zip(Before.Accesses, After.Accesses))
      if (Objection O =
              compareCases(B, C, Outcome.To, Before.Problem.Array.ElementBytes);
          !O.empty())
        return O;
    auto Cost = judge(After.Problem, Layout());
    if (!Cost || !keepsPromise(Before.Problem, Outcome.Total, Cost->Total))
      return messages::OtherJoins(
          Cost ? std::to_string(Cost->Total) : "unknown", Outcome.Total);
    // As they are written none is joined: that is promised, too, unless those of
    // before cost less together.
    auto Joined = judge(After.joined(), Layout());
    const auto WasJoined = judge(Before.joined(), Layout());
    if (!Joined || !WasJoined || Joined->Total > WasJoined->Total ||
        !keepsPromise(Before.joined(),
                      std::max(Outcome.TotalIfJoined, Outcome.Total),
                      Joined->Total))
      return messages::CostlyIfJoined(Outcome.TotalIfJoined);
    Outcome.Total = Cost->Total;
    Outcome.TotalIfJoined = Joined->Total;
  }
  if (!Found->Candidates.empty())
    return messages::NeedsAnotherFix();
  const FixCandidate &Made = A.Candidates.front();
  if (A.hasUnlisted() &&
      any_of(zip(A.Instances, Made.Outcomes), [&](const auto &Of) {
        const auto &[Instance, Outcome] = Of;
        return !(Outcome.To == Made.Outcomes.front().To) ||
               Instance.Problem.Array.Extents !=
                   A.Instances.front().Problem.Array.Extents;
      }))
    return messages::UnlistedDiffer();
  if (!Found->NotAsExpected.empty())
    return Found->NotAsExpected;
  if (Objection O = Further(A, *Found); !O.empty())
    return O;
  return ofVerdicts(A, *Found, ReportAgain);
}

Objection EditChecks::ofOthers(ArrayRef<ArraySurvey *> Together,
                               const LayoutSurvey &Again,
                               const FileReport &ReportAgain) const {
  auto ErrorsOf = [](const FileReport &R) {
    return R.HadErrors + R.ParseErrors.size();
  };
  if (ErrorsOf(ReportAgain) > ErrorsOf(Report))
    return messages::DoesNotCompile();
  std::vector<const AccessRecord *> Before, After;
  for (const AccessRecord &R : Report.Accesses)
    if (none_of(Together, [&](const ArraySurvey *A) { return A->isAbout(R); }))
      Before.push_back(&R);
  // Again has the arrays of these attempts alone.
  for (const AccessRecord &R : ReportAgain.Accesses)
    if (none_of(Again.Arrays,
                [&](const ArraySurvey &A) { return A.isAbout(R); }))
      After.push_back(&R);
  bool Same = Before.size() == After.size() &&
              Report.Kernels == ReportAgain.Kernels &&
              Report.Omitted.size() == ReportAgain.Omitted.size() &&
              Report.Uses.size() == ReportAgain.Uses.size();
  for (size_t I = 0; Same && I < Before.size(); ++I)
    Same = isSameFigure(*Before[I], *After[I]);
  return Same ? "" : messages::OthersChange();
}

} // namespace warplint
