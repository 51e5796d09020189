//===- Witness.h - Values that show a case's outcome ------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LANE_PROOF_WITNESS_H
#define WARPLINT_LIB_LANE_PROOF_WITNESS_H

#include "CaseOutcome.h"
#include "warplint/Lane/LaneEvaluation.h"

namespace warplint {

/// A case of one warp that was judged.
struct JudgedCase {
  unsigned Warp = 0; ///< Index into the warps of the block.
  CaseState State;
  CaseOutcome Found;
};

struct WitnessResult {
  /// Values of all leaves, lane by lane, for which plain evaluation of the
  /// guard and the address gives the case's outcome.
  std::optional<WarpLeaves> Witness = {};
  /// All values of the case were tried and none gives its outcome. Actual is
  /// the worst one that they give; nothing when there is no request at all.
  bool IsRefuted = false;
  std::optional<CaseOutcome> Actual = {};
  /// A lane's guard had no value, whatever was tried: it depends on an unknown
  /// value.
  bool IsUnknowable = false;
};

/// Tries all values for what the case leaves open where they are few, else a
/// number of them.
WitnessResult findWitness(const ProofGround &Ground, const WarpThreads &Threads,
                          const JudgedCase &Case);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_WITNESS_H
