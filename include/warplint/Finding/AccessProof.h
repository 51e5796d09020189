//===- AccessProof.h - The proof of a cost, in words ------------*- C++ -*-===//

#ifndef WARPLINT_FINDING_ACCESSPROOF_H
#define WARPLINT_FINDING_ACCESSPROOF_H

#include "warplint/Finding/AccessVerdict.h"
#include "warplint/Lane/Evaluators.h"
#include "warplint/Lane/Prover.h"

namespace warplint {

/// Where an Opaque value comes from: "the index comes from memory" of the index
/// itself, "loaded from memory" of another.
llvm::StringRef opaquePhrase(OpaqueReason Reason, bool IsIndex);

/// Judges the cost of \p Problem for every warp of \p Shape and every value of
/// the symbols.
AccessVerdict proveAccess(const LaneContext &Context,
                          const AccessProblem &Problem,
                          const LaunchShape &Shape,
                          const ProofOptions &Options = {});

} // namespace warplint

#endif // WARPLINT_FINDING_ACCESSPROOF_H
