//===- BruteForce.h - Figures by plain evaluation ---------------*- C++ -*-===//
//
// The oracle: values for all leaves, each lane evaluated by itself, the
// hardware model asked. Completely where there are few combinations of values,
// by samples where there are many.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_LANE_BRUTEFORCE_H
#define WARPLINT_UNITTESTS_LANE_BRUTEFORCE_H

#include "RandomAccess.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "warplint/Lane/WarpTotals.h"
#include <functional>

namespace warplint {

/// Leaves of the 32 lanes of one warp.
struct WarpSample {
  unsigned Warp = 0;
  LaneMask Existing = AllLanes;
  WarpLeaves Lanes;

  std::string describe(const LaneContext &Context) const;
};

/// The figure of \p Sample; nothing when the program has no meaning there (an
/// undefined value, a misaligned address). Cost 0 when no lane is active.
std::optional<WarpCost> costOfSample(const RandomAccess &Access,
                                     const WarpSample &Sample);

/// Some lanes' additions, products or shifts overflow and others' do not.
bool wrapsBetweenLanes(const RandomAccess &Access, const WarpSample &Sample);

/// Calls \p Visit for samples of \p Access, about \p Budget of them. True when
/// these were all that there are.
bool forEachSample(const RandomAccess &Access, unsigned Budget, uint64_t Seed,
                   const std::function<void(const WarpSample &)> &Visit);

/// The sum over all executions of \p Access by a block of its shape, all of
/// whose loops are around it, with the symbols of \p Sample: every warp, every
/// iteration, lane by lane. Nothing where the program has no meaning or a loop
/// runs for very long.
std::optional<WarpTotals> totalsOfSample(const RandomAccess &Access,
                                         const WarpSample &Sample);

} // namespace warplint

#endif // WARPLINT_UNITTESTS_LANE_BRUTEFORCE_H
