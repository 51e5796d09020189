//===- Segments.h - Pieces of memory that a request touches -----*- C++ -*-===//

#ifndef WARPLINT_LIB_WARP_SEGMENTS_H
#define WARPLINT_LIB_WARP_SEGMENTS_H

#include "warplint/Warp/WarpModel.h"
#include <utility>

namespace warplint {

/// The distinct segments of \p SegmentBytes (a power of two) that hold a byte of
/// some lane: lines of shared memory, sectors of global memory. \p BytesPerLane
/// is at most SegmentBytes.
unsigned touchedSegments(const LaneAddresses &ByteAddress,
                         unsigned BytesPerLane, LaneMask Lanes,
                         unsigned SegmentBytes);

/// The distinct bytes that lanes touch: the fewest segments hold these packed.
unsigned distinctBytes(const LaneAddresses &ByteAddress, unsigned BytesPerLane,
                       LaneMask Lanes);

/// Sectors where \p Request updates memory: lanes at one address take turns.
/// The second figure is what they would be with the words of each turn packed.
std::pair<unsigned, unsigned> sectorsInTurns(const WarpRequest &Request);

/// Sectors of local memory, and those of one index for all lanes: word w of
/// lane l lies at 128 * w + 4 * l.
std::pair<unsigned, unsigned> localSectors(const WarpRequest &Request);

/// Passes of the constant cache, and those of one address for all lanes: 8 bytes
/// of it at a time.
std::pair<unsigned, unsigned> constantPasses(const WarpRequest &Request);

} // namespace warplint

#endif // WARPLINT_LIB_WARP_SEGMENTS_H
