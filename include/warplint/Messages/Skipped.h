//===- Skipped.h - Why functions are skipped --------------------*- C++ -*-===//
//
// Each but the last follows "skipped 'f': ". "It" is the function.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MESSAGES_SKIPPED_H
#define WARPLINT_MESSAGES_SKIPPED_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

SENTENCE(NotReached, "no kernel in this file reaches it");
SENTENCE(NotInstantiated, "this file does not instantiate it");
SENTENCE(InstancesLeft, "only the first {0} argument lists were tried; pass "
                        "--instantiate for others");
SENTENCE(
    InstancesNotRead,
    "'{0}' was not read, and may ask for more instances; pass --instantiate");
SENTENCE(KernelOfToolkit, "it is a kernel of the CUDA toolkit");
SENTENCE(IsRecursive, "it is recursive");
SENTENCE(NotInlined, "LLVM cannot inline it");
SENTENCE(MakesTooLarge, "inlining it would make a caller too large");

// Errors. {0}: one of the predicates below.
SENTENCE(It, "it {0}");
SENTENCE(CallsBroken, "calls '{0}'; '{0}' {1}");
SENTENCE(UsesBrokenType, "uses type '{0}'; '{0}' {1}");
SENTENCE(UsesBroken, "uses '{0}'; '{0}' {1}");
SENTENCE(HasError, "has an error: {0}: {1}");
SENTENCE(HasErrors, "has errors");
SENTENCE(HasInvalidDeclaration, "has an invalid declaration");
SENTENCE(HasInvalidParameter, "has an invalid parameter '{0}'");
SENTENCE(HasBrokenOverload, "has another declaration, which {0}");
SENTENCE(HasUnresolved, "has an expression that clang cannot resolve");
SENTENCE(DeclaresBroken, "declares '{0}' with an error");
SENTENCE(UsesInvalid, "uses '{0}', which has errors");
SENTENCE(FollowsBroken, "follows code that {0}");
SENTENCE(NoFunction, "is not parsed as a function by clang");
// Behind the reason.
SENTENCE(TooLargeToRepair, "; warplint reached its limit for repairing a file "
                           "({0} million bytes per parse)");

// What headers may change.
SENTENCE(DependsOnStandIn, "depends on {0} '{1}', which no header declares");
SENTENCE(FromAmbiguousHeader,
         "may come from '{1}' or '{2}': several headers match '{0}'");
SENTENCE(DependsOnHasInclude,
         "may depend on the missing '{0}': {1} tests for it");
SENTENCE(DependsOnMacro, "may depend on {0}: {1} tests '{2}'");
SENTENCE(HeaderMissing, "the missing '{0}'");
SENTENCE(HeaderAmbiguous, "the ambiguous '{0}'");

// What gcc has otherwise than clang.
SENTENCE(DependsOnGcc, "depends on gcc's '{1}' at {0}");
SENTENCE(HasSizeOfGcc, "depends on gcc's size of '{1}' at {0}");
SENTENCE(DependsOnNameOfGcc, "depends on gcc's '__PRETTY_FUNCTION__'");

// Calls and instructions in it.
SENTENCE(AccessNowhere, "an access has no source location");
SENTENCE(CallThroughPointer,
         "warplint cannot follow a call through a function pointer");
SENTENCE(PtxNotModeled, "warplint does not model the PTX '{0}'");
SENTENCE(PassesItShared, "{0}, and '{1}' passes it shared memory");
SENTENCE(CodeSkipped, "its code was skipped");
SENTENCE(DefinedElsewhere, "it is defined in another file");
SENTENCE(NotDeclared, "no header declares it");
SENTENCE(
    ClassUnknown,
    "it is a member of the class that warplint generated for parameter '{0}'");
SENTENCE(LostAccess,
         "warplint lost it while simplifying its address; please report this");

// Why an access cannot be analyzed.
SENTENCE(MayPointElsewhere,
         "the pointer may point to shared or to global memory");
SENTENCE(MayPointElsewhereWhy,
         "the pointer may point to shared or to global memory: {0}");
SENTENCE(CopyLengthUnknown, "the length of the copy is not a small constant");
SENTENCE(LanesNotMeasured, "the lane addresses of '{0}' are unknown");
SENTENCE(LanesNotMeasuredPitch,
         "the lane addresses of '{0}' are unknown without a leading dimension");

// Templates that nothing instantiates.
SENTENCE(ListDoesNotFit, "{0}; the argument list tried does not fit: {1}");
SENTENCE(NoListFits, "{0}; none of the {1} argument lists tried fits: {2}");
SENTENCE(NoFittingClass,
         "no class in this file provides what '{0}' needs: {1}");
SENTENCE(NoArguments, "these are not template arguments");
SENTENCE(NoInteger, "'{0}' is not an integer");
SENTENCE(ArgumentMissing, "an argument is missing");
SENTENCE(ArgumentUnfit, "the argument does not fit '{0}'");
SENTENCE(ArgumentsUnfit, "the arguments do not fit the {0} parameters");
SENTENCE(ConstraintsFail, "the template's constraints are not satisfied");
SENTENCE(DeclarationUnfit, "the declaration does not accept these arguments");
SENTENCE(NoElements, "'{0}' has no elements");
SENTENCE(SharedTooLarge, "its __shared__ arrays take {0} bytes");
SENTENCE(BoundsTooLarge,
         "its __launch_bounds__ specify an invalid block size of {0} threads");
SENTENCE(Uninstantiable, "the template cannot be instantiated");
SENTENCE(TakesTooLong, "instantiating it takes too long");
SENTENCE(ClangCrashes, "clang crashes on these arguments");
SENTENCE(NoProcess, "warplint could not start a process to try it");
SENTENCE(CannotInstantiate, "cannot instantiate '{0}': {1}");

// The file. {1}: nothing, or other headers that were not found.
SENTENCE(PassHeaderFolder, "'{0}' was not found{1}; append '-- -I FOLDER'");
// Behind the header's name.
SENTENCE(NorOtherHeader, ", nor was 1 other header");
SENTENCE(NorOtherHeaders, ", nor were {0} other headers");

// {0}: "1 kernel", {1}: "2 functions", {2}: empty or the next one.
SENTENCE(Coverage, "{0} analyzed, {1} skipped{2}");
SENTENCE(ClangReports, "; clang reports {0} (see --show-parse-errors)");

// {0}, {1}: options.
SENTENCE(OtherCommand, "the build compiles this file with different options; "
                       "warplint analyzed it with {0}, not with {1}");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_SKIPPED_H
