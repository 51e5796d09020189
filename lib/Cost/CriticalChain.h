//===- CriticalChain.h - The longest wait of a warp -------------*- C++ -*-===//
//
// Of each loop, and of the kernel around them, the longest chain of instructions
// that wait for one another, times how often it is executed. All behind a
// barrier, an inner loop or a branch begins after it; an iteration begins when the
// one before has issued its last instruction. Where nvcc makes one of several
// iterations, only what goes on from one to the next is in a row:
//
//   for (k...) s += x[k];   iteration: load 685, sum 4; four of them 685 + 4 * 4
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_COST_CRITICALCHAIN_H
#define WARPLINT_LIB_COST_CRITICALCHAIN_H

#include "Executions.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

/// Cycles: now, without conflicts and unused sectors, and where L2 has the data.
struct WaitCycles {
  double Now = 0, AtBest = 0, InL2 = 0;
};

/// One warp's request to shared memory: its latency and, of a store, how long
/// the warp issues it.
WaitCycles sharedWait(Latency Kind, unsigned BytesPerLane, double Wavefronts,
                      double Best);

/// A load of global memory of which these parts come from DRAM and from L2.
WaitCycles globalWait(double Sectors, double Packed, double PartOfDram,
                      double PartOfL2);

/// What is known of an access.
struct AccessWait {
  SourcePlace Where;
  WaitCycles Cycles;
};
using AccessWaits = llvm::DenseMap<const SourceAccess *, AccessWait>;

/// Adds the chains of \p Kernel to \p Cost. \p PlaceOf: where the user wrote it.
void addChains(const KernelModel &Kernel, const AccessWaits &Waits,
               Executions &Times,
               llvm::function_ref<SourcePlace(const KernelPlace &)> PlaceOf,
               KernelCost &Cost);

} // namespace warplint

#endif // WARPLINT_LIB_COST_CRITICALCHAIN_H
