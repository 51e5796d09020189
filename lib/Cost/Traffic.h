//===- Traffic.h - How far down requests to global memory go ----*- C++ -*-===//
//
// A request asks L1 for sectors. Which of them L1 has, and which L2 has, depends
// on what else runs; what is estimated here is what the code by itself repeats:
//
//   L2    the sectors of a load, once for all rounds of loops in which its
//         address stays, once for all warps of the block that load the same,
//         and once for rounds that walk through a sector
//   DRAM  of these the bytes that are used (L2 joins the parts of a sector),
//         unless other blocks ask for the same: an address that does not depend
//         on each blockIdx on which some address of the kernel depends
//
// Example, a product of matrices with blockIdx.x for columns, .y for rows: what
// is loaded of A does not depend on blockIdx.x, of B not on .y. Neither is
// counted as DRAM, the result is.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_COST_TRAFFIC_H
#define WARPLINT_LIB_COST_TRAFFIC_H

#include "Executions.h"
#include "llvm/ADT/SmallSet.h"

namespace warplint {

/// An access to global memory and the sectors of one request, now and packed.
struct GlobalRequest {
  const KernelAccess *Access = nullptr;
  double Sectors = 0, Packed = 0;
};

class Traffic {
public:
  /// \p All: the requests of a kernel.
  Traffic(const LaneContext &Context, llvm::ArrayRef<GlobalRequest> All,
          Executions &Times);

  /// Sectors that all executions of \p R ask of L2, now and packed.
  PipeUse atL2(const GlobalRequest &R);
  /// Those that come from memory, or go there.
  TripSum atDram(const GlobalRequest &R);

private:
  bool isShared(const GlobalRequest &R) const;
  bool isCounted(const GlobalRequest &R);
  TripSum timesAtL2(const GlobalRequest &R);
  double shareOfWarps(const KernelAccess &A) const;
  double walkedShare(const GlobalRequest &R) const;
  llvm::SmallSet<unsigned, 4> symbolsIn(const KernelAccess &A,
                                        SymbolKind Kind) const;

  const LaneContext &Context;
  Executions &Times;
  llvm::SmallSet<unsigned, 4> BlockIndices;
  /// Addresses by what they are but for a constant, and which constants.
  std::map<std::pair<bool, std::vector<std::pair<const LaneExpr *, uint32_t>>>,
           std::vector<int64_t>>
      Counted;
};

} // namespace warplint

#endif // WARPLINT_LIB_COST_TRAFFIC_H
