//===- LaneMask.h - The 32 lanes of a warp ----------------------*- C++ -*-===//
//
// A warp is 32 lanes that execute one instruction together. A LaneMask says
// which of them take part, LaneAddresses where each of them reads or writes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_LANEMASK_H
#define WARPLINT_WARP_LANEMASK_H

#include <array>
#include <cstdint>

namespace warplint {

inline constexpr unsigned WarpSize = 32;

/// The warps of \p Threads threads; the last one may be partial.
template <class Number> constexpr Number warpsOf(Number Threads) {
  return (Threads + WarpSize - 1) / WarpSize;
}

/// Bit l is set when lane l takes part.
using LaneMask = uint32_t;
inline constexpr LaneMask AllLanes = ~LaneMask(0);

/// A byte address for each lane, taken modulo 2^64: an address below the origin
/// that was chosen is fine.
using LaneAddresses = std::array<uint64_t, WarpSize>;

/// The mask of lanes \p First .. \p First + \p Count - 1.
constexpr LaneMask laneRange(unsigned First, unsigned Count) {
  LaneMask Low = Count >= WarpSize ? AllLanes : (LaneMask(1) << Count) - 1;
  return Low << First;
}

} // namespace warplint

#endif // WARPLINT_WARP_LANEMASK_H
