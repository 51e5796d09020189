//===- Limits.h - What no block exceeds -------------------------*- C++ -*-===//
//
// The limits that all supported GPUs share, or the largest of any: CUDA C++
// Programming Guide, "Technical Specifications per Compute Capability". Those of
// one GPU are in Target.h.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_LIMITS_H
#define WARPLINT_WARP_LIMITS_H

#include <cstdint>

namespace warplint {

/// Threads of a block, together and along x, y and z.
inline constexpr unsigned MaxBlockThreads = 1024;
inline constexpr unsigned MaxBlockExtents[] = {MaxBlockThreads, MaxBlockThreads,
                                               64};
/// Blocks of a grid along x, y and z.
inline constexpr unsigned MaxGridExtents[] = {INT32_MAX, 65535, 65535};

/// Bytes of shared memory: of arrays whose size the compiler knows, which is
/// also what a launch has without asking for more; of a block; of an SM.
inline constexpr uint64_t MaxStaticShared = 48 * 1024;
inline constexpr uint64_t MaxBlockShared = 227 * 1024;
inline constexpr uint64_t MaxSMShared = 228 * 1024;

} // namespace warplint

#endif // WARPLINT_WARP_LIMITS_H
