//===- CaseFacts.h - What a case decided, by the user's names ---*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_CASEFACTS_H
#define WARPLINT_LIB_LANE_PROOF_CASEFACTS_H

#include "Witness.h"
#include "warplint/Lane/ProofResult.h"
#include <set>
#include <string>

namespace warplint {

/// The facts that \p Case rests on, one or more for each atom that it decided.
std::vector<CaseFact> factsOf(const ProofGround &Ground,
                              const JudgedCase &Case);

/// The unknowns that the value of \p Of rests on.
std::set<std::string> symbolNames(const ProofGround &Ground,
                                  const LaneExpr *Of);

/// What \p Cases decided, each once.
std::vector<CaseSplit> splitsOf(const ProofGround &Ground,
                                const std::vector<JudgedCase> &Cases);

/// Fills in the rows and names that the outcome depends on, where it is not the
/// same in all cases of each warp.
void addCondition(const ProofGround &Ground,
                  const std::vector<JudgedCase> &Cases, ProofResult &Result);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_CASEFACTS_H
