//===- BlockCost.cpp - The pipes of the kernels of a file -----------------===//

#include "warplint/Cost/BlockCost.h"
#include "CostTable.h"

using namespace llvm;

namespace warplint {

/// What the proofs of global memory may take: the budget of shared memory
/// divided by that.
static constexpr uint64_t BudgetShare = 4;

/// Not a function that no kernel of the file calls.
static bool isKernel(const JudgedKernel &K) {
  const SourceFunction *F = K.Kernel->Declaration;
  return !F || F->IsKernel;
}

Needs costNeeds() {
  return {.Spaces = {MemorySpace::Shared, MemorySpace::Global}, .Work = true};
}

void addCosts(FileFacts &Facts, StringRef Architecture, FileReport &Report) {
  const Target On = lookupTarget(Architecture).value_or(measuredTarget());
  Facts.prover().renewBudget(BudgetShare);
  for (const JudgedKernel &K : Facts.kernels())
    if (isKernel(K) && K.Kernel->HasWork)
      Report.Costs.push_back(CostTable(Facts, K, On).make());
}

} // namespace warplint
