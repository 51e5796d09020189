//===- Checks.h - What single checks say ------------------------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_CHECKS_H
#define WARPLINT_MESSAGES_CHECKS_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

// bank-conflict
inline constexpr Sentence<"with random indices into {0}, expect {1} wavefronts "
                          "on average, ideal {2}">
    RandomIndices;

// Of another block of the cluster. {0}: "32-bit load", {1}: "32 sectors, ideal 4".
inline constexpr Sentence<"scattered over another block's memory: this {0} "
                          "touches {1}">
    ScatteredRemote;
inline constexpr Sentence<"{0}the lanes touch {1} of another block's shared "
                          "memory">
    RemoteSectors;
inline constexpr Sentence<"; one request per {0} cycles"> RemoteCycles;
inline constexpr Sentence<
    "padding does not help; let neighboring lanes access neighboring words, or "
    "copy the data with cp.async.bulk first">
    RemoteOtherwise;

// shared-alignment. {0}: "this 128-bit load of 's'".
inline constexpr Sentence<"misaligned address: {0} needs {1}-byte alignment; "
                          "the kernel traps">
    MisalignedAddress;
inline constexpr Sentence<"misaligned address for some values: {0} needs "
                          "{1}-byte alignment; otherwise the kernel traps">
    MisalignedForSome;
inline constexpr Sentence<"misaligned array: {0} needs {1}-byte alignment, but "
                          "nvcc places {2} at offset {3} (mod {1})">
    MisplacedArray;
inline constexpr Sentence<"misaligned array: {0} needs {1}-byte alignment, but "
                          "{2} is declared with {3}-byte alignment">
    UnderalignedArray;
inline constexpr Sentence<"accidental alignment: {0} needs {1}-byte alignment, "
                          "but {2} is declared with {3}-byte alignment">
    AccidentalAlignment;
inline constexpr Sentence<"the alignment depends on unknown values">
    AlignmentOfUnknowns;
inline constexpr Sentence<"the alignment depends on {0}"> AlignmentDepends;
inline constexpr Sentence<"aligned only if {0} is a multiple of {1}">
    AlignedOnlyIf;
inline constexpr Sentence<"misaligned if {0}"> MisalignedIf;
inline constexpr Sentence<"nvcc places static arrays in declaration order, and "
                          "{0} takes {1}">
    StaticArraysInOrder;
inline constexpr Sentence<"1 other access to the array has the same problem">
    OneOtherAlike;
inline constexpr Sentence<"{0} other accesses to the array have the same "
                          "problem">
    OthersAlike;

// Figures for assumed template arguments.
inline constexpr Sentence<" with the template's default arguments (assumed)">
    DefaultArguments;
inline constexpr Sentence<" with assumed arguments; set them with "
                          "--instantiate">
    AssumedArguments;
inline constexpr Sentence<"the same for all {0} argument lists tried">
    SameForAllLists;
inline constexpr Sentence<"in {0} with assumed template arguments: {1}">
    InAssumedKernels;

// incomplete-file
inline constexpr Sentence<"assumed: {0}"> AssumedMacros;
inline constexpr Sentence<"no device code is enabled: {0}; append '--{1}', or "
                          "pass -p for the build's command">
    NoDeviceCode;
inline constexpr Sentence<"analyzed as included by '{0}'"> AnalyzedAsIncluded;
inline constexpr Sentence<"analyzed as included by '{0}'; results may be "
                          "incomplete: {1}">
    AnalyzedAsIncludedWithout;
inline constexpr Sentence<"results may be incomplete: {0}"> MayBeIncomplete;
inline constexpr Sentence<"{0} was not found"> HeaderNotFound;
inline constexpr Sentence<"{0} were not found"> HeadersNotFound;
inline constexpr Sentence<"clang reports errors in this file"> ClangErrors;
inline constexpr Sentence<"results may be incomplete: {0}; install a C++ "
                          "compiler for its library headers (on Debian and "
                          "Ubuntu, package g++)">
    LacksLibrary;
inline constexpr Sentence<"skipped '{0}': {1}"> Skipped;

// atomic-contention. {0}: a number of lanes.
inline constexpr Sentence<"contended atomic: {0} lanes of a warp update one "
                          "word in turn with this {1}">
    ContendedAtomic;
inline constexpr Sentence<"{0}lanes {1} update one word"> UpdateOneWord;
inline constexpr Sentence<"one lane of the {0} is enough"> OneLaneIsEnough;
inline constexpr Sentence<"let one of the {0} lanes update the word, and share "
                          "its result with __shfl_sync()">
    OneLaneShares;
inline constexpr Sentence<"let one of the {0} lanes update the word">
    OneLaneUpdates;
inline constexpr Sentence<"; lanes that the condition excludes contribute a "
                          "neutral value">
    NeutralLanes;
inline constexpr Sentence<
    "first combine the lanes that update the same word, then let one of them "
    "update it; see cooperative_groups::labeled_partition">
    ReduceByWord;
inline constexpr Sentence<"reduce across the lanes first: {0}; {1}{2}">
    ReduceFirst;
inline constexpr Sentence<"or give these lanes separate copies and add them up "
                          "at the end">
    SeparateCopies;

// constant-divergence. {0}: passes, {2}: the ideal. {1}: "32-bit load of 'table'".
inline constexpr Sentence<"constant divergence: this {1} takes {0} passes, "
                          "ideal {2}">
    DivergentConstant;
inline constexpr Sentence<"{0}the lanes read {1} different words; the constant "
                          "cache serves one word in a pass">
    DifferentWords;
inline constexpr Sentence<
    "read the table from global memory with __ldg(), or copy it to shared "
    "memory">
    ReadOtherwise;
inline constexpr Sentence<"copy the array to shared memory, or pass a pointer "
                          "to global memory">
    PassOtherwise;

// local-memory. {0}: "'sum' (64 bytes per thread)", {1}: "32-bit load", {2}: "up
// to 32 sectors".
inline constexpr Sentence<"local memory: {0} is not in registers; this {1} "
                          "touches {2}">
    InLocalMemory;
inline constexpr Sentence<"'{0}' ({1} per thread)"> LocalArray;
inline constexpr Sentence<
    "the index depends on the lane; use a constant index, "
    "or keep the array in shared memory">
    LocalIndexOfLane;
inline constexpr Sentence<"the index depends on data; use a constant index, or "
                          "keep the array in shared memory">
    LocalIndexOfData;
inline constexpr Sentence<"the index depends on '{0}'; make it a template "
                          "argument, so that it is constant">
    LocalIndexOfParameter;
inline constexpr Sentence<
    "the index depends on '{0}'; use a constant index, or "
    "keep the array in shared memory">
    LocalIndexOfValue;
inline constexpr Sentence<"the index changes in the loop over '{0}', which the "
                          "compiler does not unroll; add #pragma unroll">
    LocalIndexOfLoop;
inline constexpr Sentence<"the index changes in a loop of unknown length; give "
                          "the loop a constant number of iterations">
    LocalIndexOfOpenLoop;
inline constexpr Sentence<"its address is passed on here; pass the values, or "
                          "make the callee __forceinline__">
    AddressHandedOn;
inline constexpr Sentence<
    "the kernel writes to a parameter, so each thread has "
    "a copy of it; copy only the elements that change">
    ParameterCopied;

// expectation
inline constexpr Sentence<"no analyzed shared-memory access matches this "
                          "comment">
    NothingExpected;
inline constexpr Sentence<"expected {0}, but this {1} is unproven: {2}">
    ExpectedUnproven;
inline constexpr Sentence<"expected {0}, but no lane executes this {1}">
    ExpectedDead;
inline constexpr Sentence<"expected {0}, but this {1} takes {2}{3}">
    ExpectedOther;

// uncoalesced-access
inline constexpr Sentence<"{0} of {1} bytes moved are used"> BytesUsed;
inline constexpr Sentence<"other requests of the block use the rest of its "
                          "sectors; it is part of a tile of short rows">
    RestUsedByBlock;
inline constexpr Sentence<"neighboring blocks use the rest of its sectors; it "
                          "is part of a tile of short rows">
    RestUsedByNeighbors;
inline constexpr Sentence<"it is the edge of a tile with full rows; no lane "
                          "order reads fewer sectors">
    EdgeOfTile;
inline constexpr Sentence<"the excess depends on parameters, and most of their "
                          "values cause none">
    ParametersDecide;
inline constexpr Sentence<"there is no such excess if the stride '{0}' is 1">
    StrideMayBeOne;
inline constexpr Sentence<"together with {0}, {1}"> TogetherUsed;
inline constexpr Sentence<
    "together with {0}, more than half of the bytes moved "
    "are used">
    TogetherMostUsed;
// Its advice. {0}: a record and its bytes.
inline constexpr Sentence<"'{0}' has {1} bytes, the distance between adjacent "
                          "lanes: {2}">
    RecordAdvice;
inline constexpr Sentence<"access all of it with one {0}-bit {1}"> AccessAll;
inline constexpr Sentence<"a header defines its layout, and no lane order "
                          "helps; load and store it once through a local copy">
    LayoutOfHeader;
inline constexpr Sentence<
    "use one array per member (structure of arrays); or pad to 16 aligned "
    "bytes (float4) for one 128-bit access">
    SplitOrPad;
inline constexpr Sentence<
    "use one array per member, so that adjacent lanes access adjacent elements">
    SplitRecord;
inline constexpr Sentence<"move the tile with adjacent lanes along its rows "
                          "and reorder it in a padded shared array">
    ThroughTile;
inline constexpr Sentence<"adjacent lanes are {0} bytes apart: let them access "
                          "adjacent elements">
    LanesApart;
inline constexpr Sentence<"{0}; or, if a lane {1}, use one aligned {2}-byte "
                          "access">
    OrMoveAll;
inline constexpr Sentence<"also stores the bytes between"> StoresBetween;
inline constexpr Sentence<"also needs the bytes between"> NeedsBetween;
inline constexpr Sentence<
    "a row of the block has {0} threads; use a blockDim.x of at least 32, so "
    "that each warp accesses one row">
    NarrowBlock;
inline constexpr Sentence<"swap threadIdx.x and threadIdx.y if possible, so "
                          "that lanes access adjacent elements; otherwise {0}">
    SwapAxes;
inline constexpr Sentence<"adjacent lanes access adjacent pieces of {0} bytes: "
                          "let them access adjacent elements; if a lane needs "
                          "its whole piece, go through shared memory">
    PiecesOfLanes;
inline constexpr Sentence<"each lane walks along its own row: let adjacent "
                          "lanes access adjacent elements of one row; "
                          "otherwise {0}">
    RowsOfLanes;
inline constexpr Sentence<"use threadIdx.x in the last index, so that adjacent "
                          "lanes access adjacent elements; otherwise {0}">
    LastIndex;

// lane-order. {0}: "128-bit loads of 'a' and 'b'".
inline constexpr Sentence<"reordering the lanes cuts the {0} from {1}{2} to "
                          "{1}{3} wavefronts per warp">
    LaneOrder;
inline constexpr Sentence<"'{0}': reorder the lanes, {1} -> {2} wavefronts per "
                          "warp">
    LaneOrderTitle;
inline constexpr Sentence<"counted for one iteration of {0}"> CountedForOne;
inline constexpr Sentence<"each loop with an unknown trip count"> EachOpenLoop;
inline constexpr Sentence<"write {0}, so that '{1}' remains the {2} number">
    KeepNumber;
inline constexpr Sentence<"cannot edit the lane order: {0}"> NoLaneEdit;
inline constexpr Sentence<"other instances of the template may need another "
                          "order">
    OtherInstances;
inline constexpr Sentence<"the file has errors"> FileHasErrors;
inline constexpr Sentence<"the block shape is unknown; pass --block">
    LaneBlockUnknown;
inline constexpr Sentence<"a lane may read its own writes to shared memory "
                          "without a barrier in between">
    ReadsOwnWrites;
inline constexpr Sentence<"unchanged code may load what the kernel stores to "
                          "global memory">
    MeetsInGlobal;

// divergent-barrier, shared-race. Threads by their numbers: "0 to 99".
inline constexpr Sentence<"divergent barrier: threads {0} do not arrive">
    MissingAtBarrier;
inline constexpr Sentence<"'{0}' holds for threads {1}, but not for threads "
                          "{2}">
    ThreadsPart;
inline constexpr Sentence<"threads {0} wait at this barrier instead">
    WaitElsewhere;
inline constexpr Sentence<"threads {0} go on here without waiting"> GoOnWithout;
inline constexpr Sentence<"wrong mask: {0} names threads {1}, which do not "
                          "arrive">
    MaskNamesMissing;
inline constexpr Sentence<"wrong mask: {0} does not name threads {1}, which "
                          "execute this">
    NotInMask;
inline constexpr Sentence<"data race: nothing orders this {0} by thread {1} "
                          "and the {2} by thread {3}">
    RacingAccess;
inline constexpr Sentence<"thread {0} accesses the same word here with a {1}">
    OtherSide;
inline constexpr Sentence<"in iteration {1} of the loop, the other access in "
                          "iteration {0}">
    InIterations;
inline constexpr Sentence<
    "the threads are in one warp; since compute capability 7.0 only "
    "__syncwarp() and barriers order its lanes">
    NeedsWarpBarrier;
inline constexpr Sentence<"no barrier of the block lies between the accesses">
    NeedsBarrier;

// ldmatrix
inline constexpr Sentence<
    "narrow Copy_Atom: {0} takes {1} for a warp's part of "
    "{2} in this TiledMMA, {3} takes {4}">
    NarrowAtom;
inline constexpr Sentence<
    "a warp has {0} x {1} elements of {2} bits, {3} times "
    "8 rows of 16 bytes">
    AtomElements;
inline constexpr Sentence<"this one is {0} bytes further"> BytesFurther;
inline constexpr Sentence<
    ", in each group of 8 lanes that of the next register">
    NextRegister;
inline constexpr Sentence<"scalar fragment: {0}{1} {2} {3} of an {4}; one "
                          "ldmatrix.x{5}{6} would do">
    ScalarFragment;
inline constexpr Sentence<
    "ldmatrix needs rows at multiples of 16 bytes; declare "
    "'{0}' with alignas(16)">
    DeclareAligned;

// tma-swizzle
inline constexpr Sentence<"the descriptor of {0} uses {1}, but the tensor map "
                          "that fills '{2}' uses {3}">
    DescriptorDiffers;
inline constexpr Sentence<"the tile is filled here"> TileFilledHere;
inline constexpr Sentence<"its tensor map is encoded here"> MapEncodedHere;
inline constexpr Sentence<"an unknown swizzle"> UnknownSwizzle;
inline constexpr Sentence<"the copy engine fills the tiles of '{0}' and only "
                          "the tensor cores read them: {1}">
    NoLaneReads;
inline constexpr Sentence<"their swizzle modes differ"> ModesDiffer;
inline constexpr Sentence<"their swizzle modes agree"> ModesAgree;
inline constexpr Sentence<"it is unknown whether their swizzle modes agree">
    ModesUnknown;
inline constexpr Sentence<"this {0} of '{1}' is not swizzled, but its tensor "
                          "map uses {2}">
    NotSwizzled;
inline constexpr Sentence<"this {0} of '{1}' uses the swizzle of {2}, but its "
                          "tensor map uses {3}">
    SwizzledOtherwise;
inline constexpr Sentence<"thread {0} is at byte {1} of '{2}', which holds the "
                          "data of byte {3}">
    HoldsOtherData;
inline constexpr Sentence<"with the swizzle it takes {0}; with {1}, {2}">
    CostOfSwizzle;
inline constexpr Sentence<"the index turns the 16-byte chunk c of row r into c "
                          "^ r % {0} (128 bytes per row); the tile starts at a "
                          "multiple of {1} bytes">
    IndexOfSwizzle;
inline constexpr Sentence<"unaligned tile: the tile in '{0}' is not aligned to "
                          "{1} bytes, {2}">
    UnalignedTile;
inline constexpr Sentence<"alignment not guaranteed: the tile in '{0}' might "
                          "not be aligned to {1} bytes, {2}">
    AlignmentNotPromised;
inline constexpr Sentence<"which the copy engine needs"> CopyEngineNeeds;
inline constexpr Sentence<"the period of {0}"> PeriodOfMode;
inline constexpr Sentence<"nvcc places '{0}' {1} bytes after the start of "
                          "shared memory">
    PlacedBehind;
inline constexpr Sentence<"no lane accesses it"> NoLaneAccesses;

// Costs of kernels.
inline constexpr Sentence<"estimated speedup from fixing this: up to {0} per "
                          "block; '{1}' is bound by {2}">
    Speedup;
inline constexpr Sentence<"fixing this is unlikely to help: '{0}' is estimated "
                          "to be bound by {1}">
    UnlikelyToHelp;
inline constexpr Sentence<"; up to {0} if L2 holds the data"> SpeedupInL2;
inline constexpr Sentence<"; up to {0} in '{1}'"> SpeedupElsewhere;
inline constexpr Sentence<"no counted work"> NoCountedWork;
inline constexpr Sentence<"estimated to be bound by {0}{1}"> BoundBy;
inline constexpr Sentence<" in long loops, and by {0} with one iteration">
    BoundByInLongLoops;
inline constexpr Sentence<" (by L2 if L2 holds the data)"> ByL2;
inline constexpr Sentence<" (by {0} if L2 holds the data)"> ByOtherInL2;
inline constexpr Sentence<
    "; conflicts take {0} of that; the fix can save up to "
    "{1}">
    ConflictsTake;
inline constexpr Sentence<", then it is bound by {0}"> ThenBoundBy;
inline constexpr Sentence<"; shared memory is busy {0} of that time, so "
                          "conflicts matter only where pipes wait for each "
                          "other: up to {1}">
    ConflictsMayMatter;
inline constexpr Sentence<"; shared memory is busy {0} of that time, so its "
                          "conflicts cost little">
    ConflictsCostLittle;
inline constexpr Sentence<"; shared memory is busy {0} of that time, so its "
                          "conflicts cost nothing noticeable">
    ConflictsCostNothing;
inline constexpr Sentence<"an SM holds at most {0} warps of it; latencies may "
                          "take longer than any pipe, and fixes then save less">
    FewWarps;
inline constexpr Sentence<"accesses with an unproven cost count at their "
                          "ideal: no conflicts, fully used sectors">
    UnprovenCount;
inline constexpr Sentence<
    "accesses that may or may not use shared memory count "
    "as instructions only">
    OpenAccessesCount;
inline constexpr Sentence<"assuming unknown conditions hold"> ConditionsHold;
inline constexpr Sentence<
    "some accesses count as in another launch, where they "
    "cost more">
    CountedInOtherLaunch;
inline constexpr Sentence<"not counted, since they are unknown: {0}">
    UnknownNotCounted;
inline constexpr Sentence<"it calls unknown functions"> CallsUnknown;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_CHECKS_H
