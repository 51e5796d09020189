//===- IssuePhrases.cpp - How accesses are issued, in words ---------------===//

#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Accesses.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

static StringRef noun(const AccessRecord &A) {
  return A.Verb == AccessVerb::Store ? "store" : "load";
}

bool isJudgedTogether(const AccessRecord &A) {
  return A.Issue && A.Issue->IsCertain && A.Issue->Joined &&
         A.Verdict.Kind == A.Issue->Verdict.Kind &&
         A.Verdict.TotalPredicted == A.Issue->Verdict.TotalPredicted;
}

/// "4 iterations of this load", "these 4 loads", "this load".
static std::string partsPhrase(const AccessRecord &A) {
  const IssueRecord &I = *A.Issue;
  std::string Noun = noun(A).str();
  if (I.Parts == 1)
    return "this " + Noun;
  if (!I.With.empty())
    return "these " + utostr(I.Parts) + " " + Noun + "s";
  return utostr(I.Parts) + (A.Instances == 1 ? " iterations" : " copies") +
         " of this " + Noun;
}

/// One access needs several requests: each has some of the words of its.
static bool isSplit(const IssueRecord &I) {
  return I.Parts == 1 && I.Requests > I.Joined;
}

static std::string widePhrase(const AccessRecord &A) {
  const std::string Kind =
      utostr(uint64_t(8) * A.Issue->BytesPerLane) + "-bit " + noun(A).str();
  return isSplit(*A.Issue)
             ? utostr(A.Issue->Requests / A.Issue->Joined) + " " + Kind + "s"
             : "one " + Kind;
}

std::string togetherPhrase(const AccessRecord &A) {
  return messages::IssuedAs(partsPhrase(A), widePhrase(A));
}

/// Of machine code that was asked.
static std::string codePhrase(const AccessRecord &A) {
  const CodeReading &Code = *A.Code;
  if (!Code.isDecided())
    return messages::CodeUndecided(Code.Compiler, Code.Doubt);
  return A.Issue ? messages::CodeDecided(Code.Compiler)
                 : messages::CodeSeparate(Code.Compiler, noun(A));
}

/// Of what may not be issued each time; empty for all else.
static std::string doubtPhrase(const AccessRecord &A) {
  const IssueRecord &I = *A.Issue;
  if (I.IsCertain || I.BytesPerLane)
    return "";
  if (I.HoistedOutOf)
    return messages::MayIssueOnce();
  return A.Verb == AccessVerb::Store && I.Repeated
             ? messages::MayDropStore(accessPhrase(A))
             : "";
}

void addIssueNotes(const AccessRecord &A, Finding &F) {
  if (A.Code)
    F.Notes.push_back({A.Where, codePhrase(A), NoteKind::Figure});
  if (!A.Issue)
    return;
  const IssueRecord &I = *A.Issue;
  if (isJudgedTogether(A)) {
    for (const SourcePlace &Where : I.With)
      F.Notes.push_back({Where, messages::IssuedWithThis()});
    return;
  }
  if (I.HoistedOutOf && I.IsCertain)
    F.Notes.push_back({A.Where,
                       A.Verb == AccessVerb::Store
                           ? messages::IssuedAfterLoop()
                           : messages::IssuedBeforeLoop(),
                       NoteKind::Figure});
  if (std::string Doubt = doubtPhrase(A); !Doubt.empty())
    F.Notes.push_back({A.Where, std::move(Doubt), NoteKind::Figure});
  if (!I.BytesPerLane || I.IsCertain)
    return;
  const WarpCost &Cost = I.Verdict.Worst.Cost;
  const std::string Parts = partsPhrase(A), Wide = widePhrase(A);
  const std::string Figure = counted(Cost.Predicted, unitPhrase(Cost.Unit));
  std::string Text = messages::MayIssueUnproven(Parts, Wide);
  if (I.Verdict.Kind != VerdictKind::Unproven)
    Text = isSplit(I) ? messages::MaySplit(Parts, Wide, Figure, Cost.Ideal)
                      : messages::MayIssue(Parts, Wide, Figure, Cost.Ideal);
  F.Notes.push_back({A.Where, std::move(Text), NoteKind::Figure});
}

std::string silentPhrase(const AccessRecord &A) {
  const IssueRecord &I = *A.Issue;
  const std::string This = accessPhrase(A);
  if (I.IsDropped)
    return A.Verb == AccessVerb::Store ? messages::UnusedStore(This)
                                       : messages::UnusedLoad(This);
  if (I.Joined == 0)
    return messages::AlreadyLoaded(This);
  return I.With.empty() ? messages::IssuedWithOthers(This)
                        : messages::IssuedWithLine(This, I.With.front().Line);
}

StringRef issueName(const AccessRecord &A) {
  if (!A.Issue)
    return "as-written";
  const IssueRecord &I = *A.Issue;
  if (!I.IsCertain)
    return "maybe-fused";
  if (I.IsDropped)
    return "unused";
  if (I.Repeated == I.Copies)
    return "repeated";
  if (I.Joined + I.Repeated == I.Copies)
    return "fused";
  if (I.Joined || I.Repeated)
    return "mixed";
  return "hoisted";
}

} // namespace warplint
