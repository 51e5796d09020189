//===- Traffic.h - How far down requests to global memory go ----*- C++ -*-===//
//
// A request asks L1 for sectors. Which of them L1 has, and which L2 has, depends
// on what else runs; what is estimated here is what the code by itself repeats:
//
//   L2    the sectors of a load, once for all rounds of loops in which its
//         address stays, once for all warps of the block that load the same,
//         once for the rounds that walk through a sector, and once for loads of
//         neighbouring elements or members of a structure, but never less than
//         the bytes that these use; what all blocks load, once for those that an
//         SM holds
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
  bool IsCopy = false; ///< One of several of an access: its address is another.
  bool IsProven = true;
};

/// What all executions of a request ask for below L1.
struct SectorsBelow {
  TripSum L2, L2AtBest, Dram;
  bool HasNeighbors = false; ///< Others have bytes of the same sectors.
};

class Traffic {
public:
  /// \p All: the requests of a kernel. \p BlocksOnSM at a time.
  Traffic(const LaneContext &Context, llvm::ArrayRef<GlobalRequest> All,
          Executions &Times, double BlocksOnSM);

  /// Of each request. The least that L2 can be asked for by several that share
  /// their sectors is with the first of them, as the sectors are.
  std::vector<SectorsBelow> below();

  /// All blocks of the launch access the same places.
  bool isOfAllBlocks(const KernelAccess &A) const {
    return A.Address && blockIndicesIn(A).empty();
  }

private:
  /// What is counted already of what a request asks for.
  struct Counted {
    std::optional<size_t> First; ///< The request whose sectors hold this one.
    double NewBytes = 1;         ///< The part of its bytes that no other has.
  };

  bool isShared(const KernelAccess &A) const;
  Counted countedOf(size_t Number);
  void addBelow(size_t Number, std::vector<SectorsBelow> &Sums);
  bool isLoadedAgain(const GlobalRequest &R);
  double blocksTogether(const KernelAccess &A) const;
  double shareOfWarps(const KernelAccess &A) const;
  llvm::SmallSet<unsigned, 4> blockIndicesIn(const KernelAccess &A) const;

  const LaneContext &Context;
  llvm::ArrayRef<GlobalRequest> All;
  Executions &Times;
  double BlocksOnSM;
  llvm::SmallSet<unsigned, 4> BlockIndices;
  /// Requests by what their addresses are but for a constant, and the constants;
  /// of stores those of the same loops, since each iteration stores again.
  struct Piece {
    int64_t Offset, Bytes;
    size_t First; ///< The request with whose sectors it is counted.
  };
  std::map<std::tuple<bool, std::vector<unsigned>,
                      std::vector<std::pair<const LaneExpr *, uint32_t>>>,
           std::vector<Piece>>
      Pieces;
  std::vector<double> Unused; ///< Of the sectors of each request.
  size_t FirstOfCopies = 0;
  /// Of addresses that go through memory in a loop, whichever, the loops in which
  /// they did first.
  std::map<std::vector<std::pair<const LaneExpr *, uint32_t>>,
           std::vector<unsigned>>
      Walks;
};

} // namespace warplint

#endif // WARPLINT_LIB_COST_TRAFFIC_H
