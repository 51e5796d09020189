//===- CaseFacts.h - What a case decided, by the user's names ---*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_CASEFACTS_H
#define WARPLINT_LIB_LANE_PROOF_CASEFACTS_H

#include "Witness.h"
#include "warplint/Lane/ProofResult.h"
#include <set>
#include <string>

namespace warplint {

/// The name of \p Atom to the user: "pitch", "blockDim.x", "k".
std::string nameOf(const ProofGround &Ground, AtomId Atom);

/// A decided loop speaks for the number of its iteration, in its own terms.
bool isToldByLoop(const AtomTable &Atoms, const CaseState &State, AtomId Id);

/// The facts that \p Case rests on, one or more for each atom that it decided.
std::vector<CaseFact> factsOf(const ProofGround &Ground,
                              const JudgedCase &Case);

/// The unknowns that the value of \p Of rests on.
std::set<std::string> symbolNames(const ProofGround &Ground,
                                  const LaneExpr *Of);

/// What \p Cases decided, each once.
std::vector<CaseSplit> splitsOf(const ProofGround &Ground,
                                const std::vector<JudgedCase> &Cases);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_CASEFACTS_H
