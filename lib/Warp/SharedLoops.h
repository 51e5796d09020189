//===- SharedLoops.h - Atomics made of compare-and-swap ---------*- C++ -*-===//
//
// Shared memory adds no floating point and combines no 64 bits. What PTX has as
// one instruction there (atom.shared.add.f32, .f64, .f16x2, .u64, ...) is a
// loop, and its passes are requests of their own:
//
//   swap loop   Every pass, the lanes that are left load their word, and one
//               lane of each bank, the lowest, succeeds in a compare-and-swap,
//               which costs two wavefronts; for 64 bits two for each half-warp
//               that has a lane left, where a lane of the second half fails
//               when the first has just changed its word. Through a generic
//               address it comes after a try that fails: one wavefront for the
//               warp, or for 64 bits for each half-warp that has a lane.
//   retry loop  The lanes load once. Every pass costs twice the lanes that are
//               left in the fullest bank, and one lane of each word succeeds.
//
// Example: 32 lanes add floats at words 4*l, four to a bank. Four passes: loads
// of 4 + 3 + 2 + 1 wavefronts, swaps of 4 * 2, together 18.
//
// Both hold where an update changes its word. Source: the list "swap_loops" of
// unittests/Warp/Inputs/h200_atomics_measured.json.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_WARP_SHAREDLOOPS_H
#define WARPLINT_LIB_WARP_SHAREDLOOPS_H

#include "warplint/Warp/WarpModel.h"

namespace warplint {

struct LoopCost {
  unsigned Loads = 0; ///< Wavefronts of loads,
  unsigned Swaps = 0; ///< and of compare-and-swap.
  unsigned total() const { return Loads + Swaps; }
};

/// Where the lanes' words lie.
enum class WordPlacement : uint8_t {
  AsGiven,
  OwnBanks, ///< Every word in banks of its own: no layout could be better.
};

/// \p Request has 4 or 8 bytes a lane.
LoopCost swapLoopCost(const WarpRequest &Request, WordPlacement Placement);
/// \p Request has 2 bytes a lane.
LoopCost retryLoopCost(const WarpRequest &Request, WordPlacement Placement);

} // namespace warplint

#endif // WARPLINT_LIB_WARP_SHAREDLOOPS_H
