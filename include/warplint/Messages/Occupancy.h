//===- Occupancy.h - Messages on registers and blocks per SM ----*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_OCCUPANCY_H
#define WARPLINT_MESSAGES_OCCUPANCY_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

inline constexpr Sentence<
    "spills: each thread of '{0}' stores {1} and loads {2} "
    "of registers in local memory">
    Spills;
inline constexpr Sentence<"spilled here: {0} stored, {1} loaded{2}">
    SpilledHere;
inline constexpr Sentence<
    "the lines are unknown, because an array is on the stack, too">
    SpillLinesUnknown;
inline constexpr Sentence<"{0} registers per thread; keep fewer values at a "
                          "time, or raise the limit of "
                          "__launch_bounds__ or -maxrregcount">
    SpillOtherwise;
inline constexpr Sentence<
    "occupancy: an SM holds {0} of '{1}', {2} of {3} warps; "
    "{4} limit it">
    Occupancy;
inline constexpr Sentence<
    "{0} registers per thread and {1} of shared memory per "
    "block">
    BlockNeeds;
inline constexpr Sentence<
    "with at most {0} registers per thread, {1} fewer, an SM "
    "holds {2}">
    FewerRegisters;
inline constexpr Sentence<
    "above {0} registers per thread, {1} more, an SM holds "
    "{2}">
    MoreRegisters;
inline constexpr Sentence<
    "with at most {0} of shared memory per block, {1} fewer, "
    "an SM holds {2}">
    FewerBytes;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_OCCUPANCY_H
