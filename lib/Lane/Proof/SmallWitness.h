//===- SmallWitness.h - Values that a reader can follow ---------*- C++ -*-===//
//
// Values that show an outcome are found at random: n = 106339. Those that are
// shown are small, and multiples of powers of two where that will do: n = 8192.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_LANE_PROOF_SMALLWITNESS_H
#define WARPLINT_LIB_LANE_PROOF_SMALLWITNESS_H

#include "Witness.h"

namespace warplint {

/// \p Found, which shows the outcome of \p Case, with smaller numbers as far as
/// these show it as well.
WarpLeaves smallWitness(const ProofGround &Ground, const WarpThreads &Threads,
                        const JudgedCase &Case, WarpLeaves Found);

} // namespace warplint

#endif // WARPLINT_LIB_LANE_PROOF_SMALLWITNESS_H
