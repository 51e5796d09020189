//===- AccessFindings.cpp - What findings on accesses have in common ------===//

#include "AccessFindings.h"
#include "warplint/Finding/AccessOrder.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Accesses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// Kernels that a note names before it counts the others.
static constexpr size_t NamedKernels = 2;

/// Calls of a chain that notes show, half of them at either end.
static constexpr size_t ListedCalls = 6;

/// The record that speaks for all comes first.
static void sortByImportance(AccessGroup &Group) {
  llvm::sort(Group, [](const AccessRecord *A, const AccessRecord *B) {
    return speaksBefore(*A, *B);
  });
}

std::map<AccessKey, AccessGroup>
groupedBySource(ArrayRef<const AccessRecord *> Records) {
  std::map<AccessKey, AccessGroup> Groups;
  for (const AccessRecord *A : Records)
    Groups[{A->Where, A->Verb, A->Ordinal}].push_back(A);
  for (auto &[Key, Group] : Groups)
    sortByImportance(Group);
  return Groups;
}

std::string mostOf(const AccessRecord &A) {
  return isAtMost(A) ? "up to " : "";
}

std::string onlyIfText(const AccessRecord &A) {
  return A.Verdict.IsForWholeWarps ? messages::OnlyWholeWarps() : "";
}

void addLaunch(const AccessRecord &A, Finding &F) {
  const LaunchRecord &L = A.Launch;
  if (L.Source == LaunchSource::Assumed) {
    F.Notes.push_back({L.Where, assumedBlockText(L), NoteKind::Figure});
    return;
  }
  if (L.Source == LaunchSource::Unread) {
    F.Notes.push_back({L.Where, messages::UnparsedLaunch(), NoteKind::Figure});
    return;
  }
  F.Notes.push_back(
      {L.Where, launchText(L) + originText(L) + otherBlocksText(L, A.Verdict),
       NoteKind::Figure});
}

/// The launches that are not the worst one, those with one outcome together.
static void addOtherLaunches(const AccessRecord &A, Finding &F) {
  ByOutcome<const LaunchRecord *> Outcomes;
  for (const LaunchOutcome &O : A.OtherLaunches) {
    WarpCost Cost = A.Verdict.Worst.Cost;
    Cost.Predicted = O.Predicted;
    Cost.Ideal = O.Ideal;
    auto &Same = Outcomes[outcomeText(O.Kind, Cost)];
    if (none_of(Same, [&](const LaunchRecord *L) {
          return L->Shape == O.Launch.Shape &&
                 L->UsedValues == O.Launch.UsedValues;
        }))
      Same.push_back(&O.Launch);
  }
  for (const auto &[Outcome, Launches] : Outcomes) {
    std::vector<std::string> Blocks;
    for (const LaunchRecord *L : Launches)
      Blocks.push_back(StringRef(launchText(*L)).drop_front(6).str());
    bool IsOne = Blocks.size() == 1;
    F.Notes.push_back(
        {IsOne ? Launches.front()->Where : SourcePlace(),
         (IsOne ? "with block " : "with blocks ") + listed(Blocks) +
             (IsOne ? originText(*Launches.front()) : "") + ": " + Outcome});
  }
}

static std::string instanceName(const AccessRecord &A) {
  return A.Kernel + A.TemplateArguments;
}

/// The calls that lead to the access, the middle ones of many left out.
static void addCalls(const AccessRecord &A, Finding &F) {
  size_t Count = A.CallChain.size();
  size_t Skipped = Count > ListedCalls ? Count - ListedCalls : 0;
  for (const auto &[I, Call] : enumerate(A.CallChain)) {
    if (Skipped && I == ListedCalls / 2)
      F.Notes.push_back({{},
                         "(skipping " + counted(Skipped, "call") +
                             "; the JSON output has them all)"});
    if (I < ListedCalls / 2 || I >= ListedCalls / 2 + Skipped)
      F.Notes.push_back({Call.Where, foldedArguments(Call.Message),
                         I + 1 == Count ? NoteKind::Figure : NoteKind::Detail});
  }
}

void addOrigin(const AccessRecord &A, Finding &F) {
  append_range(F.Notes, A.MacroNotes);
  if (A.ArrayDeclaration.isValid())
    F.Notes.push_back(
        {A.ArrayDeclaration,
         "'" + A.Array + "' is declared here as " + shortName(A.ArrayType)});
  addCalls(A, F);
  addInstantiation(A, F);
}

void addCircumstances(const AccessRecord &A, Finding &F) {
  if (std::string Text = executionText(A); !Text.empty())
    F.Notes.push_back({A.Where, Text, NoteKind::Figure});
  addOrigin(A, F);
  addLaunch(A, F);
  for (const FindingNote &Promise : A.Promises)
    F.Notes.push_back({Promise.Where, Promise.Message, NoteKind::Figure});
  addOtherLaunches(A, F);
  auto AddAssumption = [&](StringRef Text) {
    F.Notes.push_back({{},
                       messages::Assuming(shortText(Text, 2 * LongestName)),
                       NoteKind::Figure});
  };
  for (const std::string &Text : A.Verdict.Assumptions)
    AddAssumption(Text);
  for (const std::string &Text : A.Assumptions)
    if (!is_contained(A.Verdict.Assumptions, Text))
      AddAssumption(Text);
}

void addOtherKernels(AccessRecords Group, Finding &F) {
  ByOutcome<std::string> Outcomes;
  const AccessRecord &First = *Group.front();
  for (const AccessRecord *Other : Group.drop_front()) {
    if (instanceName(*Other) == instanceName(First) || Other->isAssumed() ||
        Other->Verdict.Kind == VerdictKind::NeverRuns)
      continue;
    std::string Outcome = outcomeText(Other->Verdict);
    Outcomes[Outcome].push_back(otherInstance(*Other, First));
  }
  for (auto &[Outcome, Names] : Outcomes) {
    size_t Count = Names.size();
    Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
    if (Names.size() > NamedKernels)
      Names.resize(NamedKernels);
    if (Count > Names.size())
      Names.push_back(utostr(Count - Names.size()) +
                      (Count == Names.size() + 1 ? " other" : " others"));
    F.Notes.push_back({{}, "in " + listed(Names) + ": " + Outcome});
  }
  addAssumed(Group, F);
}

Finding findingOn(const AccessRecord &A, Severity Level, Severity AssumedLevel,
                  std::string Message) {
  Finding F;
  F.IsAssumed = A.isAssumed();
  F.Level = F.IsAssumed ? AssumedLevel : Level;
  F.IsAboutCost = F.Level == Severity::Error;
  F.Where = A.Where;
  F.Message = std::move(Message);
  F.Subject = FindingSubject{
      A.CallChain.empty() ? A.Kernel : "", A.Array, instanceName(A), {}};
  for (const FindingNote &Note : A.MacroNotes)
    F.Subject->InMacros.push_back(Note.Where);
  return F;
}

Finding excessFinding(AccessRecords Group, Severity AssumedLevel, Metric Cost,
                      const std::string &Message) {
  const AccessRecord &Worst = *Group.front();
  Finding F = findingOn(Worst, Severity::Warning, AssumedLevel,
                        Message + assumedSuffix(Group));
  F.Metrics.push_back(std::move(Cost));
  // What is assumed adds no weight to what is not.
  for (const AccessRecord *A : Group)
    if (A->isAssumed() == Worst.isAssumed())
      F.EstimatedExcess = std::max(F.EstimatedExcess, weightOf(*A));
  return F;
}

void demoteIfIdealInFull(const AccessRecord &A, Finding &F) {
  if (A.Verdict.IsIdealInFull)
    F.demote(messages::IdealInFull());
}

Finding remark(const AccessRecord &A, std::string Message) {
  Finding F;
  F.Level = Severity::Remark;
  F.Where = A.Where;
  F.Message = std::move(Message);
  return F;
}

Finding unprovenRemark(AccessRecords Group) {
  const AccessRecord &A = *Group.front();
  Finding F =
      remark(A, "unproven: " + accessPhrase(A) + ": " +
                    shortText(reasonOf(A.Verdict)) + assumedSuffix(Group));
  addOrigin(A, F);
  addOtherKernels(Group, F);
  return F;
}

} // namespace warplint
