//===- Segments.h - Pieces of memory that a request touches -----*- C++ -*-===//

#ifndef WARPLINT_LIB_WARP_SEGMENTS_H
#define WARPLINT_LIB_WARP_SEGMENTS_H

#include "warplint/Warp/LaneMask.h"

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

} // namespace warplint

#endif // WARPLINT_LIB_WARP_SEGMENTS_H
