//===- GridLoops.h - Loops that the blocks of a grid share ------*- C++ -*-===//
//
// A loop over all that a launch works on,
//
//   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
//        i += gridDim.x * blockDim.x)
//
// has as many rounds in one block as in another, or one more. Where the launch
// and n are known, what is counted is the average of all blocks.
//
// Example: n = 100,000, 196 blocks of 512 threads: 195 blocks go round once, of
// the last one 160 threads, which are 5 of 16 warps: 0.997.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_COST_GRIDLOOPS_H
#define WARPLINT_LIB_COST_GRIDLOOPS_H

#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Lane/LaneExpr.h"

namespace warplint {

/// How often a warp goes round loop \p Number of \p Context, on average over the
/// blocks of the launch and some warps of each, and where a bound depends on a loop
/// around it, in the middle of that: for (j = i + 1; j < n; ++j) has n / 2 rounds.
/// Nothing where that depends on anything else, or where the loop can end in other
/// ways.
std::optional<double> averageRounds(const LaneContext &Context, unsigned Number,
                                    const LaunchRecord &Launch);

} // namespace warplint

#endif // WARPLINT_LIB_COST_GRIDLOOPS_H
