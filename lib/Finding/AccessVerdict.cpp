//===- AccessVerdict.cpp - What an access costs, in words -----------------===//

#include "warplint/Finding/AccessVerdict.h"
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
  return nameOf(
      Reason, {"proven", "the index depends on data",
               "the index is a value that is not computed",
               "lanes address different arrays", "too many cases to tell apart",
               "a loop's values can not be enumerated",
               "an operation on unknown values can not be split into cases",
               "the access could be misaligned for its width",
               "the hardware model has no rule for the instruction",
               "the block is unknown"});
}

StringRef reasonName(UnprovenReason Reason) {
  return nameOf(Reason, {"none", "data-dependent-index", "index-not-computed",
                         "array-chosen-by-lane", "too-many-cases",
                         "unbounded-loop", "unknown-arithmetic",
                         "unknown-alignment", "not-measured", "unknown-block"});
}

} // namespace warplint
