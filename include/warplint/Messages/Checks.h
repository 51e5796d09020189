//===- Checks.h - What single checks say ------------------------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_CHECKS_H
#define WARPLINT_MESSAGES_CHECKS_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

// bank-conflict
SENTENCE(RandomIndices, "with random indices into {0}, expect {1} wavefronts "
                        "on average, ideal {2}");

// Of another block of the cluster. {0}: "32-bit load", {1}: "32 sectors, ideal 4".
SENTENCE(ScatteredRemote,
         "scattered over another block's memory: this {0} touches {1}");
SENTENCE(RemoteSectors,
         "{0}the lanes touch {1} of another block's shared memory");
SENTENCE(RemoteCycles, "; one request per {0} cycles");
SENTENCE(RemoteOtherwise,
         "padding does not help; let neighboring lanes access neighboring "
         "words, or copy the data with cp.async.bulk first");

// shared-alignment, and the first for global memory. {0}: "this 128-bit load of
// 's'".
SENTENCE(MisalignedAddress,
         "misaligned address: {0} needs {1}-byte alignment; the kernel traps");
SENTENCE(MisalignedForSome, "misaligned address for some values: {0} needs "
                            "{1}-byte alignment; otherwise the kernel traps");
SENTENCE(MisplacedArray, "misaligned array: {0} needs {1}-byte alignment, but "
                         "nvcc places {2} at offset {3} (mod {1})");
SENTENCE(UnderalignedArray, "misaligned array: {0} needs {1}-byte alignment, "
                            "but {2} is declared with {3}-byte alignment");
SENTENCE(AccidentalAlignment,
         "accidental alignment: {0} needs {1}-byte alignment, but {2} is "
         "declared with {3}-byte alignment");
SENTENCE(AlignmentOfUnknowns, "the alignment depends on unknown values");
SENTENCE(AlignmentDepends, "the alignment depends on {0}");
SENTENCE(AlignedOnlyIf, "aligned only if {0} is a multiple of {1}");
SENTENCE(MisalignedIf, "misaligned if {0}");
SENTENCE(StaticArraysInOrder,
         "nvcc places static arrays in declaration order, and {0} takes {1}");
SENTENCE(OneOtherAlike, "1 other access to the array has the same problem");
SENTENCE(OthersAlike, "{0} other accesses to the array have the same problem");

// Figures for assumed template arguments.
SENTENCE(DefaultArguments, " with the template's default arguments (assumed)");
SENTENCE(AssumedArguments,
         " with assumed arguments; set them with --instantiate");
SENTENCE(SameForAllLists, "the same for all {0} argument lists tried");
SENTENCE(InAssumedKernels, "in {0} with assumed template arguments: {1}");

// incomplete-file
SENTENCE(AssumedMacros, "assumed: {0}");
SENTENCE(NoDeviceCode, "no device code is enabled: {0}; append '--{1}', or "
                       "pass -p for the build's command");
SENTENCE(AnalyzedAsIncluded, "analyzed as included by '{0}'");
SENTENCE(AnalyzedAsIncludedWithout,
         "analyzed as included by '{0}'; results may be incomplete: {1}");
SENTENCE(MayBeIncomplete, "results may be incomplete: {0}");
SENTENCE(HeaderNotFound, "{0} was not found");
SENTENCE(HeadersNotFound, "{0} were not found");
SENTENCE(ClangErrors, "clang reports errors in this file");
SENTENCE(LacksLibrary,
         "results may be incomplete: {0}; install a C++ compiler for its "
         "library headers (on Debian and Ubuntu, package g++)");
SENTENCE(Skipped, "skipped '{0}': {1}");

// atomic-contention. {0}: a number of lanes.
SENTENCE(ContendedAtomic, "contended atomic: {0} lanes of a warp update one "
                          "word in turn with this {1}");
SENTENCE(UpdateOneWord, "{0}lanes {1} update one word");
SENTENCE(OneLaneIsEnough, "one lane of the {0} is enough");
SENTENCE(OneLaneShares, "let one of the {0} lanes update the word, and share "
                        "its result with __shfl_sync()");
SENTENCE(OneLaneUpdates, "let one of the {0} lanes update the word");
SENTENCE(NeutralLanes,
         "; lanes that the condition excludes contribute a neutral value");
SENTENCE(ReduceByWord,
         "first combine the lanes that update the same word, then let one of "
         "them update it; see cooperative_groups::labeled_partition");
SENTENCE(ReduceFirst, "reduce across the lanes first: {0}; {1}{2}");
SENTENCE(SeparateCopies,
         "or give these lanes separate copies and add them up at the end");

// constant-divergence. {0}: passes, {2}: the ideal. {1}: "32-bit load of 'table'".
SENTENCE(DivergentConstant,
         "constant divergence: this {1} takes {0} passes, ideal {2}");
SENTENCE(DifferentAddresses, "{0}the lanes read {1} different addresses; the "
                             "constant cache serves one per pass");
SENTENCE(ReadOtherwise, "read the table from global memory with __ldg(), or "
                        "copy it to shared memory");
SENTENCE(PassOtherwise,
         "copy the array to shared memory, or pass a pointer to global memory");

// local-memory. {0}: "'sum' (64 bytes per thread)", {1}: "32-bit load", {2}: "up
// to 32 sectors".
SENTENCE(InLocalMemory,
         "local memory: {0} is not in registers; this {1} touches {2}");
SENTENCE(LocalArray, "'{0}' ({1} per thread)");
SENTENCE(LocalIndexOfLane, "the index depends on the lane; use a constant "
                           "index, or keep the array in shared memory");
SENTENCE(LocalIndexOfData, "the index depends on data; use a constant index, "
                           "or keep the array in shared memory");
SENTENCE(LocalIndexOfParameter, "the index depends on '{0}'; make it a "
                                "template argument, so that it is constant");
SENTENCE(LocalIndexOfValue, "the index depends on '{0}'; use a constant index, "
                            "or keep the array in shared memory");
SENTENCE(LocalIndexOfLoop, "the index changes in the loop over '{0}', which "
                           "the compiler does not unroll; add #pragma unroll");
SENTENCE(LocalIndexOfOpenLoop, "the index changes in a loop of unknown length; "
                               "give the loop a constant number of iterations");
SENTENCE(AddressHandedOn, "its address is passed on here; pass the values, or "
                          "make the callee __forceinline__");
SENTENCE(ParameterCopied,
         "the kernel writes to a parameter, so each thread has a copy of it; "
         "copy only the elements that change");

// expectation
SENTENCE(NothingExpected,
         "no analyzed shared-memory access matches this comment");
SENTENCE(ExpectedUnproven, "expected {0}, but this {1} is unproven: {2}");
SENTENCE(ExpectedDead, "expected {0}, but no lane executes this {1}");
SENTENCE(ExpectedOther, "expected {0}, but this {1} takes {2}{3}");

// uncoalesced-access
SENTENCE(BytesUsed, "{0} of {1} bytes moved are used");
SENTENCE(RestUsedByBlock, "other requests of the block use the rest of its "
                          "sectors; it is part of a tile of short rows");
SENTENCE(RestUsedByNeighbors, "neighboring blocks use the rest of its sectors; "
                              "it is part of a tile of short rows");
SENTENCE(EdgeOfTile, "it is the edge of a tile with full rows; no lane order "
                     "reads fewer sectors");
SENTENCE(
    ParametersDecide,
    "the excess depends on parameters, and most of their values cause none");
SENTENCE(HeaderDefinesLayout, "a header defines the layout of '{0}'");
SENTENCE(PartOfRecord,
         "each sector holds what some lane needs; only another layout of "
         "the array takes fewer");
SENTENCE(OncePerBlock, "one warp of the block executes it, once");
SENTENCE(StrideMayBeOne, "there is no such excess if the stride '{0}' is 1");
SENTENCE(ValueIsHeld, "the compiler keeps this value in a register after "
                      "the {0} at line {1}");
SENTENCE(TogetherUsed, "together with {0}, {1}");
SENTENCE(TogetherMostUsed,
         "together with {0}, more than half of the bytes moved are used");
// Its advice. {0}: a record and its bytes.
SENTENCE(RecordAdvice,
         "'{0}' has {1} bytes, the distance between adjacent lanes: {2}");
SENTENCE(AccessAll, "access all of it with one {0}-bit {1}");
SENTENCE(AlignRecord,
         "declare it alignas({0}) for one {1}-bit {2} of all of it");
SENTENCE(LayoutOfHeader, "a header defines its layout, and no lane order "
                         "helps; load and store it once through a local copy");
SENTENCE(SplitOrPad, "use one array per member (structure of arrays); or pad "
                     "to 16 aligned bytes (float4) for one 128-bit access");
SENTENCE(SplitRecord, "use one array per member, so that adjacent lanes access "
                      "adjacent elements");
SENTENCE(ThroughTile, "move the tile with adjacent lanes along its rows and "
                      "reorder it in a padded shared array");
SENTENCE(
    LanesApart,
    "adjacent lanes are {0} bytes apart: let them access adjacent elements");
// {1}: "if" or "since", {2}: "needs" or "stores", {4}: "float4".
SENTENCE(OrMoveAll, "{0}; or, {1} a lane also {2} the bytes between, use one "
                    "aligned {3}-byte access, such as of a {4}");
SENTENCE(OneArrayPerValue, "{0}, as x[k * n + i] in place of x[{1} * i + k]");
SENTENCE(PadRowsTo, "the rows are {0} bytes apart; pad them to {1}, a multiple "
                    "of 32, so that each starts at a sector");
SENTENCE(PadRows, "pad the rows to a multiple of 32 bytes; cudaMallocPitch() "
                  "chooses such a pitch");
SENTENCE(NarrowBlock, "a row of the block has {0} threads; use a blockDim.x of "
                      "at least 32, so that each warp accesses one row");
SENTENCE(SwapAxes, "swap threadIdx.x and threadIdx.y if possible, so that "
                   "lanes access adjacent elements; otherwise {0}");
SENTENCE(PiecesOfLanes, "adjacent lanes access adjacent pieces of {0} bytes: "
                        "let them access adjacent elements; if a lane needs "
                        "its whole piece, go through shared memory");
SENTENCE(RowsOfLanes, "each lane walks along its own row: let adjacent lanes "
                      "access adjacent elements of one row; otherwise {0}");
SENTENCE(LastIndex, "use threadIdx.x in the last index, so that adjacent lanes "
                    "access adjacent elements; otherwise {0}");

// lane-order. {0}: "128-bit loads of 'a' and 'b'".
SENTENCE(LaneOrder, "reordering the lanes cuts the {0} from {1}{2} to {1}{3} "
                    "wavefronts per warp");
SENTENCE(LaneOrderTitle,
         "'{0}': reorder the lanes, {1} -> {2} wavefronts per warp");
SENTENCE(CountedForOne, "counted for one iteration of {0}");
SENTENCE(EachOpenLoop, "each loop with an unknown trip count");
SENTENCE(KeepNumber, "write {0}, so that '{1}' remains the {2} number");
SENTENCE(NoLaneEdit, "cannot edit the lane order: {0}");
SENTENCE(OtherInstances,
         "other instances of the template may need another order");
SENTENCE(FileHasErrors, "the file has errors");
SENTENCE(LaneBlockUnknown, "the block shape is unknown; pass --block");
SENTENCE(ReadsOwnWrites, "a lane may read its own writes to shared memory "
                         "without a barrier in between");
SENTENCE(MeetsInGlobal,
         "unchanged code may load what the kernel stores to global memory");

// divergent-barrier, shared-race. Threads by their numbers: "0 to 99".
SENTENCE(MissingAtBarrier, "divergent barrier: threads {0} do not arrive");
SENTENCE(TooFewAtBarrier, "divergent barrier: it waits for {0} threads, but "
                          "only {1} arrive");
SENTENCE(ThreadsWaitHere, "threads {0} wait here forever");
SENTENCE(BlocksMissing,
         "divergent barrier: some blocks of the {0} do not arrive");
SENTENCE(BlocksPart,
         "'{0}' holds in some blocks of the {1}, but not in others");
SENTENCE(ThreadsPart, "'{0}' holds for threads {1}, but not for threads {2}");
SENTENCE(WaitElsewhere, "threads {0} wait at this barrier instead");
SENTENCE(GoOnWithout, "threads {0} continue here without waiting");
SENTENCE(MaskNamesMissing,
         "wrong mask: {0} names threads {1}, which do not arrive");
SENTENCE(NotInMask,
         "wrong mask: {0} does not name threads {1}, which execute this");
SENTENCE(RacingAccess, "data race: nothing orders this {0} by thread {1} and "
                       "the {2} by thread {3}");
SENTENCE(OtherSide, "thread {0} accesses the same word here with a {1}");
SENTENCE(WithValues, "for example with {0}");
SENTENCE(InIterations,
         "in iteration {1} of the loop, the other access in iteration {0}");
SENTENCE(NeedsWarpBarrier,
         "the threads are in one warp; since compute capability 7.0 only "
         "__syncwarp() and barriers order its lanes");
SENTENCE(NeedsBarrier, "no barrier of the block lies between the accesses");

// ldmatrix
SENTENCE(NarrowAtom, "narrow Copy_Atom: {0} takes {1} for a warp's part of {2} "
                     "in this TiledMMA, {3} takes {4}");
SENTENCE(
    AtomElements,
    "a warp has {0} x {1} elements of {2} bits, {3} times 8 rows of 16 bytes");
SENTENCE(BytesFurther, "this access is {0} bytes further on");
SENTENCE(NextRegister,
         "; in each group of 8 lanes, the address of the next register");
SENTENCE(
    ScalarFragment,
    "scalar fragment: {0}{1} {2} {3} of an {4}; one ldmatrix.x{5}{6} would do");
SENTENCE(DeclareAligned, "ldmatrix needs rows at multiples of 16 bytes; "
                         "declare '{0}' with alignas(16)");

// tma-swizzle
SENTENCE(DescriptorDiffers, "the descriptor of {0} uses {1}, but the tensor "
                            "map that fills '{2}' uses {3}");
SENTENCE(TileFilledHere, "the tile is filled here");
SENTENCE(MapEncodedHere, "its tensor map is encoded here");
SENTENCE(UnknownSwizzle, "an unknown swizzle");
SENTENCE(NoLaneReads, "the copy engine fills the tiles of '{0}' and only the "
                      "tensor cores read them: {1}");
SENTENCE(ModesDiffer, "their swizzle modes differ");
SENTENCE(ModesAgree, "their swizzle modes agree");
SENTENCE(ModesUnknown, "it is unknown whether their swizzle modes agree");
SENTENCE(NotSwizzled,
         "this {0} of '{1}' is not swizzled, but its tensor map uses {2}");
SENTENCE(
    SwizzledOtherwise,
    "this {0} of '{1}' uses the swizzle of {2}, but its tensor map uses {3}");
SENTENCE(
    HoldsOtherData,
    "thread {0} is at byte {1} of '{2}', which holds the data of byte {3}");
SENTENCE(CostOfSwizzle, "with the swizzle it takes {0}; with {1}, {2}");
SENTENCE(IndexOfSwizzle,
         "the index maps the 16-byte chunk c of row r to c ^ r % {0} (128 "
         "bytes per row); the tile starts at a multiple of {1} bytes");
SENTENCE(UnalignedTile,
         "unaligned tile: the tile in '{0}' is not aligned to {1} bytes, {2}");
SENTENCE(AlignmentNotPromised, "alignment not guaranteed: the tile in '{0}' "
                               "might not be aligned to {1} bytes, {2}");
SENTENCE(CopyEngineNeeds, "which the copy engine needs");
SENTENCE(PeriodOfMode, "the period of {0}");
SENTENCE(PlacedBehind,
         "nvcc places '{0}' {1} bytes after the start of shared memory");
SENTENCE(NoLaneAccesses, "no lane accesses it");

// Costs of kernels.
SENTENCE(Speedup, "estimated speedup from fixing this: up to {0} per block; "
                  "'{1}' is bound by {2}");
SENTENCE(
    UnlikelyToHelp,
    "fixing this is unlikely to help: '{0}' is estimated to be bound by {1}");
SENTENCE(SpeedupInL2, "; up to {0} if L2 holds the data");
SENTENCE(SpeedupElsewhere, "; up to {0} in '{1}'");
SENTENCE(NoCountedWork, "no counted work");
SENTENCE(BoundBy, "estimated to be bound by {0}{1}");
SENTENCE(BoundByInLongLoops, " in long loops, and by {0} with one iteration");
SENTENCE(ByL2, " (by L2 if L2 holds the data)");
SENTENCE(ByOtherInL2, " (by {0} if L2 holds the data)");
SENTENCE(ConflictsTake,
         "; conflicts take {0} of that; the fix can save up to {1}");
SENTENCE(ThenBoundBy, ", then it is bound by {0}");
SENTENCE(ConflictsMayMatter,
         "; shared memory is busy {0} of that time, so conflicts matter only "
         "where pipes wait for each other: up to {1}");
SENTENCE(
    ConflictsCostLittle,
    "; shared memory is busy {0} of that time, so its conflicts cost little");
SENTENCE(ConflictsCostNothing, "; shared memory is busy {0} of that time, so "
                               "its conflicts cost nothing noticeable");
SENTENCE(FewWarps, "an SM holds at most {0} warps of it; latencies may take "
                   "longer than any pipe, and fixes then save less");
SENTENCE(UnprovenCount, "accesses with an unproven cost count at their ideal: "
                        "no conflicts, fully used sectors");
SENTENCE(OpenAccessesCount, "accesses that may or may not use shared memory "
                            "count as instructions only");
SENTENCE(ConditionsHold, "assuming unknown conditions hold");
SENTENCE(
    CountedInOtherLaunch,
    "some accesses are counted as in another launch, where they cost more");
SENTENCE(UnknownNotCounted, "not counted because unknown: {0}");
SENTENCE(CallsUnknown, "it calls unknown functions");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_CHECKS_H
