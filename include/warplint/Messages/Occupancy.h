//===- Occupancy.h - Messages on registers and blocks per SM ----*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_OCCUPANCY_H
#define WARPLINT_MESSAGES_OCCUPANCY_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

inline constexpr Sentence<
    "register spills: each thread of '{0}' stores {1} to local memory and "
    "loads {2}">
    Spills;
inline constexpr Sentence<"spilled here: {0} stored, {1} loaded{2}">
    SpilledHere;
inline constexpr Sentence<
    "cannot attribute the spills to lines; the stack accesses do not add up to "
    "the spilled bytes">
    SpillLinesUnknown;
inline constexpr Sentence<"a thread has {0} registers; keep fewer values live">
    SpillOtherwise;
// Behind that, where a thread may have more.
inline constexpr Sentence<", or raise the limit set by __launch_bounds__ or "
                          "-maxrregcount">
    OrRaiseLimit;
inline constexpr Sentence<
    "occupancy: {4} limits an SM to {0} of '{1}', {2} of {3} warps">
    Occupancy;
inline constexpr Sentence<
    "the kernel uses {0} registers per thread and {1} of shared memory per "
    "block">
    BlockNeeds;
inline constexpr Sentence<
    "an SM holds {2} with at most {0} registers per thread ({1} fewer)">
    FewerRegisters;
inline constexpr Sentence<
    "an SM holds {1} with more than {0} registers per thread">
    MoreRegisters;
inline constexpr Sentence<"a block does not fit on an SM with more than {0} "
                          "registers per thread">
    NoMoreRegisters;
inline constexpr Sentence<
    "an SM holds {2} with at most {0} of shared memory per block ({1} fewer)">
    FewerBytes;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_OCCUPANCY_H
