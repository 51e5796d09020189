//===- SharedLimits.h - How much shared memory there is ---------*- C++ -*-===//
//
// The limits of a compute capability that decide whether an array can grow:
// what a block may declare, and how many blocks an SM holds at once.
//
//   blocks by memory  = SM bytes / roundup(block's bytes + reserved, granule)
//   blocks by threads = SM threads / roundup(block's threads, 32)
//
// Example, compute capability 9.0: an SM has 228 KB. A block of 48 KB takes 49
// with the reserved one: 4 blocks. One byte more is 49.125 KB: still 4.
//
// Source of the formula: cuda_occupancy.h of the CUDA toolkit,
// cudaOccMaxBlocksPerSMSmemLimit. Of the numbers: Target.def.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_SHAREDLIMITS_H
#define WARPLINT_WARP_SHAREDLIMITS_H

#include "warplint/Warp/Target.h"
#include <cstdint>

namespace warplint {

struct SharedLimits {
  /// Bytes of arrays whose size the compiler knows: 48 KB everywhere.
  uint64_t StaticBytes = 48 * 1024;
  /// Bytes that a launch may ask for, static ones included.
  uint64_t BlockBytes = 48 * 1024;
  uint64_t SMBytes = 64 * 1024;
  /// That the system takes of each block.
  uint64_t ReservedBytes = 0;
  uint64_t Granule = 256;
  unsigned SMBlocks = 32;
  unsigned SMThreads = 2048;

  /// Blocks of \p SharedBytes and \p Threads (0: not known, only memory counts)
  /// that an SM holds; 0 where a block can not have that much.
  unsigned blocksPerSM(uint64_t SharedBytes, unsigned Threads = 0) const;
};

/// Limits of \p T; those of the nearest capability below for one that is not in
/// the table.
SharedLimits sharedLimits(const Target &T);

} // namespace warplint

#endif // WARPLINT_WARP_SHAREDLIMITS_H
