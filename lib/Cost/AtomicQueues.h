//===- AtomicQueues.h - Atomics that wait for one another -------*- C++ -*-===//
//
// L2 does the atomics of one place one after the other, whoever asks for them. So
//
//   atomicAdd(&sum, x[i]);         all lanes of the launch wait for one another
//   atomicAdd(&bin[threadIdx.x], x[i]);     as many lanes as there are blocks
//   atomicAdd(&sums[blockIdx.x], x[i]);     the lanes of a block
//
// The queues are counted for some blocks of the launch and the first iteration of
// the loops around the atomic. A queue in which two of these blocks wait is taken
// to be one of the whole launch.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_COST_ATOMICQUEUES_H
#define WARPLINT_LIB_COST_ATOMICQUEUES_H

#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Kernel/KernelModel.h"

namespace warplint {

/// The cycles of a block's warps that execute an atomic once each.
struct AtomicQueues {
  double OfDevice = 0; ///< In the longest queue that others wait in, too.
  double OfBlock = 0;  ///< In the longest queue of the block's own.
};

/// Of \p A with \p Address and \p Guard, under \p Launch with its known block.
/// Nothing where it is not known which lanes execute it, or at which places. A
/// comparison with the size of an array, where that is not known, is taken to hold.
std::optional<AtomicQueues> atomicQueues(const LaneContext &Context,
                                         const KernelAccess &A,
                                         const LaneExpr *Address,
                                         const LaneExpr *Guard,
                                         const LaunchRecord &Launch);

} // namespace warplint

#endif // WARPLINT_LIB_COST_ATOMICQUEUES_H
