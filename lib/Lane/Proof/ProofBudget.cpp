//===- ProofBudget.cpp - How much work a proof may take -------------------===//

#include "warplint/Lane/ProofBudget.h"
#include <algorithm>

namespace warplint {

/// What one question may take of what its file has left, and what it always
/// may.
static constexpr uint64_t ShareOfBudget = 16, LeastSteps = 20000;

uint64_t ProofBudget::share(uint64_t Wanted) const {
  return std::min(Wanted, std::max(LeastSteps, StepsLeft / ShareOfBudget));
}

void ProofBudget::spend(uint64_t Steps) {
  StepsLeft -= std::min(StepsLeft, Steps);
}

bool ProofBudget::grants(uint64_t Wanted, uint64_t Spent) const {
  return Spent <= StepsLeft &&
         ProofBudget{StepsLeft - Spent}.share(Wanted) == Wanted;
}

} // namespace warplint
