//===- OutcomeText.cpp - What an access comes to, in a few words ----------===//

#include "OutcomeText.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

std::string figuresText(const WarpCost &Cost) {
  return counted(Cost.Predicted, unitPhrase(Cost.Unit)) + ", ideal " +
         utostr(Cost.Ideal);
}

std::string outcomeText(VerdictKind Kind, StringRef Figures) {
  switch (Kind) {
  case VerdictKind::Excess:
    return Figures.str();
  case VerdictKind::Clean:
    return "conflict-free";
  case VerdictKind::NeverRuns:
    return "no lane executes it";
  case VerdictKind::Unproven:
    return "unproven";
  }
  return "";
}

std::string reasonOf(const AccessVerdict &V) {
  return V.ReasonText.empty() ? std::string(reasonSentence(V.Reason))
                              : shortText(V.ReasonText);
}

std::string outcomeText(const AccessVerdict &V) {
  std::string Text = outcomeText(V.Kind, figuresText(V.Worst.Cost));
  return V.Kind == VerdictKind::Unproven ? Text + ": " + reasonOf(V) : Text;
}

} // namespace warplint
