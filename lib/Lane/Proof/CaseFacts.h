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

/// The name of \p Atom to the user: "pitch", "blockDim.x", "k".
std::string nameOf(const ProofGround &Ground, AtomId Atom);

/// A named recurrence of \p Loop that is the same number in all lanes of the
/// case: what the user calls the loop's state, "s" in s *= 2.
std::optional<std::pair<std::string, int64_t>>
loopVariableOf(const ProofGround &Ground, const CaseState &State,
               unsigned Loop);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_CASEFACTS_H
