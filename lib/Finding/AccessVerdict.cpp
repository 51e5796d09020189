//===- AccessVerdict.cpp - What an access costs, in words -----------------===//

#include "warplint/Finding/AccessVerdict.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Support/EnumNames.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace warplint {

unsigned importanceOf(VerdictKind Kind) {
  static constexpr VerdictKind Rising[] = {
      VerdictKind::NeverRuns, VerdictKind::Clean, VerdictKind::Unproven,
      VerdictKind::Excess};
  return find(Rising, Kind) - Rising;
}

bool isWorse(const AccessVerdict &A, const AccessVerdict &B) {
  auto Key = [](const AccessVerdict &V) {
    return std::tuple(importanceOf(V.Kind), !V.IsIdealInFull,
                      V.Worst.Cost.excess(), V.Worst.Cost.Predicted,
                      V.TotalPredicted);
  };
  return Key(A) > Key(B);
}

StringRef reasonSentence(UnprovenReason Reason) {
  return nameOf(Reason, {
                            "proven",
#define WARPLINT_REASON(Name, Id, Sentence) Sentence.text(),
#include "warplint/Lane/Reasons.def"
                        });
}

StringRef reasonName(UnprovenReason Reason) {
  return nameOf(Reason, {
                            "none",
#define WARPLINT_REASON(Name, Id, Sentence) Id,
#include "warplint/Lane/Reasons.def"
                        });
}

} // namespace warplint
