//===- Bounds.h - Messages on what limits a kernel --------------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_BOUNDS_H
#define WARPLINT_MESSAGES_BOUNDS_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

SENTENCE(BoundUnknown, "bound: unknown, because {0}");
SENTENCE(BoundIs, "bound: {0}, {1}: {2}");
SENTENCE(CyclesPerWave, "{0} cycles per wave of {1} on an SM");
SENTENCE(CyclesOfLaunch, "{0} cycles, {1} of {2} on an SM");
SENTENCE(WholeLaunch, "whole launch of {0}: {1}");
SENTENCE(AboutMicroseconds, ", about {0} us");
SENTENCE(TimeInL2, " ({0} if L2 holds the data)");
SENTENCE(TimeInDram, " ({0} if the data is in DRAM)");
SENTENCE(AboutALaunch,
         ", about {0} us, the minimum for a launch ({1} us in the kernel)");
SENTENCE(BlocksStart, ", the time to start the blocks");
SENTENCE(AssumedThreads,
         ", assuming {0} threads per block, because the block is unknown");
SENTENCE(LatencyUnknown, "the latency of {0} is unknown");
SENTENCE(LatencyOf, "the latency of {0}");
SENTENCE(BusiestIs, "; the busiest pipe is {0}");
SENTENCE(FasterWithoutConflicts, "; without conflicts it is up to {0} faster");
SENTENCE(ConflictsInLatency, "; its conflicts cost nothing noticeable");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_BOUNDS_H
