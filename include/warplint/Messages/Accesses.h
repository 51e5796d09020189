//===- Accesses.h - What is said of every access ----------------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_ACCESSES_H
#define WARPLINT_MESSAGES_ACCESSES_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

// Distributed shared memory.
inline constexpr Sentence<
    "this access to distributed shared memory is not modeled">
    RemoteNotModeled;
inline constexpr Sentence<"the address leads to another block of the cluster">
    OfAnotherBlock;
inline constexpr Sentence<"lanes that update one word of another block take "
                          "turns">
    RemoteTurnsOfLanes;

// Why a verdict is unproven.
inline constexpr Sentence<"the index comes from memory"> FromMemory;
inline constexpr Sentence<"the index comes from a local array"> FromLocalArray;
inline constexpr Sentence<"the index comes from another lane"> FromLane;
inline constexpr Sentence<"the index is the result of an atomic operation">
    FromAtomic;
inline constexpr Sentence<"the index is the result of a call"> FromCall;
inline constexpr Sentence<"the index is the result of a PTX instruction">
    FromAssembly;
inline constexpr Sentence<"the index is converted from floating point">
    FromFloat;
inline constexpr Sentence<"lanes leave the loop that computes the index at "
                          "different iterations">
    FromDivergentLoop;
inline constexpr Sentence<"the index is computed by an operation that warplint "
                          "does not model">
    FromUnmodeled;
inline constexpr Sentence<"the index comes from a lane past the end of the "
                          "block">
    FromLanePastBlock;
inline constexpr Sentence<"the index depends on data"> DependsOnData;
inline constexpr Sentence<"the index cannot be computed"> NotComputable;
inline constexpr Sentence<"lanes address different arrays"> DifferentArrays;
inline constexpr Sentence<"the proof needs too many cases"> TooManyCases;
inline constexpr Sentence<"the proof needs more than {0} cases"> MoreCases;
inline constexpr Sentence<"the proof takes too many steps"> TooManySteps;
inline constexpr Sentence<"an unknown value has too many possible values">
    TooManyValues;
inline constexpr Sentence<"the values of a loop cannot be enumerated">
    EndlessLoop;
inline constexpr Sentence<"the values of a loop take too many steps to compute">
    LongLoop;
inline constexpr Sentence<"the values of two loops depend on each other">
    MutualLoops;
inline constexpr Sentence<"a loop does not end within {0} iterations">
    UnendedLoop;
inline constexpr Sentence<"the first value of a loop-carried value is unknown">
    UnknownFirst;
inline constexpr Sentence<"the next value of a loop-carried value is unknown">
    UnknownNext;
inline constexpr Sentence<"an operation on unknown values cannot be split into "
                          "cases">
    UnknownArithmetic;
inline constexpr Sentence<"an operation depends on the exact value of an "
                          "unknown">
    ExactValue;
inline constexpr Sentence<"bits of two unknown values are combined">
    BitsOfUnknowns;
inline constexpr Sentence<"the sign bit of an unknown 64-bit number is used">
    SignOfUnknown;
inline constexpr Sentence<"a product of sums has too many terms"> LongProduct;
inline constexpr Sentence<"an unsigned 64-bit number exceeds 2^63">
    LargeUnsigned;
inline constexpr Sentence<"64-bit numbers that are too far apart are compared">
    FarComparison;
inline constexpr Sentence<"the index is undefined for some values">
    UndefinedAddress;
inline constexpr Sentence<"an unknown value decides whether lanes update the "
                          "same word">
    UnknownMeeting;
inline constexpr Sentence<"the highest cost found might be unreachable">
    WorstNotReached;
inline constexpr Sentence<"the access may be misaligned for its width">
    MayBeMisaligned;
inline constexpr Sentence<"the access is misaligned for its width">
    IsMisaligned;
inline constexpr Sentence<"the hardware model has no rule for the instruction">
    NotMeasured;
inline constexpr Sentence<"the block shape is unknown"> BlockUnknown;
inline constexpr Sentence<"the block shape is unknown; pass --block">
    BlockUnknownPass;
inline constexpr Sentence<"the block shape is unknown: {0} takes {1}; pass "
                          "--block">
    BlockUnknownWorst;
inline constexpr Sentence<"the active lanes may depend on declarations from a "
                          "missing header">
    LanesOfMissingHeader;

// The same of a value that is not the index itself: --explain.
inline constexpr Sentence<"loaded from memory"> LoadedFromMemory;
inline constexpr Sentence<"read from a local array at a run-time index">
    ReadFromLocalArray;
inline constexpr Sentence<"taken from another lane"> TakenFromLane;
inline constexpr Sentence<"the result of an atomic operation"> ResultOfAtomic;
inline constexpr Sentence<"the result of a call to an unknown function">
    ResultOfCall;
inline constexpr Sentence<"the result of a PTX instruction"> ResultOfAssembly;
inline constexpr Sentence<"converted from floating point"> ConvertedFromFloat;
inline constexpr Sentence<"computed by a loop that lanes leave at different "
                          "iterations">
    LeftByLoop;
inline constexpr Sentence<"computed by an operation that warplint does not "
                          "model">
    ResultOfUnmodeled;

// What a verdict assumes, behind "assuming ".
inline constexpr Sentence<"assuming {0}"> Assuming;
inline constexpr Sentence<"assuming {0} (from {1})"> AssumingFrom;
inline constexpr Sentence<"index arithmetic does not wrap around"> NoWrapAround;
inline constexpr Sentence<"lanes with an unknown condition are active">
    UnknownGuardsHold;
inline constexpr Sentence<"every thread of the warp calls '{0}', which no "
                          "kernel in this file calls">
    WarpCalls;
inline constexpr Sentence<"the pointer points to shared memory">
    PointerToShared;
inline constexpr Sentence<"all lanes that may execute it do"> AllLanesExecute;
inline constexpr Sentence<"every update changes the stored value">
    UpdatesChange;
inline constexpr Sentence<"'{0}' is aligned to {1} bytes, as by cudaMalloc">
    AlignedAsAllocated;

// Launches.
inline constexpr Sentence<"block shape unknown; assuming blockDim.x is a "
                          "multiple of 32 (set it with --block)">
    AssumedBlock;
inline constexpr Sentence<"clang could not parse this launch; assuming "
                          "blockDim.x is a multiple of 32 (set it with "
                          "--block)">
    UnparsedLaunch;
// What an unknown block of a launch may cost, behind the launch.
inline constexpr Sentence<"; no other block costs more"> NoBlockCostsMore;
inline constexpr Sentence<"; block {0} costs most"> BlockCostsMost;
inline constexpr Sentence<"; other blocks may cost more (set the block with "
                          "--block)">
    OtherBlocksUndecided;
inline constexpr Sentence<", assuming blockDim.x is a multiple of 32">
    SuchWholeWarps;
// Behind the figure of a finding.
inline constexpr Sentence<", if blockDim.x is a multiple of 32"> OnlyWholeWarps;
// Before the condition of a verdict.
inline constexpr Sentence<"if blockDim.x is a multiple of 32: {0}">
    IfWholeWarps;
// In the closing line. {0}: a number.
inline constexpr Sentence<"{0} {1} that blockDim.x is a multiple of 32 (set it "
                          "with --block)">
    AssumeWholeWarps;

// Why a warning is a remark, behind "only a remark because ".
inline constexpr Sentence<"the access is ideal when all 32 lanes are active">
    IdealInFull;

// How it is issued. {0}: "32-bit load", "these 4 loads".
inline constexpr Sentence<"the compiler removes this {0}: its result is unused">
    UnusedLoad;
inline constexpr Sentence<"the compiler removes this {0}: nothing reads its "
                          "value">
    UnusedStore;
inline constexpr Sentence<"the compiler removes this {0}: its value is already "
                          "in a register">
    AlreadyLoaded;
inline constexpr Sentence<"the compiler issues this {0} together with others">
    IssuedWithOthers;
inline constexpr Sentence<"the compiler issues this {0} together with others; "
                          "see line {1}">
    IssuedWithLine;
inline constexpr Sentence<"issued together with this one"> IssuedWithThis;
inline constexpr Sentence<"issued once before the loop, not in each iteration">
    IssuedBeforeLoop;
inline constexpr Sentence<"{0} are issued as {1}"> IssuedAs;
inline constexpr Sentence<
    "as written; the compiler may issue {0} as {1} at an unproven cost">
    MayIssueUnproven;
inline constexpr Sentence<"as written; the compiler may issue {0} as {1}: {2} "
                          "together, ideal {3}">
    MayIssue;
inline constexpr Sentence<"the machine code from {0} does not show how it is "
                          "issued: {1}">
    CodeUndecided;
inline constexpr Sentence<"as issued by {0}"> CodeDecided;
inline constexpr Sentence<"as issued by {0}, each {1} separately"> CodeSeparate;
// Why machine code does not decide.
inline constexpr Sentence<"its line has a {0} that may access other memory">
    LineHasGeneric;
inline constexpr Sentence<"no {0} has its line; nvcc moved or removed it">
    LineHasNone;
inline constexpr Sentence<"the {0} that nvcc emits match no expected "
                          "combination">
    LineMatchesNone;
inline constexpr Sentence<"the {0} that nvcc emits match several combinations">
    LineMatchesSeveral;
inline constexpr Sentence<"nvcc emits {0} for its line, none of its width">
    LineHasOtherWidths;
inline constexpr Sentence<"nvcc emits no code for this kernel"> NoKernelCode;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_ACCESSES_H
