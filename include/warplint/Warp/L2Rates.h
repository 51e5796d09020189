//===- L2Rates.h - What stores and atomics take of L2 -----------*- C++ -*-===//
//
// Measured on an H200 (docs/validation/log.md), and assumed of others. A load of a
// whole sector is the unit: L2 gives all SMs together 139 a cycle.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_L2RATES_H
#define WARPLINT_WARP_L2RATES_H

namespace warplint {

/// Loads of whole sectors in the time of a stored one: 8,796 and 4,565 GB/s.
inline constexpr double StoredSectorWeight = 1.93;

/// The same of a sector that a store writes in part: 67,108,864 of 4 bytes took 936
/// us, 36 a cycle.
inline constexpr double PartlyStoredSectorWeight = 3.86;

/// Cycles of a slice of L2 for the atomics of a warp in one sector, at least.
inline constexpr double AtomicSectorCycles = 1.25;

} // namespace warplint

#endif // WARPLINT_WARP_L2RATES_H
