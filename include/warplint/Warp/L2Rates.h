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

/// Cycles between two lanes' atomics at one address, of all SMs together.
inline constexpr double IntegerAtomicCycles = 1.5, FloatAtomicCycles = 3.57;

/// Cycles of a slice of L2 for a lane's atomic of 32 bits, and for those of a warp in
/// one sector, at least. Of 64 bits, of floating-point numbers of 64 bits and of
/// compare-and-swap a lane's take twice as long, each.
inline constexpr double AtomicLaneCycles = 0.15, AtomicSectorCycles = 1.2;

/// The slice that has \p Address, of two by turns in each 1,024 bytes. (Rows of 256
/// bytes in turn: 1, 2, 2, 4, 8 of 1, 2, 4, 8, 16 rows at the same time, 30 of 64.)
constexpr unsigned sliceOf(unsigned Address) {
  return (Address / 256 & 1) | Address / 1024 << 1;
}

} // namespace warplint

#endif // WARPLINT_WARP_L2RATES_H
