//===- Segments.h - Lines and sectors that lanes touch ----------*- C++ -*-===//
//
// Memory cut into equal segments: 128-byte lines of shared memory, 32-byte
// sectors of global memory. What a request costs there is how many of them it
// touches, and the least it could cost is what its distinct bytes fill when
// packed.
//
// Example, sectors: 32 lanes load 4 bytes each at 64*lane. 32 sectors are
// touched; the 128 distinct bytes would fill 4.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_WARP_SEGMENTS_H
#define WARPLINT_LIB_WARP_SEGMENTS_H

#include "warplint/Warp/LaneMask.h"

namespace warplint {

/// The distinct segments of \p SegmentBytes (a power of two) that hold a byte
/// of some lane of \p Lanes. \p BytesPerLane is at most SegmentBytes.
unsigned touchedSegments(const LaneAddresses &ByteAddress,
                         unsigned BytesPerLane, LaneMask Lanes,
                         unsigned SegmentBytes);

/// The distinct bytes that the lanes of \p Lanes touch.
unsigned distinctBytes(const LaneAddresses &ByteAddress, unsigned BytesPerLane,
                       LaneMask Lanes);

} // namespace warplint

#endif // WARPLINT_LIB_WARP_SEGMENTS_H
