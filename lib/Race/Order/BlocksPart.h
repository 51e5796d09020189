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

/// A block comes to the barrier of its cluster there, and may wait for it later.
bool isClusterArrival(const KernelBarrier &B);

/// Barriers of clusters and grids behind a condition that holds in some blocks of
/// these and not in others.
std::vector<DivergentBarrier> barriersOfSomeBlocks(const KernelModel &Kernel,
                                                   SymbolBinding &Known,
                                                   const LaunchShape &Shape,
                                                   uint64_t MostWork);

} // namespace warplint

#endif // WARPLINT_LIB_RACE_BLOCKSPART_H
