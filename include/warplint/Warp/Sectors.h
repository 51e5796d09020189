//===- Sectors.h - What a global request moves and uses ---------*- C++ -*-===//
//
// Global memory is moved in sectors of 32 bytes. Of the bytes that a request
// moves it uses those that its lanes touch. What is moved beyond them has one of
// two reasons:
//
//   gaps   between the bytes that are used: a stride, rows far apart
//   start  a stretch of bytes begins off a sector and reaches into one more than
//          its length asks for
//
// Example: 32 lanes load float x[lane + 1] of an aligned x. 128 bytes from byte
// 4 on: 5 sectors where 4 could hold them, one lost to the start. x[8 * lane]: 32
// sectors of one word each, none lost to the start.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WARP_SECTORS_H
#define WARPLINT_WARP_SECTORS_H

#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/Target.h"
#include <cstdint>
#include <optional>

namespace warplint {

struct SectorUse {
  unsigned Sectors = 0; ///< That hold a byte of some lane.
  unsigned Bytes = 0;   ///< Distinct ones that lanes touch.
  /// How many fewer they would be if each stretch of neighbouring bytes began
  /// one.
  unsigned LostToStart = 0;

  unsigned bytesMoved() const { return Sectors * SectorBytes; }
  /// The fewest sectors that hold the bytes.
  unsigned ideal() const { return (Bytes + SectorBytes - 1) / SectorBytes; }
};

/// Of one request whose \p Lanes touch \p BytesPerLane (at most a sector) each.
/// Addresses count from any multiple of 32.
SectorUse sectorUse(const LaneAddresses &ByteAddress, unsigned BytesPerLane,
                    LaneMask Lanes);

/// The distance from each lane to the next that more than half of the pairs of
/// neighbouring active lanes have.
std::optional<int64_t> commonStride(const LaneAddresses &ByteAddress,
                                    LaneMask Lanes);

} // namespace warplint

#endif // WARPLINT_WARP_SECTORS_H
