//===- Occupancy.h - Messages on registers and blocks per SM ----*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_OCCUPANCY_H
#define WARPLINT_MESSAGES_OCCUPANCY_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

SENTENCE(Spills, "register spills: each thread of '{0}' stores {1} to local "
                 "memory and loads {2}");
SENTENCE(SpilledHere, "spilled here: {0} stored, {1} loaded{2}");
SENTENCE(SpillLinesUnknown, "cannot attribute the spills to lines; the stack "
                            "accesses do not add up to the spilled bytes");
SENTENCE(SpillOtherwise, "a thread has {0} registers; keep fewer values live");
// Behind that, where a thread may have more.
SENTENCE(OrRaiseLimit,
         ", or raise the limit set by __launch_bounds__ or -maxrregcount");
// {0}: "14,336 bytes".
SENTENCE(SpillToShared,
         "the PTX pragma enable_smem_spilling (CUDA 13.0) keeps spills in "
         "shared memory; it takes up to {0} per block");
SENTENCE(Occupancy,
         "occupancy: {4} limits an SM to {0} of '{1}', {2} of {3} warps");
SENTENCE(BlockNeeds, "the kernel uses {0} registers per thread and {1} of "
                     "shared memory per block");
SENTENCE(FewerRegisters,
         "an SM holds {2} with at most {0} registers per thread ({1} fewer)");
SENTENCE(MoreRegisters,
         "an SM holds {1} with more than {0} registers per thread");
SENTENCE(
    NoMoreRegisters,
    "a block does not fit on an SM with more than {0} registers per thread");
SENTENCE(
    FewerBytes,
    "an SM holds {2} with at most {0} of shared memory per block ({1} fewer)");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_OCCUPANCY_H
