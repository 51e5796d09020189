//===- BlockCost.cpp - The pipes of the kernels of a file -----------------===//

#include "warplint/Cost/BlockCost.h"
#include "CostTable.h"

using namespace llvm;

namespace warplint {

/// What the proofs of global memory may take: the budget of shared memory
/// divided by that.
static constexpr uint64_t BudgetShare = 4;

Needs costNeeds() {
  return {
      .Spaces = {MemorySpace::Shared, MemorySpace::Global, MemorySpace::Local},
      .Work = true};
}

void addCosts(FileFacts &Facts, StringRef Architecture, FileReport &Report) {
  const Target On = lookupTarget(Architecture).value_or(measuredTarget());
  Facts.prover().renewBudget(BudgetShare);
  for (const JudgedKernel &K : Facts.kernels())
    if (K.Kernel->isKernel() && K.Kernel->HasWork)
      Report.Costs.push_back(CostTable(Facts, K, On).make());
}

} // namespace warplint
