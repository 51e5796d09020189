//===- Accesses.h - What is said of every access ----------------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_ACCESSES_H
#define WARPLINT_MESSAGES_ACCESSES_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

// Distributed shared memory.
SENTENCE(RemoteNotModeled,
         "this access to distributed shared memory is not modeled");
SENTENCE(OfAnotherBlock, "the address points to another block of the cluster");
SENTENCE(RemoteTurnsOfLanes,
         "lanes that update one word of another block take turns");

// Why a verdict is unproven.
SENTENCE(FromMemory, "the index comes from memory");
SENTENCE(FromLocalArray, "the index comes from a local array");
SENTENCE(FromLane, "the index comes from another lane");
SENTENCE(FromAtomic, "the index is the result of an atomic operation");
SENTENCE(FromCall, "the index is the result of a call");
SENTENCE(FromAssembly, "the index is the result of a PTX instruction");
SENTENCE(FromFloat, "the index is converted from floating point");
SENTENCE(
    FromDivergentLoop,
    "lanes leave the loop that computes the index at different iterations");
SENTENCE(
    FromLongLoop,
    "the index comes from a loop that warplint does not follow to its end");
SENTENCE(FromUnmodeled,
         "the index is computed by an operation that warplint does not model");
SENTENCE(FromLanePastBlock,
         "the index comes from a lane past the end of the block");
SENTENCE(DependsOnData, "the index depends on data");
SENTENCE(NotComputable, "the index cannot be computed");
SENTENCE(DifferentArrays, "lanes address different arrays");
SENTENCE(TooManyCases, "the proof needs too many cases");
SENTENCE(MoreCases, "the proof needs more than {0} cases");
SENTENCE(TooManySteps, "the proof takes too many steps");
SENTENCE(TooManyValues, "an unknown value has too many possible values");
SENTENCE(EndlessLoop, "the values of a loop cannot be enumerated");
SENTENCE(LongLoop, "the values of a loop take too many steps to compute");
SENTENCE(MutualLoops, "the values of two loops depend on each other");
SENTENCE(UnendedLoop, "a loop does not end within {0} iterations");
SENTENCE(UnknownFirst, "the first value of a loop-carried value is unknown");
SENTENCE(UnknownNext, "the next value of a loop-carried value is unknown");
SENTENCE(UnknownArithmetic,
         "an operation on unknown values cannot be split into cases");
SENTENCE(ExactValue, "an operation depends on the exact value of an unknown");
SENTENCE(BitsOfUnknowns, "bits of two unknown values are combined");
SENTENCE(SignOfUnknown, "the sign bit of an unknown 64-bit number is used");
SENTENCE(LongProduct, "a product of sums has too many terms");
SENTENCE(LargeUnsigned, "an unsigned 64-bit number exceeds 2^63");
SENTENCE(FarComparison, "64-bit numbers that are too far apart are compared");
SENTENCE(UndefinedAddress, "the index is undefined for some values");
SENTENCE(UnknownMeeting,
         "an unknown value decides whether lanes update the same word");
SENTENCE(WorstNotReached, "the highest cost found might be unreachable");
SENTENCE(MayBeMisaligned, "the access may be misaligned for its width");
SENTENCE(IsMisaligned, "the access is misaligned for its width");
SENTENCE(NotMeasured, "the hardware model has no rule for the instruction");
SENTENCE(BlockUnknown, "the block shape is unknown");
SENTENCE(BlockUnknownPass, "the block shape is unknown; pass --block");
SENTENCE(BlockUnknownWorst,
         "the block shape is unknown: {0} takes {1}; pass --block");
SENTENCE(LanesOfMissingHeader,
         "the active lanes may depend on declarations from a missing header");

// The same of a value that is not the index itself: --explain.
SENTENCE(LoadedFromMemory, "loaded from memory");
SENTENCE(ReadFromLocalArray, "read from a local array at a run-time index");
SENTENCE(TakenFromLane, "taken from another lane");
SENTENCE(ResultOfAtomic, "the result of an atomic operation");
SENTENCE(ResultOfCall, "the result of a call to an unknown function");
SENTENCE(ResultOfAssembly, "the result of a PTX instruction");
SENTENCE(ConvertedFromFloat, "converted from floating point");
SENTENCE(LeftByLoop,
         "computed by a loop that lanes leave at different iterations");
SENTENCE(ResultOfLongLoop,
         "computed by a loop that warplint does not follow to its end");
SENTENCE(ResultOfUnmodeled,
         "computed by an operation that warplint does not model");

// What a verdict assumes, behind "assuming ".
SENTENCE(Assuming, "assuming {0}");
SENTENCE(AssumingFrom, "assuming {0} (from {1})");
SENTENCE(NoWrapAround, "index arithmetic does not wrap around");
SENTENCE(UnknownGuardsHold, "lanes with an unknown condition are active");
SENTENCE(
    WarpCalls,
    "every thread of the warp calls '{0}', which no kernel in this file calls");
SENTENCE(PointerToShared, "the pointer points to shared memory");
SENTENCE(AllLanesExecute, "all lanes that may execute it do");
SENTENCE(UpdatesChange, "every update changes the stored value");
SENTENCE(AlignedAsAllocated, "'{0}' is aligned to {1} bytes, as by cudaMalloc");

// Launches.
SENTENCE(AssumedBlock, "block shape unknown; assuming blockDim.x is a multiple "
                       "of 32 (set it with --block)");
SENTENCE(AssumedSmallBlock,
         "block shape unknown; assuming block {0}, since the kernel "
         "allows {1} threads (set it with --block)");
SENTENCE(UnparsedLaunch,
         "clang could not parse this launch; assuming blockDim.x is a multiple "
         "of 32 (set it with --block)");
// What an unknown block of a launch may cost, behind the launch.
SENTENCE(NoBlockCostsMore, "; no other block costs more");
SENTENCE(BlockCostsMost, "; block {0} costs most");
SENTENCE(OtherBlocksUndecided,
         "; other blocks may cost more (set the block with --block)");
SENTENCE(SuchWholeWarps, ", assuming blockDim.x is a multiple of 32");
// Behind the figure of a finding.
SENTENCE(OnlyWholeWarps, ", if blockDim.x is a multiple of 32");
// Before the condition of a verdict.
SENTENCE(IfWholeWarps, "if blockDim.x is a multiple of 32: {0}");
// In the closing line. {0}: a number.
SENTENCE(AssumeWholeWarps,
         "{0} {1} that blockDim.x is a multiple of 32 (set it with --block)");

// Why a warning is a remark, behind "only a remark because ".
SENTENCE(IdealInFull, "the access is ideal when all 32 lanes are active");

// How it is issued. {0}: "32-bit load", "these 4 loads".
SENTENCE(UnusedLoad, "the compiler removes this {0}: its result is unused");
SENTENCE(UnusedStore, "the compiler removes this {0}: nothing reads its value");
SENTENCE(AlreadyLoaded,
         "the compiler removes this {0}: its value is already in a register");
SENTENCE(IssuedWithOthers, "the compiler issues this {0} together with others");
SENTENCE(IssuedWithLine,
         "the compiler issues this {0} together with others; see line {1}");
SENTENCE(IssuedWithThis, "issued together with this one");
SENTENCE(IssuedBeforeLoop,
         "issued once before the loop, not in each iteration");
SENTENCE(IssuedAfterLoop, "issued once after the loop, not in each iteration");
SENTENCE(MayIssueOnce,
         "as written; the compiler may issue it once for several iterations");
SENTENCE(
    MayDropStore,
    "as written; the compiler may remove this {0}: another one replaces it");
SENTENCE(IssuedAs, "{0} are issued as {1}");
SENTENCE(MayIssueUnproven,
         "as written; the compiler may issue {0} as {1} at an unproven cost");
SENTENCE(
    MayIssue,
    "as written; the compiler may issue {0} as {1}: {2} together, ideal {3}");
SENTENCE(
    MaySplit,
    "as written; the compiler may issue {0} as {1}: up to {2} each, ideal {3}");
SENTENCE(CodeUndecided,
         "the machine code from {0} does not show how it is issued: {1}");
SENTENCE(CodeDecided, "as issued by {0}");
SENTENCE(CodeSeparate, "as issued by {0}, each {1} separately");
// Why machine code does not decide.
SENTENCE(LineHasGeneric, "its line has a {0} that may access other memory");
SENTENCE(
    LineHasNone,
    "no {0} in the machine code belongs to its line; nvcc moved or removed it");
SENTENCE(LineMatchesNone,
         "the {0} that nvcc emits match no expected combination");
SENTENCE(LineMatchesSeveral,
         "the {0} that nvcc emits match several combinations");
SENTENCE(LineHasOtherWidths, "nvcc emits {0} for its line, none of its width");
SENTENCE(NoKernelCode, "nvcc emits no code for this kernel");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_ACCESSES_H
