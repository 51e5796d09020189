//===- Target.h - Which GPU, and how well its rules are known ---*- C++ -*-===//
//
// The rules of WarpModel.h were measured on one compute capability and are
// assumed on the others. A Target says which case it is, so that a report can
// say so too, and carries the sizes that the rules count with. Target.def is
// the table.
//
// Example: lookupTarget("sm_90a") is capability 90, measured;
// lookupTarget("sm_86") is capability 86, assumed; lookupTarget("sm_35") is
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_TARGET_H
#define WARPLINT_WARP_TARGET_H

#include "warplint/Warp/Limits.h"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warplint {

/// The sizes that bank, line and sector rules count with, on every target of
/// the table.
inline constexpr unsigned NumBanks = 32, BankBytes = 4;
inline constexpr unsigned LineBytes = 128, SectorBytes = 32;

/// Where the rules for a target come from.
enum class TargetEvidence : uint8_t {
  Measured, ///< Hardware counters on this compute capability.
  Assumed,  ///< Taken over from the measured one.
};

struct Target {
  /// Ten times the major version plus the minor one: 90 for 9.0, 121 for 12.1.
  unsigned Capability = 90;
  TargetEvidence Evidence = TargetEvidence::Measured;
};

/// The target that the rules were measured on: compute capability 9.0.
Target measuredTarget();

/// \p Architecture as compilers name it: "sm_90", "sm_90a", "sm_100f",
/// "compute_80". One that is newer than every row of the table is assumed to be
/// like the newest. Nothing where the name cannot be read or no rule is known
/// to hold (before 5.0).
std::optional<Target> lookupTarget(std::string_view Architecture);

/// The limits of a compute capability that decide whether an array can grow:
/// what a block may declare, and how many blocks an SM holds at once.
///
///   blocks by memory  = SM bytes / roundup(block's bytes + reserved, granule)
///   blocks by threads = SM threads / roundup(block's threads, 32)
///
/// Example, compute capability 9.0: an SM has 228 KB. A block of 48 KB takes 49
/// with the reserved one: 4 blocks. One byte more is 49.125 KB: still 4.
///
/// Source of the formula: cuda_occupancy.h of the CUDA toolkit,
/// cudaOccMaxBlocksPerSMSmemLimit. Of the numbers: Target.def.
struct SharedLimits {
  /// Bytes of arrays whose size the compiler knows: 48 KB everywhere.
  uint64_t StaticBytes = MaxStaticShared;
  /// Bytes that a launch may ask for, static ones included.
  uint64_t BlockBytes = MaxStaticShared;
  uint64_t SMBytes = 64 * 1024;
  /// That the system takes of each block.
  uint64_t ReservedBytes = 0;
  uint64_t Granule = 256;
  unsigned SMBlocks = 32;
  unsigned SMThreads = 2048;

  /// Blocks of \p SharedBytes, \p Threads (0: not known, only memory counts) and
  /// \p Registers of a thread (0: not known) that an SM holds; 0 where a block
  /// cannot have that much.
  unsigned blocksPerSM(uint64_t SharedBytes, unsigned Threads = 0,
                       unsigned Registers = 0) const;
};

/// Limits of \p T; those of the nearest capability below for one that is not in
/// the table.
SharedLimits sharedLimits(const Target &T);

/// Blocks of \p Threads with \p Registers a thread that the registers of an SM
/// suffice for. The same for all capabilities since 7.0: 65536 registers in four
/// parts, 256 at a time for a warp. Source: cudaOccMaxBlocksPerSMRegsLimit in cuda_occupancy.h.
///
/// Example: 96 registers and 256 threads. A warp takes 3072, a part has room
/// for 5: 20 warps, 2 blocks.
unsigned registerBlocksPerSM(unsigned Registers, unsigned Threads);

/// "measured on compute capability 9.0, assumed for 8.6"; empty for a measured
/// target.
std::string assumptionText(const Target &T);

} // namespace warplint

#endif // WARPLINT_WARP_TARGET_H
