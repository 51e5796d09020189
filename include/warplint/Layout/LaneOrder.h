//===- LaneOrder.h - Dealing out the work of a warp anew --------*- C++ -*-===//
//
// 8- and 16-byte loads are served by half-warps and quarter-warps, but two of
// these together when the pair rule holds: every lane i has lane i xor 1 (or
// every one lane i xor 2) at its own address. Which lane works on which element
// is often free, and another order of the lanes can turn the rule on.
//
// The orders tried permute the five bits of the lane: with From = {0, 3, 1, 4,
// 2}, lane l does what lane l' did, whose bit From[b] is bit b of l.
//
// Worked example, a matrix product where lane l handles column l%8 and row l/8
// of a tile, each a float4 load. Row vectors depend on bits 3 and 4 of the lane
// alone: pairs agree, 2 wavefronts. Column vectors depend on bits 0, 1, 2:
// nothing agrees, 4 wavefronts. With From = {0, 3, ...}, the Z-order, lanes i
// and i xor 1 share the row, i and i xor 2 the column: 2 wavefronts each. From =
// {3, 0, 1, 2, 4} does as much, and is less to write: column l / 2 % 8, row
// l / 16 * 2 + l % 2.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_LANEORDER_H
#define WARPLINT_LAYOUT_LANEORDER_H

#include "warplint/Warp/WarpModel.h"
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warplint {

struct LaneOrder {
  std::array<uint8_t, 5> From = {0, 1, 2, 3, 4};

  /// The lane whose work \p Lane does.
  unsigned worksAs(unsigned Lane) const;
  friend bool operator==(const LaneOrder &, const LaneOrder &) = default;
};

/// The requests of \p Request when its lanes are dealt out by \p Order.
WarpRequest reordered(const WarpRequest &Request, const LaneOrder &Order);

struct WeightedRequest {
  WarpRequest Request;
  uint64_t Weight = 1;
};

struct RankedLaneOrder {
  LaneOrder Order;
  uint64_t Total = 0; ///< Weighted cost of all requests.
};

/// The orders under which \p Requests (of any arrays, all dealt out alike) cost
/// less than as they are, cheapest first, then those that are shorter to write,
/// then those that move fewer bits. Requests without a rule are left out of the
/// sums.
std::vector<RankedLaneOrder>
findLaneOrders(std::span<const WeightedRequest> Requests);

/// "t / 16 * 2 + t % 2": the sum of \p Weights[b] over the bits b of the number
/// \p Operand that are set. It has no other bits.
std::string spellBits(std::span<const int64_t> Weights,
                      std::string_view Operand);

/// An expression of the old lane's number in the new one, which \p Lane is the
/// text of.
std::string spellLaneOrder(const LaneOrder &Order, std::string_view Lane);

/// "lane order (old bits 0, 3, 1, 4, 2)", lowest bit first.
std::string describe(const LaneOrder &Order);

} // namespace warplint

#endif // WARPLINT_LAYOUT_LANEORDER_H
