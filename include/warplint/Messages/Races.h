//===- Races.h - Why nothing is proven of a block ---------------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_RACES_H
#define WARPLINT_MESSAGES_RACES_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

// Of a kernel.
inline constexpr Sentence<"the block shape is unknown; pass --block">
    RaceBlockUnknown;
inline constexpr Sentence<"assuming blocks of one row of threads (x,1,1)">
    RaceBlocksOfOneRow;
inline constexpr Sentence<"its template arguments are assumed">
    RaceInstanceAssumed;
inline constexpr Sentence<"the code may differ from what clang parsed">
    RaceInDoubt;
inline constexpr Sentence<"the kernel calls functions with unknown code">
    RaceCallsUnknown;
inline constexpr Sentence<"the kernel is too large"> RaceTooLarge;
inline constexpr Sentence<"'{0}' accesses shared memory in a way that is not "
                          "analyzed">
    RaceOtherUse;
inline constexpr Sentence<"the copy engine accesses shared memory ('{0}')">
    RaceCopyEngine;
inline constexpr Sentence<"the tensor cores read shared memory ('{0}')">
    RaceDescriptor;

// Of an access. {0} and {1}: "store at line 5".
inline constexpr Sentence<"'{0}' is not analyzed"> RaceOfKind;
inline constexpr Sentence<"the address of the {0} may point to other memory">
    RaceLeadsElsewhere;
inline constexpr Sentence<"cannot prove that the {0} and the {1} are ordered">
    RaceMayMeet;
inline constexpr Sentence<"several threads may access one byte in the {0}">
    RaceMeetsItself;
inline constexpr Sentence<"several threads make the {0}, all with one value">
    RaceOneValue;
inline constexpr Sentence<"the index of the {0} is unknown"> RaceIndexUnknown;
inline constexpr Sentence<"the {0} may execute before the wait for the {1}">
    RaceNotWaited;
inline constexpr Sentence<"the loop never waits for the {0}"> RaceNeverWaited;
inline constexpr Sentence<"no fence.proxy.async lies between the {0} and the "
                          "{1}">
    RaceNoProxyFence;
inline constexpr Sentence<"threads may part around the '{0}' behind the branch">
    RacePartedBarrier;
inline constexpr Sentence<"cannot prove that '{0}' orders the {1} and the {2}">
    RaceNotFollowed;

// divergent-barrier. {0}: "100 to 127".
inline constexpr Sentence<"early end: threads {0} return before this barrier">
    EndedBeforeBarrier;
inline constexpr Sentence<
    "since compute capability 7.0 threads that have ended "
    "count as arrived">
    EndedCountAsArrived;

// shared-race, of copies. {0}: "32-bit load of 's'", {1}: a thread.
inline constexpr Sentence<
    "data race: nothing makes this {0} by thread {1} wait "
    "for the bulk copy to these bytes">
    AccessBeforeFill;
inline constexpr Sentence<"the bulk copy starts here"> FilledHere;
inline constexpr Sentence<"no thread waits for the copy's mbarrier between the "
                          "copy and the access">
    NeedsObjectWait;
inline constexpr Sentence<"for some data: an index or a condition depends on "
                          "them">
    ForSomeData;
inline constexpr Sentence<"thread {0} does not wait for its copy before the "
                          "access">
    NeedsCopyWait;
inline constexpr Sentence<"data race: the copy engine may not see this {0} by "
                          "thread {1}">
    WriteNotSeen;
inline constexpr Sentence<"the copy engine reads it here"> ReadHere;
inline constexpr Sentence<"no thread executes fence.proxy.async between the "
                          "store and the copy">
    NeedsProxyFence;

// redundant-barrier
inline constexpr Sentence<"redundant barrier: no accesses need it">
    RedundantBarrier;
inline constexpr Sentence<"without it a block saves about {0} cycles">
    BarrierSaves;
inline constexpr Sentence<"without it a block saves about {0} cycles each time">
    BarrierSavesEach;
inline constexpr Sentence<"remove the redundant barrier"> RemoveBarrier;
inline constexpr Sentence<"pointer parameters of the kernel do not overlap">
    PointersApart;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_RACES_H
