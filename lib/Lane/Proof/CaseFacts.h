//===- CaseFacts.h - What a case decided, by the user's names ---*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_CASEFACTS_H
#define WARPLINT_LIB_LANE_PROOF_CASEFACTS_H

#include "Witness.h"
#include "warplint/Lane/ProofResult.h"

namespace warplint {

/// The facts that \p Case rests on, one or more for each atom that it decided.
std::vector<CaseFact> factsOf(const ProofGround &Ground,
                              const JudgedCase &Case);

/// What \p Cases decided, each once.
std::vector<CaseSplit> splitsOf(const ProofGround &Ground,
                                const std::vector<JudgedCase> &Cases);

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

#endif // WARPLINT_LIB_LANE_PROOF_CASEFACTS_H
