//===- FlowRegions.h - What lies between a branch and its join --*- C++ -*-===//

#ifndef WARPLINT_LIB_RACE_FLOWREGIONS_H
#define WARPLINT_LIB_RACE_FLOWREGIONS_H

#include "warplint/Kernel/KernelModel.h"
#include "llvm/ADT/BitVector.h"
#include <map>

namespace warplint {

/// The blocks that a thread may come by from the end of a block on, before it
/// meets all others that were there.
struct FlowRegion {
  llvm::BitVector Blocks;
  bool HasBarrier = false;   ///< One of the whole block.
  bool HasWarpPoint = false; ///< Lanes meet there, or pass values on.
  bool HasCopyWait = false;
  /// Threads may learn there what others did before.
  bool MayLearn = false;
};

/// Nothing accesses shared memory but steps of the flow.
bool hasFlowAlone(const KernelModel &Kernel);

class FlowRegions {
public:
  FlowRegions(const KernelModel &Kernel, unsigned Threads);

  /// Threads that wait at \p Step wait for all of the block.
  bool isOfWholeBlock(const FlowStep &Step) const;
  /// \p Step is a barrier with a number, for all threads or for some warps.
  bool isNamed(const FlowStep &Step) const;
  /// Threads may learn at \p Step, no barrier of the whole block, what others did.
  bool mayLearnAt(const FlowStep &Step) const;

  const FlowRegion &behind(unsigned Block);
  /// Those of behind(\p Block) to which way number \p Way may lead.
  const llvm::BitVector &arm(unsigned Block, unsigned Way);
  /// Block number \p Header begins a loop that a thread leaves by what it reads
  /// in it: it may wait for others there.
  bool isWait(unsigned Header) const { return Waits.test(Header); }
  /// One behind the last block of the loop that \p Header begins.
  unsigned endOf(unsigned Header) const;

  /// From \p Block on a thread touches no shared memory and waits for nobody, up
  /// to its end.
  bool endsQuietly(unsigned Block);
  /// So it is from all ways out of the loop on.
  bool endsBehind(unsigned Header);

  /// Nothing in the loop touches shared memory or waits.
  bool isQuiet(unsigned Header) const;
  /// The one block that all ways out of the loop lead to.
  std::optional<unsigned> exitOf(unsigned Header) const;

private:
  bool isQuietBlock(const FlowBlock &B) const;
  bool leavesByData(unsigned Header) const;
  bool hasFenceIn(unsigned First, unsigned End) const;
  bool mayArriveAt(const LaneExpr *Number) const;

  const KernelModel &Kernel;
  unsigned Threads;
  const std::vector<FlowBlock> &Blocks;
  llvm::BitVector Waits;
  bool HasFence = false;
  std::map<unsigned, FlowRegion> Known;
  std::map<std::pair<unsigned, unsigned>, llvm::BitVector> Arms;
  std::map<unsigned, bool> QuietEnds;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_FLOWREGIONS_H
