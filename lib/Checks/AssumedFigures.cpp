//===- AssumedFigures.cpp - Figures for assumed template arguments --------===//

#include "AssumedFigures.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Support/EnumNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {

/// Parameters that a message names, and argument lists before the others are
/// counted.
static constexpr size_t NamedParameters = 4;
static constexpr size_t NamedLists = 2;

using Records = std::vector<const AccessRecord *>;
using Value = std::pair<std::string, std::string>;

static std::string valueText(const Value &V) {
  return V.first + " = " + shortName(V.second);
}

/// The assumed records of the first one's template, one for each list: calls of
/// a helper may differ, and of those the worst, which comes first, speaks.
static Records listsOf(AccessRecords Group) {
  Records Lists;
  std::set<std::vector<Value>> Seen;
  for (const AccessRecord *A : Group)
    if (A->isAssumed() &&
        A->Trial->Template == Group.front()->Trial->Template &&
        Seen.insert(A->Trial->Values).second)
      Lists.push_back(A);
  return Lists;
}

/// The values of one parameter among \p Lists; nothing where a list lacks it.
static const std::string *valueOf(const AccessRecord &A, StringRef Name) {
  for (const Value &V : A.Trial->Values)
    if (V.first == Name)
      return &V.second;
  return nullptr;
}

static bool varies(const Records &Lists, StringRef Name) {
  const std::string *First = valueOf(*Lists.front(), Name);
  return any_of(Lists, [&](const AccessRecord *A) {
    const std::string *Other = valueOf(*A, Name);
    return !First != !Other || (First && *First != *Other);
  });
}

/// The values of \p A, those that differ between the lists before the others.
static std::string valuesText(const AccessRecord &A, const Records &Lists) {
  const std::vector<Value> &Values = A.Trial->Values;
  std::set<size_t> Named;
  for (bool Varying : {true, false})
    for (auto [I, V] : enumerate(Values))
      if (Named.size() < NamedParameters && varies(Lists, V.first) == Varying)
        Named.insert(I);
  std::vector<std::string> Texts;
  for (size_t I : Named)
    Texts.push_back(valueText(Values[I]));
  return join(Texts, ", ") + (Named.size() < Values.size() ? ", ..." : "");
}

std::string assumedSuffix(AccessRecords Group) {
  const AccessRecord &A = *Group.front();
  if (!A.isAssumed())
    return "";
  std::string Values = valuesText(A, listsOf(Group));
  return Values.empty() ? " (assumed)" : ", with " + Values + " (assumed)";
}

void addInstantiation(const AccessRecord &A, Finding &F) {
  // Said once of the file.
  if (!A.Undefined.empty())
    F.Notes.push_back({{}, messages::Assuming(undefinedText(A.Undefined))});
  std::string Name = A.Kernel + A.TemplateArguments;
  if (A.TemplateArguments.empty() && !A.Trial)
    return;
  std::string Text = "in instantiation '" + shortName(Name) + "'";
  if (!A.Trial) {
    F.Notes.push_back({{}, Text, NoteKind::Figure});
    return;
  }
  // What is assumed was found nowhere, and an option stands in no file.
  ArgumentSource From = A.Trial->From;
  const StringRef Sources[] = {
      " from --instantiate",      " from this comment",
      " from this use",           " from another file",
      messages::DefaultArguments, messages::AssumedArguments,
  };
  Text += Sources[size_t(From)];
  F.Notes.push_back({isAssumed(From) ? SourcePlace() : A.Trial->Where,
                     std::move(Text), NoteKind::Figure});
}

/// A parameter that decides: lists with one value of it have one outcome.
static std::string decidingParameter(const Records &Lists) {
  for (const Value &V : Lists.front()->Trial->Values) {
    std::map<std::string, std::string> OutcomeOf;
    bool Decides = varies(Lists, V.first);
    for (const AccessRecord *A : Lists) {
      const std::string *Of = valueOf(*A, V.first);
      std::string Outcome = outcomeText(A->Verdict);
      Decides &=
          Of && OutcomeOf.try_emplace(*Of, Outcome).first->second == Outcome;
    }
    if (Decides)
      return V.first;
  }
  return "";
}

/// "T = half" for what \p A has and \p Than has not.
static std::string difference(const AccessRecord &A, const AccessRecord &Than) {
  std::vector<std::string> Texts;
  for (const Value &V : A.Trial->Values)
    if (const std::string *Other = valueOf(Than, V.first);
        !Other || *Other != V.second)
      Texts.push_back(valueText(V));
  size_t Count = Texts.size();
  Texts.resize(std::min(Count, NamedParameters));
  return join(Texts, ", ") + (Count > Texts.size() ? ", ..." : "");
}

std::string otherInstance(const AccessRecord &A, const AccessRecord &First) {
  std::string Name = A.Kernel + A.TemplateArguments;
  bool IsLong = foldedArguments(Name) != Name;
  if (IsLong && A.Trial && First.Trial &&
      A.Trial->Template == First.Trial->Template)
    return "the instance with " + difference(A, First);
  return "'" + shortName(Name) + "'";
}

/// The lists of the first record's kernel, where they do not agree.
static void addDependence(const Records &Lists, Finding &F) {
  std::string Deciding = decidingParameter(Lists);
  ByOutcome<std::string> Outcomes;
  for (const AccessRecord *A : Lists) {
    auto &Of = Outcomes[outcomeText(A->Verdict)];
    std::string Text = Deciding.empty() ? difference(*A, *Lists.front())
                                        : shortName(*valueOf(*A, Deciding));
    if (!is_contained(Of, Text))
      Of.push_back(std::move(Text));
  }
  std::vector<std::string> Parts;
  for (auto &[Outcome, Of] : Outcomes) {
    // What the message itself says.
    if (Deciding.empty() && &Of == &Outcomes.front().second)
      continue;
    size_t Count = Of.size();
    if (Deciding.empty() && Count > NamedLists) {
      Of.resize(NamedLists);
      Of.push_back(counted(Count - NamedLists, "other list"));
    }
    Parts.push_back(
        Outcome + (Deciding.empty() ? " with " : " when " + Deciding + " = ") +
        join(Of, Deciding.empty() ? " or " : ", "));
  }
  F.Notes.push_back({{},
                     join(Parts, "; ") + " (" +
                         counted(Lists.size(), "argument list") + " tried)"});
}

void addAssumed(AccessRecords Group, Finding &F) {
  const AccessRecord &First = *Group.front();
  if (First.isAssumed()) {
    Records Lists = listsOf(Group);
    bool Agree = all_of(Lists, [&](const AccessRecord *A) {
      return outcomeText(A->Verdict) == outcomeText(First.Verdict);
    });
    if (!Agree)
      addDependence(Lists, F);
    else if (Lists.size() > 1)
      F.Notes.push_back({{}, messages::SameForAllLists(Lists.size())});
  }
  // Other kernels that reach the access.
  ByOutcome<std::string> Outcomes;
  for (const AccessRecord *A : Group)
    if (A->isAssumed() &&
        (!First.isAssumed() || A->Trial->Template != First.Trial->Template)) {
      auto &Of = Outcomes[outcomeText(A->Verdict)];
      std::string Name = "'" + shortName(A->Trial->Template) + "'";
      if (!is_contained(Of, Name))
        Of.push_back(std::move(Name));
    }
  for (auto &[Outcome, Names] : Outcomes) {
    size_t Count = Names.size();
    Names.resize(std::min(Count, NamedLists));
    if (Count > Names.size())
      Names.push_back(counted(Count - Names.size(), "other"));
    F.Notes.push_back({{}, messages::InAssumedKernels(listed(Names), Outcome)});
  }
}

} // namespace warplint
