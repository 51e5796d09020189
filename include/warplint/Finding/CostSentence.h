//===- CostSentence.h - What a kernel's table comes to ----------*- C++ -*-===//

#ifndef WARPLINT_FINDING_COSTSENTENCE_H
#define WARPLINT_FINDING_COSTSENTENCE_H

#include "warplint/Finding/KernelBound.h"

namespace warplint {

/// About how many times faster a kernel can be without the excess of \p
/// Mended, lines of \p Cost, as far as that tells: at least 1. With the rounds,
/// from \p FewestTrips on, for which that is most, and the more of two cases:
///
///   pipes work at the same time   the busiest pipe now : the busiest then
///   each waits for the others     the sum of all now : the sum then
///
/// but no time is shorter than the chain of a warp (KernelBound.h).
///
/// Example: 100 cycles of DRAM, 80 of shared memory, of which 40 are excess. In
/// the first case nothing is gained, in the second 180 : 140 = 1.29. With a
/// chain of 170 cycles that stays 170 that is 180 : 170.
double gainOf(const KernelCost &Cost, llvm::ArrayRef<const LineUse *> Mended,
              DataIn Where = DataIn::Dram, Limits By = Limits::All,
              unsigned FewestTrips = 1);
/// The same for all excess of a pipe.
double gainOf(const KernelCost &Cost, Pipe P, DataIn Where = DataIn::Dram);

/// What is to be said of a kernel's busiest pipe and its conflicts.
std::string costSentence(const KernelCost &Cost);

/// The units of \p Use of all blocks of the launch, where the grid and all loops are
/// known: what Nsight Compute counts as the sum of the pipe's metric.
std::optional<double> unitsOfLaunch(const KernelCost &Cost, const PipeUse &Use);
/// "whole launch of 64 blocks: shared 8,448 wavefronts, ..."; empty where it is not
/// known.
std::string launchSentence(const KernelCost &Cost);

} // namespace warplint

#endif // WARPLINT_FINDING_COSTSENTENCE_H
