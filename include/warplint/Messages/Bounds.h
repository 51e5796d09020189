//===- Bounds.h - Messages on what limits a kernel --------------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_BOUNDS_H
#define WARPLINT_MESSAGES_BOUNDS_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

inline constexpr Sentence<"bound: unknown, because {0}"> BoundUnknown;
inline constexpr Sentence<"bound: {0}, {1}: {2}"> BoundIs;
inline constexpr Sentence<"{0} cycles per wave of {1} on an SM"> CyclesPerWave;
inline constexpr Sentence<"{0} cycles, {1} of {2} on an SM"> CyclesOfLaunch;
inline constexpr Sentence<", about {0} us"> AboutMicroseconds;
inline constexpr Sentence<" ({0} if L2 holds the data)"> TimeInL2;
inline constexpr Sentence<" ({0} if the data is in DRAM)"> TimeInDram;
inline constexpr Sentence<
    ", about {0} us, the minimum for a launch ({1} us in the kernel)">
    AboutALaunch;
inline constexpr Sentence<"the block is unknown"> BoundBlockUnknown;
inline constexpr Sentence<"the latency of {0} is unknown"> LatencyUnknown;
inline constexpr Sentence<"the latency of {0}"> LatencyOf;
inline constexpr Sentence<"; the busiest pipe is {0}"> BusiestIs;
inline constexpr Sentence<"; without conflicts it is up to {0} faster">
    FasterWithoutConflicts;
inline constexpr Sentence<"; its conflicts cost nothing noticeable">
    ConflictsInLatency;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_BOUNDS_H
