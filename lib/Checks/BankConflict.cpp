//===- BankConflict.cpp - warplint-bank-conflict --------------------------===//
//
// Finds shared-memory accesses whose warp request takes more wavefronts than
// any layout of the same elements would need.
//
//===----------------------------------------------------------------------===//

#include "AssumedFigures.h"
#include "warplint/Checks/Check.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// Kernels that a note names before it counts the others.
constexpr size_t NamedKernels = 2;

/// Calls of a chain that notes show, half of them at either end.
constexpr size_t ListedCalls = 6;

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
  const AccessVerdict &V = A.Verdict;
  const WarpCost &Cost = V.Worst.Cost;
  std::string Most = V.Condition.empty() && !V.DependsOnCase ? "" : "up to ";
  if (Cost.Unit == CostUnit::Lines)
    return "scattered cp.async: this " + accessPhrase(A) + " touches " + Most +
           figuresText(Cost);
  unsigned Ways = Cost.Worst ? Cost.Worst->Ways : Cost.Predicted;
  if (isJudgedTogether(A))
    return Most + utostr(Ways) + "-way bank conflict: " + togetherPhrase(A) +
           ": " + Most + figuresText(Cost);
  return Most + utostr(Ways) + "-way bank conflict: this " + accessPhrase(A) +
         " takes " + Most + figuresText(Cost);
}

std::string warpsSentence(const AccessVerdict &V) {
  if (V.WarpsInBlock <= 1)
    return "";
  return "; " + utostr(V.WarpsWithExcess) + " of " + utostr(V.WarpsInBlock) +
         " warps conflict";
}

void addWitness(const AccessRecord &A, Finding &F) {
  const AccessVerdict &V = A.Verdict;
  std::string In =
      V.WarpsInBlock > 1 ? "in warp " + utostr(V.Worst.Warp) + ", " : "";
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
  if (V.Worst.Cost.Unit == CostUnit::Lines)
    F.Notes.push_back({A.Where,
                       In + "the active lanes' destinations lie in " +
                           counted(V.Worst.Cost.Predicted, "128-byte line") +
                           warpsSentence(V),
                       NoteKind::Figure});
}

/// "block (32,8,1), n = 1024": the launch as far as the verdict rests on it.
std::string launchText(const LaunchRecord &L) {
  std::string Text = "block " + blockText(L.Shape);
  for (const std::string &Value : L.UsedValues)
    Text += ", " + Value;
  return Text;
}

void addLaunch(const AccessRecord &A, Finding &F) {
  const LaunchRecord &L = A.Launch;
  if (L.Source == "assumed") {
    F.Notes.push_back({L.Where,
                       "block shape unknown: assumed whole warps along x",
                       NoteKind::Figure});
    return;
  }
  if (L.Source == "unread") {
    F.Notes.push_back({L.Where,
                       "clang left this launch out, its block is unknown: "
                       "assumed whole warps along x",
                       NoteKind::Figure});
    return;
  }
  StringRef From = StringSwitch<StringRef>(L.Source)
                       .Case("option", " from --block")
                       .Case("annotation", " from this comment")
                       .Case("reqntid", " from this attribute")
                       .Default(" from this launch");
  F.Notes.push_back({L.Where, launchText(L) + From.str(), NoteKind::Figure});
}

/// The launches that are not the worst one, those with one outcome together.
void addOtherLaunches(const AccessRecord &A, Finding &F) {
  ByOutcome<const LaunchRecord *> Outcomes;
  for (const LaunchOutcome &O : A.OtherLaunches) {
    WarpCost Cost = A.Verdict.Worst.Cost;
    Cost.Predicted = O.Predicted;
    Cost.Ideal = O.Ideal;
    auto &Same = Outcomes[outcomeText(O.Kind, figuresText(Cost))];
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
    F.Notes.push_back({IsOne ? Launches.front()->Where : SourcePlace(),
                       (IsOne ? "with block " : "with blocks ") +
                           listed(Blocks) +
                           (IsOne ? " from this launch: " : ": ") + Outcome});
  }
}

std::string instanceName(const AccessRecord &A) {
  return A.Kernel + A.TemplateArguments;
}

/// The calls that lead to the access, the middle ones of many left out.
void addCalls(const AccessRecord &A, Finding &F) {
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

/// How the access was reached: calls, and the instantiation.
void addOrigin(const AccessRecord &A, Finding &F) {
  append_range(F.Notes, A.MacroNotes);
  if (A.ArrayDeclaration.isValid())
    F.Notes.push_back(
        {A.ArrayDeclaration,
         "'" + A.Array + "' is declared here as " + shortName(A.ArrayType)});
  addCalls(A, F);
  addInstantiation(A, F);
}

/// A figure that changes says so right behind the worst one.
void addNotes(const AccessRecord &A, Finding &F) {
  addWitness(A, F);
  if (!A.Verdict.Condition.empty())
    F.Notes.push_back({A.Where, A.Verdict.Condition, NoteKind::Figure});
  addIssueNotes(A, F);
  if (std::string Text = executionText(A); !Text.empty())
    F.Notes.push_back({A.Where, Text, NoteKind::Figure});
  addOrigin(A, F);
  addLaunch(A, F);
  for (const FindingNote &Promise : A.Promises)
    F.Notes.push_back({Promise.Where, Promise.Message, NoteKind::Figure});
  addOtherLaunches(A, F);
  auto AddAssumption = [&](StringRef Text) {
    F.Notes.push_back({{},
                       "assumes that " + shortText(Text, 2 * LongestName),
                       NoteKind::Figure});
  };
  for (const std::string &Text : A.Verdict.Assumptions)
    AddAssumption(Text);
  for (const std::string &Text : A.Assumptions)
    if (!is_contained(A.Verdict.Assumptions, Text))
      AddAssumption(Text);
}

/// One diagnostic stands for all records of one source access.
using AccessKey = std::tuple<SourcePlace, AccessVerb, unsigned>;
using AccessGroup = std::vector<const AccessRecord *>;

/// What the other kernels and instantiations pay, those with one outcome
/// together: "in 'f<1>', 'f<2>' and 3 others: conflict-free".
void addOtherKernels(ArrayRef<const AccessRecord *> Group, Finding &F) {
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

FindingSubject subjectOf(const AccessRecord &A) {
  FindingSubject S;
  if (A.CallChain.empty())
    S.Kernel = A.Kernel;
  S.Array = A.Array;
  for (const FindingNote &Note : A.MacroNotes)
    S.InMacros.push_back(Note.Where);
  return S;
}

/// The costliest request, whatever its wavefronts are called.
Metric metricOf(const WarpCost &Cost) {
  return {"wavefronts", Cost.Predicted, Cost.Ideal,
          unitPhrase(Cost.Unit).str() + "s/request"};
}

Finding excessFinding(AccessRecords Group, Severity AssumedLevel) {
  const AccessRecord &Worst = *Group.front();
  Finding F;
  F.IsAssumed = Worst.isAssumed();
  F.Level = F.IsAssumed ? AssumedLevel : Severity::Warning;
  F.Where = Worst.Where;
  F.Subject = subjectOf(Worst);
  F.Metrics.push_back(metricOf(Worst.Verdict.Worst.Cost));
  F.Message = costMessage(Worst) + assumedSuffix(Group);
  // What is assumed adds no weight to what is not.
  for (const AccessRecord *A : Group)
    if (A->isAssumed() == Worst.isAssumed())
      F.EstimatedExcess = std::max(F.EstimatedExcess, weightOf(*A));
  addNotes(Worst, F);
  addOtherKernels(Group, F);
  return F;
}

Finding remark(const AccessRecord &A, std::string Message) {
  Finding F;
  F.Level = Severity::Remark;
  F.Where = A.Where;
  F.Message = std::move(Message);
  return F;
}

Finding unprovenRemark(ArrayRef<const AccessRecord *> Group) {
  const AccessRecord &A = *Group.front();
  Finding F =
      remark(A, "unproven: " + accessPhrase(A) + ": " +
                    shortText(reasonOf(A.Verdict)) + assumedSuffix(Group));
  addOrigin(A, F);
  addOtherKernels(Group, F);
  return F;
}

Finding cleanRemark(AccessRecords Group) {
  const AccessRecord &A = *Group.front();
  const WarpCost &Cost = A.Verdict.Worst.Cost;
  bool IsLines = Cost.Unit == CostUnit::Lines;
  if (isJudgedTogether(A))
    return remark(A, "conflict-free: " + togetherPhrase(A) + ": " +
                         counted(Cost.Predicted, unitPhrase(Cost.Unit)) +
                         " together" + assumedSuffix(Group));
  return remark(A, "conflict-free: this " + accessPhrase(A) +
                       (IsLines ? " touches " : " takes ") +
                       counted(Cost.Predicted, unitPhrase(Cost.Unit)) +
                       assumedSuffix(Group));
}

/// The record that speaks for all comes first; of two with one kind of verdict
/// that which is not assumed.
void sortByImportance(AccessGroup &Group) {
  llvm::sort(Group, [](const AccessRecord *A, const AccessRecord *B) {
    // Records lie in one vector: their addresses tell the order of kernels.
    auto Key = [](const AccessRecord *R) {
      return std::tuple(~importanceOf(R->Verdict.Kind), R->isAssumed(),
                        ~R->Verdict.Worst.Cost.excess(), ~weightOf(*R), R);
    };
    return Key(A) < Key(B);
  });
}

/// Tells of each source access once, for all kernels and instantiations that
/// have it.
class BankConflict : public Check {
public:
  using Check::Check;

  void run(FileFacts &Facts, FindingSink &Sink) override {
    std::map<AccessKey, AccessGroup> Groups;
    for (const AccessRecord &A : Facts.accesses())
      Groups[{A.Where, A.Verb, A.Ordinal}].push_back(&A);
    for (auto &[Key, Group] : Groups) {
      sortByImportance(Group);
      std::optional<Finding> F = findingOn(Group);
      if (!F)
        continue;
      F->Access = Group.front() - Facts.accesses().data();
      Sink.add(std::move(*F));
    }
  }

private:
  std::optional<Finding> findingOn(const AccessGroup &Group) const {
    const AccessRecord &A = *Group.front();
    std::optional<Finding> Nothing;
    if (A.Issue && A.Issue->isSilent())
      return Settings.ReportClean ? remark(A, silentPhrase(A)) : Nothing;
    switch (A.Verdict.Kind) {
    case VerdictKind::Excess:
      return excessFinding(Group, Settings.AssumedLevel);
    case VerdictKind::Unproven:
      return Settings.ReportUnproven ? unprovenRemark(Group) : Nothing;
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
};

} // namespace

std::unique_ptr<Check> makeBankConflict(const CheckSettings &Settings) {
  return std::make_unique<BankConflict>(Settings);
}

} // namespace warplint
