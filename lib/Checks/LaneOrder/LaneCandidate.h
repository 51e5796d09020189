//===- LaneCandidate.h - A kernel whose lanes may be dealt out --*- C++ -*-===//
//
// A kernel with wide loads, what in its text tells lanes apart, and the orders
// of them that may cost less.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_LANECANDIDATE_H
#define WARPLINT_LIB_CHECKS_LANEORDER_LANECANDIDATE_H

#include "LaneSites.h"
#include "warplint/Analysis/FileFacts.h"
#include <memory>

namespace warplint {

class LaneCandidate {
public:
  /// Null where no order would cost less, or lanes cannot be dealt out anew.
  static std::unique_ptr<LaneCandidate> of(const JudgedKernel &K,
                                           const FileFacts &Facts);

  LaneCandidate(const JudgedKernel &K, const LaunchShape &Shape,
                const clang::ASTContext &Context);
  LaneCandidate(const LaneCandidate &) = delete;
  LaneCandidate &operator=(const LaneCandidate &) = delete;

  /// The address of \p R is another one where lanes come in another order.
  bool isMoved(const AccessRecord &R);
  /// Nothing in the kernel tells lanes apart but what is dealt out anew: threads
  /// of a warp change their names.
  bool movesAll() const { return Moved.size() + 1 == Groups.sources().size(); }
  /// The one that is tried.
  const LaneOrder &order() const { return Orders.front().Order; }
  /// Goes on to the next one; false where there is none.
  bool giveUp() {
    Orders.erase(Orders.begin());
    return !Orders.empty();
  }

  const JudgedKernel &Kernel;
  const KernelBody Body;
  ThreadValues Values;
  LaneGroups Groups;
  LaneSites Sites;

private:
  bool findOrders(llvm::ArrayRef<AccessRecord> Shared);
  uint64_t tryGroup(const LaneSources &Group,
                    llvm::ArrayRef<AccessRecord> Shared);

  LaneSources Moved;
  std::vector<RankedLaneOrder> Orders; ///< Cheapest first.
  uint64_t Saved = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_LANECANDIDATE_H
