//===- OutcomeRows.h - On what an outcome depends ---------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_OUTCOMEROWS_H
#define WARPLINT_LIB_LANE_PROOF_OUTCOMEROWS_H

#include "CaseFacts.h"

namespace warplint {

struct OutcomeCondition {
  /// One for each fact about the one symbol or loop that decides the outcome.
  std::vector<OutcomeRow> Rows = {};
  /// Where that is not one: the names of all that was decided, sorted.
  std::vector<std::string> DependsOn = {};
};

/// Empty when the outcome is the same in all cases of each warp.
OutcomeCondition conditionOf(const ProofGround &Ground,
                             const std::vector<JudgedCase> &Cases);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_OUTCOMEROWS_H
