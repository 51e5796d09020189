//===- IssueWording.cpp - How wider requests are told ---------------------===//

#include "warplint/Finding/IssueWording.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

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
  if (!I.With.empty())
    return "these " + utostr(I.Parts) + " " + Noun + "s";
  return utostr(I.Parts) + (A.Instances == 1 ? " iterations" : " copies") +
         " of this " + Noun;
}

static std::string widePhrase(const AccessRecord &A) {
  return "one " + utostr(uint64_t(8) * A.Issue->BytesPerLane) + "-bit " +
         noun(A).str();
}

std::string togetherPhrase(const AccessRecord &A) {
  return partsPhrase(A) + " are issued as " + widePhrase(A);
}

static std::string figures(const WarpCost &Cost) {
  return counted(Cost.Predicted, unitPhrase(Cost.Unit)) + " together, ideal " +
         utostr(Cost.Ideal);
}

void addIssueNotes(const AccessRecord &A, Finding &F) {
  if (!A.Issue)
    return;
  const IssueRecord &I = *A.Issue;
  if (isJudgedTogether(A)) {
    for (const SourcePlace &Where : I.With)
      F.Notes.push_back({Where, "issued together with this one"});
    return;
  }
  if (I.HoistedOutOf && I.IsCertain)
    F.Notes.push_back({A.Where, "issued once before the loop, not in each "
                                "iteration"});
  if (!I.BytesPerLane || I.IsCertain)
    return;
  std::string Text = "as written; the compiler may issue " + partsPhrase(A) +
                     " as " + widePhrase(A) + ": ";
  if (I.Verdict.Kind == VerdictKind::Unproven)
    Text += "its figure is not proven";
  else
    Text += figures(I.Verdict.Worst.Cost);
  F.Notes.push_back({A.Where, std::move(Text)});
}

std::string silentPhrase(const AccessRecord &A) {
  const IssueRecord &I = *A.Issue;
  std::string This = "this " + accessPhrase(A);
  if (I.IsDropped)
    return "no request: nothing needs what " + This + " reads";
  if (I.Joined == 0)
    return "no request: what " + This + " reads is in a register already";
  return "no request of its own: " + This + " is issued together with others" +
         (I.With.empty() ? "" : ", see line " + utostr(I.With.front().Line));
}

std::string_view issueName(const AccessRecord &A) {
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
