//===- Witness.h - Concrete values that show a case's figure -----*- C++
//-*-===//

#ifndef WARPLINT_LANE_WITNESS_H
#define WARPLINT_LANE_WITNESS_H

#include "RequestCost.h"

namespace warplint {

/// A case of one warp that was judged.
struct JudgedCase {
  unsigned Warp = 0; ///< Index into the warps of the block.
  CaseState State;
  CaseCost Figure;
};

/// Values of all leaves, lane by lane, for which plain evaluation of the guard
/// and the address gives the case's figure. Tries a number of values for what
/// the case leaves open; nothing when none of them does.
std::optional<std::array<LeafValues, WarpSize>>
findWitness(const ProofGround &Ground, const WarpThreads &Threads,
            const JudgedCase &Case);

} // namespace warplint

#endif // WARPLINT_LANE_WITNESS_H
