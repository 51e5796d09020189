//===- Layouts.h - Suggested layouts, and why one is missing ----*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_LAYOUTS_H
#define WARPLINT_MESSAGES_LAYOUTS_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

/// {0}: an array, {1}: one of those below, or of Rewriting.h.
SENTENCE(CannotFix, "cannot fix '{0}': {1}");
SENTENCE(CannotSuggest, "cannot suggest a layout for '{0}': {1}");

SENTENCE(SuggestedLayout, "suggested layout: {0}");
SENTENCE(AssumedLayout, "suggested layout (assumed): {0}");
SENTENCE(EquallyGood, "equally good: {0}");
SENTENCE(IfLanesSwap, "if lanes can swap work: {0}");
SENTENCE(CostsMore, "this access costs more with the suggested layout");
SENTENCE(TryPadding, "try --fix-style=pad, which changes no index");
/// {0}: the options, {1}: "3 places", {2}: " of 'a.cuh'" or nothing.
SENTENCE(FixEdits, "{0} edits {1}{2}; verified by a second analysis");
SENTENCE(FixEditsHeader, "{0} edits {1}{2}, which affects all files that "
                         "include it; verified by a second analysis");

/// {1}: the length of a row, whose value is unknown.
SENTENCE(OddRows, "suggested layout: an odd length of rows in '{0}', '{1} | 1' "
                  "instead of '{1}'; no access conflicts then");

/// Where no layout is cheaper: {1} and {2} are numbers of bytes.
SENTENCE(MembersStayTogether,
         "elements of '{0}' have {1} bytes and stay whole; declare an array "
         "for each member to place {2}-byte accesses side by side");

// Which accesses have no cheaper layout.
SENTENCE(NoneCheaperProven,
         "found no layout of '{0}' that makes its proven accesses cheaper");
SENTENCE(NoneCheaperOfProven,
         "no layout of '{0}' makes its proven accesses cheaper (proven)");
/// {2}: "per block of 32 x 8 x 1 threads"
SENTENCE(NoneCheaper,
         "no layout of '{0}' needs fewer than {1} wavefronts {2} (proven)");
SENTENCE(
    NoneTriedCheaper,
    "no layout that was tried for '{0}' needs fewer than {1} wavefronts {2}");

// Behind "only a remark because ".
SENTENCE(AccessOfLibrary, "the access and '{0}' belong to a library");
SENTENCE(SavesLittle,
         "the best layout of '{0}' saves less than {1} % of its wavefronts");
SENTENCE(
    LittleExcess,
    "there is no cheaper layout of '{0}', and the excess is at most {1} %");
SENTENCE(OnlyLibraryAuthor,
         "only the author of the library can change this access");

// Why there is no edit: of the style,
SENTENCE(FileNotAlone, "warplint edits only files that compile on their own");
SENTENCE(
    NoPadding,
    "no padding costs less; pass --fix-style=expression for other layouts");
SENTENCE(OnlyPadding, "only padding costs less; pass --fix-style=pad");
SENTENCE(NoEditOfStyle, "no edit in style '{0}' implements {1}");
// of the layout,
SENTENCE(ManyOperators,
         "its index needs {0} operators, too many to write in place");
SENTENCE(SlowsData,
         "it adds arithmetic to a data-dependent access in a loop, at the same "
         "average cost");
SENTENCE(
    SavesLittleInLoop,
    "it saves less than {0} % of the wavefronts and adds arithmetic to a loop");
SENTENCE(CostlyArithmetic, "its arithmetic in loops costs as much as {0} "
                           "wavefronts, which is all it saves");
SENTENCE(ManyEdits, "it saves {0} % of the wavefronts with {1} edits, less "
                    "than {2} % per edit");
SENTENCE(ManyEditsInLoop,
         "with its arithmetic, it saves {0} % of the wavefronts with {1} "
         "edits, less than {2} % per edit");
SENTENCE(AssumptionElsewhere,
         "it needs an assumption in a file that warplint does not edit");
SENTENCE(OverStaticLimit, "it exceeds the static shared memory limit");
SENTENCE(PartsDiffer, "its parts need different layouts; edit their indices, "
                      "their offsets and the launch by hand");
SENTENCE(PhasesDiffer, "its successive uses need different layouts; edit them "
                       "by hand, with a barrier in between");
SENTENCE(LaunchMustGrow,
         "the launch must pass {0} more bytes; edit it by hand");
SENTENCE(CostsInstance,
         "a layout that is cheaper in '{0}' costs more in '{1}'");
SENTENCE(NoCommonEdit,
         "no single edit works for all instantiations of its template");
// of an access, or of the launch,
SENTENCE(UnknownBlock, "the block shape is unknown, and accesses leave the "
                       "array in every block tried; pass {0}");
SENTENCE(PointersInUnknownBlock, "the kernel computes pointers into it, and "
                                 "the block shape is unknown; pass {0}");
SENTENCE(IndexOfData, "the index is unknown until the kernel runs");
SENTENCE(IndexOfNamedData, "the index is unknown until the kernel runs: {0}");
SENTENCE(IndexOfUnknown, "the index depends on '{0}', which is unknown");
SENTENCE(
    IndexOfParameter,
    "the index depends on '{0}', which is unknown; pass --assume='{0}==VALUE'");
SENTENCE(IndexAfterLoop,
         "the index depends on the last value of a loop variable");
SENTENCE(IndexOfOpenLoop,
         "the index depends on a loop with an unknown trip count");
SENTENCE(OpenLoopAround,
         "the trip count of an enclosing loop cannot be computed");
SENTENCE(IndexNotComputed, "the index cannot be computed");
SENTENCE(LeavesArray, "an access leaves the array");
SENTENCE(TooManyRequests,
         "an access makes too many different requests to list");
SENTENCE(PartsOfElements, "an access covers parts of elements");
SENTENCE(JoinedUnknown, "the requests of an access are unknown if the compiler "
                        "merges it with others");
SENTENCE(MayReachMember, "an access may reach another member of '{0}'");
SENTENCE(AccessNotAnalyzed, "an access cannot be analyzed");
SENTENCE(AccessNotAnalyzedWhy, "an access cannot be analyzed: {0}");
SENTENCE(OneOfSeveral, "an access may use this array or another one");
SENTENCE(AccessedByWmma, "wmma accesses whole rows of it");
SENTENCE(MayUseIt, "this access may use it");
// of the array.
SENTENCE(SkippedMayPoint, "'{0}' was skipped and may get a pointer to it");
SENTENCE(LaunchTooSmall, "a launch passes {0} bytes, and its struct has {1}");
SENTENCE(OfLibrary, "it belongs to a library");
SENTENCE(IsUnion, "it is a union");
SENTENCE(IsStruct, "it is a struct; declare each of its arrays __shared__");
SENTENCE(IsNoArray, "it is not an array");
SENTENCE(StartsInWord, "it starts within a word of '{0}'");
SENTENCE(LargeElements,
         "its elements are {0} bytes; supported are up to {1} bytes");
SENTENCE(LargeStructs, "its elements are structs of {0} bytes, which stay "
                       "whole; declare an array for each member");
SENTENCE(HasNoElements, "it has no elements");
SENTENCE(ArgumentsAssumed, "the template arguments of '{0}' are assumed");
SENTENCE(SameMemory, "'{0}' occupies the same memory");
SENTENCE(UsesMissed,
         "the file has errors, so warplint may have missed some of its uses");
// How the kernel uses it besides.
SENTENCE(OfCopyEngine, "the copy engine reads or writes it");
SENTENCE(OfDescriptor, "a matrix descriptor refers to it");
SENTENCE(HoldsBarrier, "it holds a barrier");
SENTENCE(CopiedAsBlock, "it is copied as a block of memory");
SENTENCE(PassedToUnknown,
         "its address is passed to a function that warplint cannot follow");
SENTENCE(AddressStored, "its address is stored");
SENTENCE(OfCluster, "other blocks of the cluster access it");
SENTENCE(PassedToAssembly, "its address is passed to inline assembly");

/// In front of what a second analysis of the edited text objects to.
SENTENCE(InEditedSource, "in the edited source, {0}");
SENTENCE(AccessesDiffer, "the accesses differ");
SENTENCE(LanesDiffer, "the active lanes or the number of executions differ");
SENTENCE(ElementDiffers, "the access on line {0} reaches a different element");
SENTENCE(NoLongerProven, "an access is no longer proven");
SENTENCE(UnknownCost, "the cost of an access is unknown");
SENTENCE(MoreThanPredicted, "the access on line {0} costs more wavefronts than "
                            "predicted ({1} instead of {2})");
SENTENCE(NoneProven, "its accesses are no longer proven");
SENTENCE(OtherJoins, "it costs {0} wavefronts per block, not the predicted "
                     "{1}; the compiler merges other accesses");
SENTENCE(CostlyIfJoined, "it costs more than {0} wavefronts per block if the "
                         "compiler merges accesses");
SENTENCE(NeedsAnotherFix, "it would need another fix");
SENTENCE(
    UnlistedDiffer,
    "instantiations differ in an access with requests that cannot be listed");
SENTENCE(DoesNotCompile, "the code does not compile");
SENTENCE(OthersChange, "accesses to other arrays change");
SENTENCE(CompilerRejects, "{0} cannot compile the file");
SENTENCE(NotParsed, "the file cannot be parsed");
// {0}: nvcc with its version.
SENTENCE(NarrowerIssue,
         "{0} issues a {1} of {2} bytes in a loop instead of {3}");
SENTENCE(MoreInstructions,
         "{0} issues {1} instructions instead of {2}, over 5 % more");
SENTENCE(MoreRegisters, "{0} uses {1} registers per thread instead of {2}; an "
                        "SM holds {3} blocks instead of {4}");
SENTENCE(LayoutOfPart, "{1} in '{0}'");
SENTENCE(LayoutOfPhase, "{1} in '{0}' on lines {2}");

// What a layout is, and needs.
SENTENCE(PaddedToOdd, "rows padded to an odd length");
SENTENCE(PaddedInBytes, "rows padded by {0} bytes");
SENTENCE(DynamicMultiple,
         "the dynamic shared memory size is a multiple of {0} bytes");
SENTENCE(ExceedsStaticLimit, "exceeds the static shared memory limit");
SENTENCE(TooMuchMemory, "{0}: {2}, but {1} more bytes");
SENTENCE(TakesApart,
         "{0}: {1}, but it keeps the compiler from merging accesses");
// {1}: with what it costs if the compiler merges accesses, which is more.
SENTENCE(MoreIfJoined, "{0}: {1}; pass --issued=nvcc to see whether it does");
// {1}: TooMuchMemory.
SENTENCE(NoneWorthwhile,
         "no layout of '{0}' is worth its cost; for example, {1}");
SENTENCE(ReducesOccupancy, "reduces occupancy from {1} to {0} blocks per SM");
SENTENCE(OrderOfLanes, "{0}: {1} -> {2} wavefronts for its wide loads; lane l "
                       "does the work of lane '{3}'");
SENTENCE(TurnsOfThreads,
         "'threadIdx.x + {0} * blockDim.x' instead of 'threadIdx.x * {1} + "
         "{0}': {2} per access, no extra memory");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_LAYOUTS_H
