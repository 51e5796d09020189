//===- Layouts.h - Suggested layouts, and why one is missing ----*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_LAYOUTS_H
#define WARPLINT_MESSAGES_LAYOUTS_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

/// {0}: an array, {1}: one of those below, or of Rewriting.h.
inline constexpr Sentence<"cannot fix '{0}': {1}"> CannotFix;
inline constexpr Sentence<"cannot suggest a layout for '{0}': {1}">
    CannotSuggest;

inline constexpr Sentence<"suggested layout: {0}"> SuggestedLayout;
inline constexpr Sentence<"suggested layout (assumed): {0}"> AssumedLayout;
inline constexpr Sentence<"equally good: {0}"> EquallyGood;
inline constexpr Sentence<"if lanes can swap work: {0}"> IfLanesSwap;
inline constexpr Sentence<"this access costs more with the suggested layout">
    CostsMore;
inline constexpr Sentence<"try --fix-style=pad, which changes no index">
    TryPadding;
/// {0}: the options, {1}: "3 places", {2}: " of 'a.cuh'" or nothing.
inline constexpr Sentence<"{0} edits {1}{2}; verified by a second analysis">
    FixEdits;
inline constexpr Sentence<"{0} edits {1}{2}, which affects all files that "
                          "include it; verified by a second analysis">
    FixEditsHeader;

// Which accesses have no cheaper layout.
inline constexpr Sentence<"found no layout of '{0}' that makes its proven "
                          "accesses cheaper">
    NoneCheaperProven;
inline constexpr Sentence<
    "no layout of '{0}' makes its proven accesses cheaper "
    "(proven)">
    NoneCheaperOfProven;
/// {2}: "per block of 32 x 8 x 1 threads"
inline constexpr Sentence<"no layout of '{0}' needs fewer than {1} wavefronts "
                          "{2} (proven)">
    NoneCheaper;
inline constexpr Sentence<"no layout that was tried for '{0}' needs fewer than "
                          "{1} wavefronts {2}">
    NoneTriedCheaper;

// Behind "only a remark because ".
inline constexpr Sentence<"the access and '{0}' belong to a library">
    AccessOfLibrary;
inline constexpr Sentence<"the best layout of '{0}' saves less than {1} % of "
                          "its wavefronts">
    SavesLittle;
inline constexpr Sentence<"there is no cheaper layout of '{0}', and the excess "
                          "is at most {1} %">
    LittleExcess;
inline constexpr Sentence<"only the author of the library can change this "
                          "access">
    OnlyLibraryAuthor;

// Why there is no edit: of the style,
inline constexpr Sentence<"warplint edits only files that compile on their own">
    FileNotAlone;
inline constexpr Sentence<"no padding costs less; pass --fix-style=expression "
                          "for other layouts">
    NoPadding;
inline constexpr Sentence<"only padding costs less; pass --fix-style=pad">
    OnlyPadding;
inline constexpr Sentence<"no edit in style '{0}' implements {1}">
    NoEditOfStyle;
// of the layout,
inline constexpr Sentence<
    "its index needs {0} operators, too many to write in place">
    ManyOperators;
inline constexpr Sentence<"it adds arithmetic to a data-dependent access in a "
                          "loop and saves nothing">
    SlowsData;
inline constexpr Sentence<"it saves less than {0} % of the wavefronts and adds "
                          "arithmetic to a loop">
    SavesLittleInLoop;
inline constexpr Sentence<"its arithmetic in loops costs as much as {0} "
                          "wavefronts, which is all it saves">
    CostlyArithmetic;
inline constexpr Sentence<"it saves {0} % of the wavefronts with {1} edits, "
                          "less than {2} % per edit">
    ManyEdits;
inline constexpr Sentence<"with its arithmetic, it saves {0} % of the "
                          "wavefronts with {1} edits, less than {2} % per edit">
    ManyEditsInLoop;
inline constexpr Sentence<"it needs an assumption in a file that warplint does "
                          "not edit">
    AssumptionElsewhere;
inline constexpr Sentence<"it exceeds the static shared memory limit">
    OverStaticLimit;
inline constexpr Sentence<
    "the launch has to pass {0} bytes more; warplint does "
    "not edit launches">
    LaunchMustGrow;
inline constexpr Sentence<"what helps '{0}' costs '{1}' more"> CostsInstance;
inline constexpr Sentence<"no single edit works for all instantiations of its "
                          "template">
    NoCommonEdit;
// of an access, or of the launch,
inline constexpr Sentence<"the block shape is unknown; pass {0}"> UnknownBlock;
inline constexpr Sentence<"the kernel computes pointers into it, and the block "
                          "shape is unknown; pass {0}">
    PointersInUnknownBlock;
inline constexpr Sentence<"the index is unknown until the kernel runs">
    IndexOfData;
inline constexpr Sentence<"the index is unknown until the kernel runs: {0}">
    IndexOfNamedData;
inline constexpr Sentence<"the index depends on '{0}', which is unknown">
    IndexOfUnknown;
inline constexpr Sentence<"the index depends on '{0}', which is unknown; pass "
                          "--assume='{0}==VALUE'">
    IndexOfParameter;
inline constexpr Sentence<"the index depends on a loop that has ended">
    IndexAfterLoop;
inline constexpr Sentence<"the index depends on a loop with an unknown trip "
                          "count">
    IndexOfOpenLoop;
inline constexpr Sentence<"the trip count of an enclosing loop cannot be "
                          "computed">
    OpenLoopAround;
inline constexpr Sentence<"the index cannot be computed"> IndexNotComputed;
inline constexpr Sentence<"an access leaves the array"> LeavesArray;
inline constexpr Sentence<"an access makes too many different requests to list">
    TooManyRequests;
inline constexpr Sentence<"an access covers parts of elements"> PartsOfElements;
inline constexpr Sentence<"the requests of an access are unknown if the "
                          "compiler merges it with others">
    JoinedUnknown;
inline constexpr Sentence<"an access may reach another member of '{0}'">
    MayReachMember;
inline constexpr Sentence<"an access cannot be analyzed"> AccessNotAnalyzed;
inline constexpr Sentence<"an access cannot be analyzed: {0}">
    AccessNotAnalyzedWhy;
inline constexpr Sentence<"an access may use this array or another">
    OneOfSeveral;
inline constexpr Sentence<"wmma accesses whole rows of it"> AccessedByWmma;
inline constexpr Sentence<"this access may use it"> MayUseIt;
// of the array.
inline constexpr Sentence<"'{0}' was skipped and may get a pointer to it">
    SkippedMayPoint;
inline constexpr Sentence<"it belongs to a library"> OfLibrary;
inline constexpr Sentence<"it is a union"> IsUnion;
inline constexpr Sentence<"it is a struct; declare each of its arrays "
                          "__shared__">
    IsStruct;
inline constexpr Sentence<"it is not an array"> IsNoArray;
inline constexpr Sentence<"it starts within a word of '{0}'"> StartsInWord;
inline constexpr Sentence<"its elements are {0} bytes; supported sizes are 1, "
                          "2, 4, 8 and 16">
    OddElements;
inline constexpr Sentence<"it has no elements"> HasNoElements;
inline constexpr Sentence<"the template arguments of '{0}' are assumed">
    ArgumentsAssumed;
inline constexpr Sentence<"'{0}' occupies the same memory"> SameMemory;
inline constexpr Sentence<"the file has errors, so warplint may have missed "
                          "some of its uses">
    UsesMissed;
// How the kernel uses it besides.
inline constexpr Sentence<"the copy engine reads or writes it"> OfCopyEngine;
inline constexpr Sentence<"a matrix descriptor refers to it"> OfDescriptor;
inline constexpr Sentence<"it holds a barrier"> HoldsBarrier;
inline constexpr Sentence<"it is copied as a block of memory"> CopiedAsBlock;
inline constexpr Sentence<"its address is passed to a function that warplint "
                          "cannot follow">
    PassedToUnknown;
inline constexpr Sentence<"its address is stored"> AddressStored;
inline constexpr Sentence<"other blocks of the cluster access it"> OfCluster;
inline constexpr Sentence<"its address is passed to inline assembly">
    PassedToAssembly;

/// In front of what a second analysis of the edited text objects to.
inline constexpr Sentence<"in the edited source, {0}"> InEditedSource;
inline constexpr Sentence<"the accesses differ"> AccessesDiffer;
inline constexpr Sentence<"other lanes access it, or at other times">
    LanesDiffer;
inline constexpr Sentence<"the access on line {0} reaches a different element">
    ElementDiffers;
inline constexpr Sentence<"an access is no longer proven"> NoLongerProven;
inline constexpr Sentence<"the cost of an access is unknown"> UnknownCost;
inline constexpr Sentence<"the access on line {0} costs {1} wavefronts, more "
                          "than the predicted {2}">
    MoreThanPredicted;
inline constexpr Sentence<"its accesses are no longer proven"> NoneProven;
inline constexpr Sentence<"it costs {0} wavefronts per block, not the "
                          "predicted {1}; the compiler merges other accesses">
    OtherJoins;
inline constexpr Sentence<"it costs more than {0} wavefronts per block if the "
                          "compiler merges accesses">
    CostlyIfJoined;
inline constexpr Sentence<"it would need another fix"> NeedsAnotherFix;
inline constexpr Sentence<
    "instantiations differ in an access with requests that cannot be listed">
    UnlistedDiffer;
inline constexpr Sentence<"the code does not compile"> DoesNotCompile;
inline constexpr Sentence<"accesses to other arrays change"> OthersChange;
inline constexpr Sentence<"{0} cannot compile the file"> CompilerRejects;
inline constexpr Sentence<"the file cannot be parsed"> NotParsed;
// {0}: nvcc with its version.
inline constexpr Sentence<"{0} issues a {1} of {2} bytes in a loop instead of "
                          "{3}">
    NarrowerIssue;
inline constexpr Sentence<"{0} issues {1} instructions instead of {2}, over "
                          "5 % more">
    MoreInstructions;
inline constexpr Sentence<"{0} uses {1} registers per thread instead of {2}; "
                          "an SM holds {3} blocks instead of {4}">
    MoreRegisters;

// What a layout is, and needs.
inline constexpr Sentence<"rows padded to an odd length"> PaddedToOdd;
inline constexpr Sentence<"the dynamic shared memory size is a multiple of {0} "
                          "bytes">
    DynamicMultiple;
inline constexpr Sentence<"exceeds the static shared memory limit">
    ExceedsStaticLimit;
inline constexpr Sentence<"{0}: {2}, but {1} more bytes"> TooMuchMemory;
// {1}: TooMuchMemory.
inline constexpr Sentence<
    "no layout of '{0}' is worth its memory; for example, {1}">
    NoneWorthwhile;
inline constexpr Sentence<"reduces occupancy from {1} to {0} blocks per SM">
    ReducesOccupancy;
inline constexpr Sentence<"{0}: {1} -> {2} wavefronts for its wide loads; lane "
                          "l does the work of lane '{3}'">
    OrderOfLanes;
inline constexpr Sentence<"'threadIdx.x + {0} * blockDim.x' instead of "
                          "'threadIdx.x * {1} + {0}': {2} per access, no extra "
                          "memory">
    TurnsOfThreads;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_LAYOUTS_H
