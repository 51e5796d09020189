//===- AccessDiff.cpp - Two states of a program, access by access ---------===//

#include "warplint/Report/AccessDiff.h"
#include "JsonParts.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Diff.h"
#include "warplint/Support/EnumNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {

/// As messages call them: "this kernel went from 16 to 32 idle warps". Both are
/// best at 0, which they do not say.
static constexpr StringLiteral OccupancyKind = "kernel", StackKind = "stack";

/// What a kernel spills, and the warps that an SM has room for and does not hold:
/// both are best at 0.
void addCompared(const OccupancyRecord &R, std::vector<ComparedAccess> &Into) {
  const auto Add = [&](StringRef Kind, uint64_t Figure, std::string Unit) {
    Into.push_back({R.Where, R.Kernel, R.TemplateArguments, "", Kind.str(),
                    R.SourceLine,
                    Figure ? VerdictKind::Excess : VerdictKind::Clean,
                    unsigned(Figure), 0, std::move(Unit)});
  };
  if (R.SpillStores && R.SpillLoads)
    Add(StackKind, uint64_t(*R.SpillStores) + *R.SpillLoads, "spilled bytes");
  if (R.OnSM)
    Add(OccupancyKind, R.OnSM->idleWarps(), "idle warps");
}

std::vector<ComparedAccess>
comparedAccesses(const std::vector<FileReport> &Reports) {
  std::vector<ComparedAccess> All;
  auto Add = [&](const AccessRecord &A) {
    ComparedAccess C{A.Where,
                     A.Kernel,
                     A.TemplateArguments,
                     A.Array,
                     jsonName(A.Verb).str(),
                     A.SourceLine,
                     A.Verdict.Kind};
    bool IsSilent = A.Issue && A.Issue->isSilent();
    if (!IsSilent && hasFigure(C.Verdict)) {
      C.Predicted = A.Verdict.Worst.Cost.Predicted;
      C.Ideal = A.Verdict.Worst.Cost.Ideal;
      C.Unit = unitName(A.Verdict.Worst.Cost.Unit);
    }
    All.push_back(std::move(C));
  };
  for (const FileReport &Report : Reports) {
    for_each(Report.Accesses, Add);
    for_each(Report.OtherAccesses, Add);
    for (const OccupancyRecord &R : Report.Occupancy)
      addCompared(R, All);
  }
  return All;
}

StringRef changeName(ChangeKind Kind) {
  return nameOf(
      Kind, {"worse", "added", "better", "removed", "undecided", "decided"});
}

bool isWorse(ChangeKind Kind) {
  return Kind == ChangeKind::Worse || Kind == ChangeKind::Added;
}

/// How many parts two names have in common at their ends.
static unsigned commonEnd(StringRef A, StringRef B) {
  auto Begin = sys::path::rbegin(A);
  auto [Differs, Other] = std::mismatch(
      Begin, sys::path::rend(A), sys::path::rbegin(B), sys::path::rend(B));
  return std::distance(Begin, Differs);
}

/// The file of \p Files that \p File is in the other state; empty for none.
static std::string partnerOf(StringRef File,
                             const std::set<std::string> &Files) {
  if (Files.contains(File.str()))
    return File.str();
  unsigned Longest = 0;
  std::string Best;
  for (const std::string &Other : Files) {
    unsigned Parts = commonEnd(File, Other);
    if (Parts > Longest)
      Best = Other;
    else if (Parts == Longest)
      Best.clear(); // Two are as near: neither is known to be the one.
    Longest = std::max(Longest, Parts);
  }
  return Best;
}

namespace {

using Pointers = std::vector<const ComparedAccess *>;

/// The accesses among which partners are looked for, of both sides.
struct Group {
  Pointers Before, After;
};

using ChangeList = std::vector<AccessChange>;

} // namespace

/// The accesses of both sides by file, kernel, arguments, kind and array.
static auto groupsOf(const std::vector<ComparedAccess> &Before,
                     const std::vector<ComparedAccess> &After) {
  std::set<std::string> Old, New;
  for (const ComparedAccess &A : Before)
    Old.insert(A.Where.File);
  for (const ComparedAccess &A : After)
    New.insert(A.Where.File);
  // Each of a pair has to name the other: else two files of one side would
  // share one of the other.
  std::map<std::string, std::string> Name;
  for (const std::string &File : New)
    if (std::string Other = partnerOf(File, Old);
        !Other.empty() && partnerOf(Other, New) == File)
      Name[Other] = File;
  auto Key = [](const ComparedAccess &A, std::string File) {
    return std::tuple(std::move(File), A.Kernel, A.TemplateArguments, A.Kind,
                      A.Array);
  };
  std::map<decltype(Key(Before[0], "")), Group> Groups;
  for (const ComparedAccess &A : Before) {
    auto Found = Name.find(A.Where.File);
    // No name of a file on the other side begins so.
    std::string File = Found == Name.end() ? std::string(1, '\0') + A.Where.File
                                           : Found->second;
    Groups[Key(A, std::move(File))].Before.push_back(&A);
  }
  for (const ComparedAccess &A : After)
    Groups[Key(A, A.Where.File)].After.push_back(&A);
  return Groups;
}

static void note(const ComparedAccess *Before, const ComparedAccess *After,
                 ChangeList &Into) {
  auto Note = [&](ChangeKind Kind) {
    AccessChange &Change = Into.emplace_back(AccessChange{Kind, {}, {}});
    if (Before)
      Change.Before = *Before;
    if (After)
      Change.After = *After;
  };
  if (!Before || !After) {
    // Of a kernel that is new or gone there is no other occupancy.
    if ((Before ? Before : After)->Kind == OccupancyKind)
      return;
    if ((Before ? Before : After)->excess())
      Note(Before ? ChangeKind::Removed : ChangeKind::Added);
  } else if (Before->isProven() != After->isProven()) {
    Note(Before->isProven() ? ChangeKind::Undecided : ChangeKind::Decided);
  } else if (Before->excess() != After->excess()) {
    Note(Before->excess() < After->excess() ? ChangeKind::Worse
                                            : ChangeKind::Better);
  }
}

static void pair(Group &G, ChangeList &Into) {
  auto ByPlace = [](const ComparedAccess *A, const ComparedAccess *B) {
    // Those of one side are in one array, in the order that they were found.
    return std::tie(A->Where, A) < std::tie(B->Where, B);
  };
  llvm::sort(G.Before, ByPlace);
  llvm::sort(G.After, ByPlace);
  std::map<StringRef, Pointers> Old;
  for (const ComparedAccess *A : reverse(G.Before))
    Old[A->Source].push_back(A);
  Pointers Before, After;
  for (const ComparedAccess *A : G.After) {
    auto Found = Old.find(A->Source);
    if (Found == Old.end() || Found->second.empty()) {
      After.push_back(A);
      continue;
    }
    note(Found->second.back(), A, Into);
    Found->second.pop_back();
  }
  for (auto &[Source, Rest] : Old)
    append_range(Before, Rest);
  llvm::sort(Before, ByPlace);
  bool IsEdited = Before.size() == After.size();
  for (size_t I = 0; I != After.size(); ++I)
    note(IsEdited ? Before[I] : nullptr, After[I], Into);
  for (size_t I = 0; !IsEdited && I != Before.size(); ++I)
    note(Before[I], nullptr, Into);
}

ChangeList compareAccesses(const std::vector<ComparedAccess> &Before,
                           const std::vector<ComparedAccess> &After) {
  ChangeList All;
  for (auto &[Key, G] : groupsOf(Before, After))
    pair(G, All);
  auto Order = [](const AccessChange &C) {
    const ComparedAccess &A = C.After ? *C.After : *C.Before;
    return std::tie(A.Where, A.Kernel, A.TemplateArguments, A.Kind, A.Array,
                    A.Predicted, A.Ideal, C.Kind);
  };
  llvm::sort(All, [&](const AccessChange &A, const AccessChange &B) {
    if (A.After.has_value() != B.After.has_value())
      return A.After.has_value();
    return Order(A) < Order(B);
  });
  return All;
}

static std::string messageOf(const AccessChange &C) {
  const ComparedAccess &A = C.After ? *C.After : *C.Before;
  const std::string What = messages::ComparedThing(A.Kind, ofArray(A.Array));
  // Of what is not proven any more, or never executed, the other side has one.
  const ComparedAccess &Of = A.Unit.empty() && C.Before ? *C.Before : A;
  StringRef Unit = Of.Unit.empty() ? "wavefronts" : StringRef(Of.Unit);
  Unit = Unit.drop_back(Unit == "passes" ? 2 : 1);
  const bool IsCost = A.Kind != OccupancyKind && A.Kind != StackKind;
  const StringRef Takes = IsCost ? "takes" : "has";
  const StringRef Took = IsCost ? "took" : "had";
  std::string Costs = counted(A.Predicted, Unit);
  if (IsCost)
    Costs = messages::ComparedCost(Costs, A.Ideal);
  switch (C.Kind) {
  case ChangeKind::Worse:
  case ChangeKind::Better: {
    std::string Was = utostr(C.Before->Predicted);
    if (C.Before->Ideal != A.Ideal)
      Was = messages::FormerCost(Was, C.Before->Ideal);
    return messages::WentFrom(What, Was, Costs);
  }
  case ChangeKind::Added:
    return messages::IsNew(What, Takes, Costs);
  case ChangeKind::Removed:
    return messages::ExistsNoLonger(What, Took, Costs);
  case ChangeKind::Undecided:
    return messages::NowUnproven(What, Took,
                                 counted(C.Before->Predicted, Unit));
  case ChangeKind::Decided:
    return messages::NowProven(What, Takes, Costs);
  }
  llvm_unreachable("unknown kind of change");
}

std::vector<Finding> findingsOf(const std::vector<AccessChange> &Changes) {
  std::vector<Finding> All;
  for (const AccessChange &C : Changes) {
    const ComparedAccess &A = C.After ? *C.After : *C.Before;
    Finding F;
    F.Check = "warplint-diff";
    F.Level = isWorse(C.Kind) ? Severity::Warning : Severity::Remark;
    F.Where = A.Where;
    // Of what is gone the file is another one by now.
    if (!C.After)
      F.Where.Line = F.Where.Column = F.Where.EndLine = F.Where.EndColumn = 0;
    F.Message = messageOf(C);
    if (!C.After && !A.Source.empty())
      F.Message += ": '" + shortText(A.Source) + "'";
    F.SourceLine = A.Source;
    std::string Kernel = shortName(A.Kernel + A.TemplateArguments);
    bool IsSame = !All.empty() && All.back().Where == F.Where &&
                  All.back().Message == F.Message;
    if (!IsSame)
      All.push_back(std::move(F));
    if (!Kernel.empty())
      All.back().Notes.push_back({{}, messages::InKernel(Kernel)});
    if (!IsSame && C.Before && C.After && C.Before->Source != A.Source)
      All.back().Notes.push_back(
          {{}, messages::LineWas(shortText(C.Before->Source))});
  }
  return All;
}

} // namespace warplint
