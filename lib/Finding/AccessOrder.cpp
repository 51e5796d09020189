//===- AccessOrder.cpp - Which record speaks for an access ----------------===//

#include "warplint/Finding/AccessOrder.h"
#include "warplint/Finding/Wording.h"
#include <tuple>

using namespace llvm;

namespace warplint {

bool isAtMost(const AccessRecord &A) {
  const AccessVerdict &V = A.Verdict;
  // Of requests that copies are joined to the verdict is about each.
  return V.DependsOnCase || hasCheaperBlocks(A) || !V.Condition.empty() ||
         (A.InstancesDiffer && !isJudgedTogether(A));
}

bool speaksBefore(const AccessRecord &A, const AccessRecord &B) {
  auto Key = [](const AccessRecord &R) {
    return std::tuple(~importanceOf(R.Verdict.Kind), R.isAssumed(),
                      R.Verdict.IsIdealInFull, ~R.Verdict.Worst.Cost.excess(),
                      ~weightOf(R), R.Launch.unknownExtents(), &R);
  };
  return Key(A) < Key(B);
}

} // namespace warplint
