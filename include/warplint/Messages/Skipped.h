//===- Skipped.h - Why functions are skipped --------------------*- C++ -*-===//
//
// Each but the last follows "skipped 'f': ". "It" is the function.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MESSAGES_SKIPPED_H
#define WARPLINT_MESSAGES_SKIPPED_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

inline constexpr Sentence<"no kernel in this file reaches it"> NotReached;
inline constexpr Sentence<"this file does not instantiate it"> NotInstantiated;
inline constexpr Sentence<
    "more argument lists than the first {0} are used; pass --instantiate">
    InstancesLeft;
inline constexpr Sentence<"'{0}' was not read, and may ask for more instances; "
                          "pass --instantiate">
    InstancesNotRead;
inline constexpr Sentence<"it is a kernel of the CUDA toolkit"> KernelOfToolkit;
inline constexpr Sentence<"it is recursive"> IsRecursive;
inline constexpr Sentence<"LLVM cannot inline it"> NotInlined;
inline constexpr Sentence<"inlining it would make a caller too large">
    MakesTooLarge;

// Errors. {0}: one of the predicates below.
inline constexpr Sentence<"it {0}"> It;
inline constexpr Sentence<"calls '{0}'; '{0}' {1}"> CallsBroken;
inline constexpr Sentence<"uses type '{0}'; '{0}' {1}"> UsesBrokenType;
inline constexpr Sentence<"uses '{0}'; '{0}' {1}"> UsesBroken;
inline constexpr Sentence<"has an error: {0}: {1}"> HasError;
inline constexpr Sentence<"has errors"> HasErrors;
inline constexpr Sentence<"has an invalid declaration"> HasInvalidDeclaration;
inline constexpr Sentence<"has an invalid parameter '{0}'"> HasInvalidParameter;
inline constexpr Sentence<"has another declaration, which {0}">
    HasBrokenOverload;
inline constexpr Sentence<"has an expression that clang cannot resolve">
    HasUnresolved;
inline constexpr Sentence<"declares '{0}' with an error"> DeclaresBroken;
inline constexpr Sentence<"uses '{0}', which has errors"> UsesInvalid;
inline constexpr Sentence<"follows code that {0}"> FollowsBroken;
inline constexpr Sentence<"is not a function to clang"> NoFunction;
// Behind the reason.
inline constexpr Sentence<
    "; warplint reached its limit for repairing a file ({0} million bytes per "
    "parse)">
    TooLargeToRepair;

// What headers may change.
inline constexpr Sentence<"depends on {0} '{1}', which no header declares">
    DependsOnStandIn;
inline constexpr Sentence<"may come from '{1}' or '{2}': several headers match "
                          "'{0}'">
    FromAmbiguousHeader;
inline constexpr Sentence<"may depend on the missing '{0}': {1} asks for it">
    DependsOnHasInclude;
inline constexpr Sentence<"may depend on {0}: {1} tests '{2}'"> DependsOnMacro;
inline constexpr Sentence<"the missing '{0}'"> HeaderMissing;
inline constexpr Sentence<"the ambiguous '{0}'"> HeaderAmbiguous;

// Calls and instructions in it.
inline constexpr Sentence<"an access has no place in the source"> AccessNowhere;
inline constexpr Sentence<"warplint cannot follow a call through a function "
                          "pointer">
    CallThroughPointer;
inline constexpr Sentence<"warplint does not model the PTX '{0}'">
    PtxNotModeled;
inline constexpr Sentence<"{0}, and '{1}' passes it shared memory">
    PassesItShared;
inline constexpr Sentence<"its code was skipped"> CodeSkipped;
inline constexpr Sentence<"it is defined in another file"> DefinedElsewhere;
inline constexpr Sentence<"no header declares it"> NotDeclared;
inline constexpr Sentence<"it is a member of the class that warplint generated "
                          "for parameter '{0}'">
    ClassUnknown;
inline constexpr Sentence<"warplint lost it while simplifying its address; "
                          "please report this">
    LostAccess;

// Why an access cannot be analyzed.
inline constexpr Sentence<"the pointer may point to shared or to global memory">
    MayPointElsewhere;
inline constexpr Sentence<
    "the pointer may point to shared or to global memory: "
    "{0}">
    MayPointElsewhereWhy;
inline constexpr Sentence<"the length of the copy is not a small constant">
    CopyLengthUnknown;
inline constexpr Sentence<"the lane addresses of '{0}' are unknown">
    LanesNotMeasured;
inline constexpr Sentence<
    "the lane addresses of '{0}' are unknown without a leading dimension">
    LanesNotMeasuredPitch;

// Templates that nothing instantiates.
inline constexpr Sentence<"{0}; the argument list tried does not fit: {1}">
    ListDoesNotFit;
inline constexpr Sentence<"{0}; none of the {1} argument lists tried fits: {2}">
    NoListFits;
inline constexpr Sentence<
    "no class in this file provides what '{0}' needs: {1}">
    NoFittingClass;
inline constexpr Sentence<"these are not template arguments"> NoArguments;
inline constexpr Sentence<"'{0}' is not an integer"> NoInteger;
inline constexpr Sentence<"an argument is missing"> ArgumentMissing;
inline constexpr Sentence<"the argument does not fit '{0}'"> ArgumentUnfit;
inline constexpr Sentence<"the arguments do not fit the {0} parameters">
    ArgumentsUnfit;
inline constexpr Sentence<"the template's constraints are not satisfied">
    ConstraintsFail;
inline constexpr Sentence<"the declaration does not accept these arguments">
    DeclarationUnfit;
inline constexpr Sentence<"'{0}' has no elements"> NoElements;
inline constexpr Sentence<"its __shared__ arrays have {0} bytes">
    SharedTooLarge;
inline constexpr Sentence<"its __launch_bounds__ specify an invalid block size "
                          "of {0} threads">
    BoundsTooLarge;
inline constexpr Sentence<"the template cannot be instantiated"> Uninstantiable;
inline constexpr Sentence<"instantiating it takes too long"> TakesTooLong;
inline constexpr Sentence<"clang crashes on these arguments"> ClangCrashes;
inline constexpr Sentence<"warplint could not start a process to try it">
    NoProcess;
inline constexpr Sentence<"cannot instantiate '{0}': {1}"> CannotInstantiate;

// The file. {1}: nothing, or other headers that were not found.
inline constexpr Sentence<"'{0}' was not found{1}; append '-- -I FOLDER'">
    PassHeaderFolder;
// Behind the header's name.
inline constexpr Sentence<", nor was 1 other header"> NorOtherHeader;
inline constexpr Sentence<", nor were {0} other headers"> NorOtherHeaders;

// {0}: "1 kernel", {1}: "2 functions", {2}: empty or the next one.
inline constexpr Sentence<"{0} analyzed, {1} skipped{2}"> Coverage;
inline constexpr Sentence<"; clang reports {0} (see --show-parse-errors)">
    ClangReports;

// {0}, {1}: options.
inline constexpr Sentence<
    "the build compiles this file with different options; warplint analyzed it "
    "with {0}, not with {1}">
    OtherCommand;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_SKIPPED_H
