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
  const StringRef Sentences[] = {
      "proven",
      messages::DependsOnData,
      messages::NotComputable,
      messages::DifferentArrays,
      messages::TooManyCases,
      messages::EndlessLoop,
      messages::UnknownArithmetic,
      messages::MayBeMisaligned,
      messages::NotMeasured,
      messages::BlockUnknown,
  };
  return Sentences[size_t(Reason)];
}

StringRef reasonName(UnprovenReason Reason) {
  return nameOf(Reason, {"none", "data-dependent-index", "index-not-computed",
                         "array-chosen-by-lane", "too-many-cases",
                         "unbounded-loop", "unknown-arithmetic",
                         "unknown-alignment", "not-measured", "unknown-block"});
}

} // namespace warplint
