//===- Races.h - Why nothing is proven of a block ---------------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_RACES_H
#define WARPLINT_MESSAGES_RACES_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

// Of a kernel.
SENTENCE(RaceBlockUnknown, "the block shape is unknown; pass --block");
SENTENCE(RaceBlocksOfOneRow, "assuming blocks of one row of threads (x,1,1)");
SENTENCE(RaceBlocksOfOneLayer,
         "assuming blocks of one layer of threads (x,y,1)");
SENTENCE(RaceInBlocks, "in blocks of {0}; the block shape is unknown");
SENTENCE(RaceInstanceAssumed, "its template arguments are assumed");
SENTENCE(RaceInDoubt, "the code may differ from what clang parsed");
SENTENCE(RaceCallsUnknown, "the kernel calls functions with unknown code");
SENTENCE(RaceTooLarge, "the kernel is too large");
SENTENCE(RaceOtherUse,
         "'{0}' accesses shared memory in a way that is not analyzed");
SENTENCE(RaceCopyEngine, "the copy engine accesses shared memory ('{0}')");
SENTENCE(RaceDescriptor, "the tensor cores read shared memory ('{0}')");
SENTENCE(RaceOfTheseArguments, "assuming these template arguments");

// Of an access. {0} and {1}: "store at line 5".
SENTENCE(RaceOfKind, "'{0}' is not analyzed");
SENTENCE(RaceLeadsElsewhere,
         "the address of the {0} may point to other memory");
SENTENCE(RaceMayMeet, "cannot prove that the {0} and the {1} are ordered");
SENTENCE(RaceMeetsItself,
         "several threads may access the same byte in the {0}");
SENTENCE(RaceOneValue,
         "several threads execute the {0}, all with the same value");
SENTENCE(RaceIndexUnknown, "the index of the {0} is unknown");
SENTENCE(RaceNotWaited, "the {0} may execute before the wait for the {1}");
SENTENCE(RaceNeverWaited, "the loop never waits for the {0}");
SENTENCE(RaceNoProxyFence,
         "no fence.proxy.async lies between the {0} and the {1}");
SENTENCE(RacePartedBarrier,
         "threads may diverge at the '{0}' after the branch");
SENTENCE(RaceNotFollowed, "cannot prove that '{0}' orders the {1} and the {2}");

// divergent-barrier. {0}: "100 to 127".
SENTENCE(EndedBeforeBarrier,
         "early return: threads {0} return before this barrier");
SENTENCE(
    EndedCountAsArrived,
    "since compute capability 7.0, threads that have exited count as arrived");

SENTENCE(PartedBySomeData, "for some data: the condition depends on them");

// shared-race, of copies. {0}: "32-bit load of 's'", {1}: a thread.
SENTENCE(AccessBeforeFill, "data race: nothing makes this {0} by thread {1} "
                           "wait for the bulk copy to these bytes");
SENTENCE(FilledHere, "the bulk copy starts here");
SENTENCE(
    NeedsObjectWait,
    "no thread waits for the copy's mbarrier between the copy and the access");
SENTENCE(ForSomeData, "for some data: an index or a condition depends on them");
SENTENCE(InSmallGrid,
         "for some grids: with enough blocks, the loop has one iteration");
SENTENCE(SameStore,
         "same value: nothing orders threads {1} and {2} in this {0}");
SENTENCE(OtherStore, "thread {0} stores it here");
SENTENCE(SameStoreIsHarmless,
         "the stores are harmless as long as the values are the same");
SENTENCE(NeedsCopyWait,
         "thread {0} does not wait for its copy before the access");
SENTENCE(WriteNotSeen,
         "data race: the copy engine may not see this {0} by thread {1}");
SENTENCE(ReadHere, "the copy engine reads it here");
SENTENCE(NeedsProxyFence,
         "no thread executes fence.proxy.async between the store and the copy");

// redundant-barrier
SENTENCE(RedundantBarrier, "redundant barrier: no access needs it");
SENTENCE(BarrierSaves, "removing it saves about {0} cycles per block");
SENTENCE(BarrierSavesEach,
         "removing it saves about {0} cycles per block each time it executes");
SENTENCE(RemoveBarrier, "remove the redundant barrier");
SENTENCE(PointersApart, "pointer parameters of the kernel do not overlap");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_RACES_H
