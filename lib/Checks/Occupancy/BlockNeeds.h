//===- BlockNeeds.h - What a block takes of an SM ---------------*- C++ -*-===//
//
// Example, compute capability 9.0: 256 threads of 72 registers. A warp takes 2304,
// 9 * 256; a quarter of the SM's 65536 has room for 7: 28 warps, 3 blocks of 8.
// With 64 registers it has room for 8: 32 warps, 4 blocks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_OCCUPANCY_BLOCKNEEDS_H
#define WARPLINT_LIB_CHECKS_OCCUPANCY_BLOCKNEEDS_H

#include "warplint/Finding/OccupancyRecord.h"
#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/Target.h"

namespace warplint {

/// Registers of a thread at most: PTX ISA, --maxrregcount.
inline constexpr unsigned MaxRegisters = 255;

struct BlockNeeds {
  SharedLimits Limits;
  unsigned Threads = 0, Registers = 0;
  uint64_t SharedBytes = 0;

  /// Blocks on an SM at a time.
  unsigned blocks() const;
  /// What is used up first.
  OccupancyLimit limitedBy() const;
  /// Warps that an SM holds of blocks of this or any other size.
  unsigned mostWarps() const { return Limits.SMThreads / WarpSize; }
  unsigned warps() const;

  /// The most registers of a thread with which an SM holds more blocks; 0: none.
  unsigned registersForMore() const;
  /// The most with which it holds no fewer.
  unsigned registersForSame() const;
  /// The most bytes of shared memory with which it holds more; nothing: none.
  std::optional<uint64_t> bytesForMore() const;
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_OCCUPANCY_BLOCKNEEDS_H
