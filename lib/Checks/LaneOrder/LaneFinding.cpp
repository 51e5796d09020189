//===- LaneFinding.cpp - What is said of an order of lanes ----------------===//

#include "LaneFinding.h"
#include "Checks/AccessFindings.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Messages/Checks.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace warplint {

/// Where a reader finds \p Site.
static clang::SourceRange rangeOf(const LaneSite &Site) {
  return Site.Variable ? clang::SourceRange(Site.Variable->getLocation())
                       : Site.Written->getSourceRange();
}

static SourcePlace placeOf(const LaneSite &Site,
                           const clang::ASTContext &Context) {
  return toPlace(Context.getSourceManager(), Context.getLangOpts(),
                 rangeOf(Site));
}

/// "32-bit", "64-bit and 128-bit".
static std::string widthsOf(ArrayRef<const TriedAccess *> Loads) {
  std::set<unsigned> Bits;
  for (const TriedAccess *C : Loads)
    Bits.insert(8 * issuedBytes(C->Before));
  std::vector<std::string> Words;
  for (unsigned B : Bits)
    Words.push_back(utostr(B) + "-bit");
  return listed(Words);
}

/// " of 'As' and 'Bs'".
static std::string arraysOf(ArrayRef<const TriedAccess *> Loads) {
  std::vector<std::string> Names;
  for (const TriedAccess *C : Loads)
    if (std::string Name = "'" + C->Before.Array + "'";
        !C->Before.Array.empty() && !is_contained(Names, Name))
      Names.push_back(Name);
  return Names.empty() ? "" : " of " + listed(Names);
}

static std::string loadText(const TriedAccess &C) {
  const AccessRecord &R = C.Before;
  return (isJudgedTogether(R) ? togetherPhrase(R)
                              : "this " + accessPhrase(R) + ofArray(R.Array)) +
         ": " + utostr(C.was()) + " -> " + counted(C.is(), "wavefront");
}

/// What the sums of the message are over.
static std::string roundsText(ArrayRef<const TriedAccess *> Loads) {
  std::set<std::string> Loops;
  bool IsUnknown = false;
  for (const TriedAccess *C : Loads) {
    const Rounds R = roundsOf(C->Before);
    IsUnknown |= !R.Loops.empty();
    Loops.insert(R.Loops.begin(), R.Loops.end());
  }
  if (!IsUnknown)
    return "";
  Loops.erase("");
  std::vector<std::string> Names;
  for (const std::string &Counter : Loops)
    Names.push_back("'" + Counter + "'");
  return messages::CountedForOne(Names.size() == 1
                                     ? "the loop over " + Names.front()
                                     : messages::EachOpenLoop());
}

/// What became of the sectors of global memory.
static std::string sectorsText(ArrayRef<TriedAccess> Global) {
  const size_t Decided =
      count_if(Global, [](const TriedAccess &C) { return C.isDecided(); });
  uint64_t Was = 0, Is = 0;
  for (const TriedAccess &C : Global)
    if (C.isDecided()) {
      Was += C.was();
      Is += C.is();
    }
  if (Decided == 0)
    return "";
  const std::string Of = Decided == 1 ? "the request to global memory touches "
                                      : "the " + utostr(Decided) +
                                            " requests to global memory touch ";
  return Was == Is ? Of + "as many sectors as before"
                   : Of + counted(Is, "sector") + " instead of " + utostr(Was);
}

Finding findingOn(LaneCandidate &Of, const LaneTrial &Trial,
                  const clang::ASTContext &Context, Severity AssumedLevel,
                  const std::string &WhyNoEdit) {
  std::vector<const TriedAccess *> Loads;
  uint64_t Was = 0, Is = 0;
  bool IsExact = true;
  for (const TriedAccess &C : Trial.Shared) {
    if (!C.isDecided() || !isWideLoad(C.Before) || !Of.isMoved(C.Before))
      continue;
    Loads.push_back(&C);
    const Rounds Times = roundsOf(C.Before);
    Was += C.was() * Times.Times;
    Is += C.is() * Times.Times;
    IsExact &= Times.IsExact && C.Before.Instances == 1 &&
               !C.Before.Verdict.DependsOnCase &&
               !C.After.Verdict.DependsOnCase;
  }
  const AccessRecord &First = Loads.front()->Before;
  const AccessRecord *Group[] = {&First};
  const std::string About = IsExact ? "" : "about ";
  Finding F = excessFinding(
      Group, AssumedLevel, {"wavefronts", Was, Is, "wavefronts/warp"},
      messages::LaneOrder(widthsOf(Loads) + " loads" + arraysOf(Loads), About,
                          grouped(Was), grouped(Is)));
  F.Where = placeOf(Of.Sites.sites().front(), Context);
  F.Subject->Array.clear();
  F.EstimatedExcess = (Was - Is) * std::max(1u, First.Verdict.WarpsInBlock) *
                      (roundsOf(First).Loops.empty() ? 1 : UnknownTripCount);
  for (const LaneSite &Site : Of.Sites.sites())
    F.Notes.push_back({placeOf(Site, Context),
                       "write '" + Of.Sites.textOf(Site, Of.order()) +
                           "' for " +
                           (Site.Variable ? "'" + Site.Name + "'"
                                          : "'" + shortText(Site.Name) + "'"),
                       NoteKind::Figure});
  for (const LaneSites::KeptNumber &Kept : Of.Sites.keptNumbers()) {
    std::vector<std::string> Words;
    for (const auto &[Name, Text] : Kept.Texts)
      Words.push_back("'" + Text + "' for '" + Name + "'");
    F.Notes.push_back(
        {toPlace(Context.getSourceManager(), Context.getLangOpts(),
                 Kept.Variable->getLocation()),
         messages::KeepNumber(listed(Words), Kept.Variable->getNameAsString(),
                              Of.Values.isThread(*Of.Values.of(*Kept.Variable))
                                  ? "thread"
                                  : "lane"),
         NoteKind::Figure});
  }
  for (const TriedAccess *C : Loads)
    F.Notes.push_back({C->Before.Where, loadText(*C), NoteKind::Figure});
  if (std::string Text = roundsText(Loads); !Text.empty())
    F.Notes.push_back({{}, Text, NoteKind::Figure});
  if (std::string Text = sectorsText(Trial.Global); !Text.empty())
    F.Notes.push_back({{}, Text, NoteKind::Figure});
  if (!WhyNoEdit.empty())
    F.Notes.push_back({{}, messages::NoLaneEdit(WhyNoEdit)});
  addInstantiation(First, F);
  addLaunch(First, F);
  return F;
}

} // namespace warplint
