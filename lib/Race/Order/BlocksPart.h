//===- BlocksPart.h - Barriers that whole blocks do not come to -*- C++ -*-===//
//
// A cluster's barrier waits for all of its blocks, and a grid's for all blocks:
//
//   if (cluster.block_rank() == 0)     if (blockIdx.x % 2)
//     cluster.sync();                    grid.sync();
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_BLOCKSPART_H
#define WARPLINT_LIB_RACE_BLOCKSPART_H

#include "Race/Values/ThreadValues.h"
#include "warplint/Race/BlockHazards.h"

namespace warplint {

/// Barriers of clusters and grids behind a condition that holds in some blocks of
/// these and not in others, which \p Values, with bounds apart, knows.
std::vector<DivergentBarrier> barriersOfSomeBlocks(const KernelModel &Kernel,
                                                   BlockEvaluation &Values);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_BLOCKSPART_H
