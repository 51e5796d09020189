//===- Rewriting.h - Why an array cannot be rewritten -----------*- C++ -*-===//
//
// Each follows "cannot fix 'tile': ". "It" is the array.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MESSAGES_REWRITING_H
#define WARPLINT_MESSAGES_REWRITING_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

// Where the array is declared.
SENTENCE(DeclaredByMacro, "it is declared by a macro");
SENTENCE(DeclaredElsewhere, "it is declared in another file");
SENTENCE(MemberOfStruct,
         "it is a struct member, and other objects of the struct may exist");
SENTENCE(FunctionOfSeveralFiles, "its function contains an #include directive");
SENTENCE(TypeNotWritten, "the declaration of '{0}' does not spell its type");
SENTENCE(ExtentOfCommandLine, "an extent of '{0}' comes from the command line "
                              "and may differ in other builds");
SENTENCE(ExtentsOfMacro, "a macro spells the extents of '{0}'");
SENTENCE(ExtentsElsewhere,
         "the declaration of '{0}' does not spell its extents");
SENTENCE(ParameterOfTemplate, "'{0}' is a parameter of a template");
SENTENCE(DeclaredTwice, "'{0}' is declared more than once");

// Uses of the array, {0}.
SENTENCE(UnsupportedIndex, "this index of {0} has an unsupported form");
SENTENCE(
    UnsupportedOuterIndex,
    "this index into the address of an element of {0} has an unsupported form");
SENTENCE(IndexedDifferently,
         "template instantiations index {0} differently here");
SENTENCE(IndexedInMacro, "{0} is indexed in a macro");
SENTENCE(IndexedByHeaderMacro, "a macro from a header indexes {0}");
SENTENCE(UsedInMacro, "{0} is used in a macro");
SENTENCE(HasAlias, "'{1}' is another name of {0}");
SENTENCE(PassedTo, "{0} is passed to {1}");
SENTENCE(CastToAnotherType, "{0} is cast to another type");
SENTENCE(SmallerElements, "{0} is accessed as smaller elements");
SENTENCE(NamedInMacroBody, "the body of macro '{1}' names {0}");
SENTENCE(NeedsPlane, "its index depends on the plane that '{0}' points to, "
                     "which is unknown there");
SENTENCE(RowAsArray, "a row of {0} is used as a separate array");
SENTENCE(RowsOfType,
         "the type of '{0}' fixes its rows, in which the layout has "
         "no short form");
SENTENCE(SizeUsed, "sizeof is applied to {0}");
SENTENCE(AddressTaken, "the address of {0} is taken");
SENTENCE(UsedWithoutIndex, "{0} is used without an index");
SENTENCE(PitchNotWritten, "the pitch of '{0}' cannot be edited");
SENTENCE(UsedElsewhere, "{0} is used in another file");
SENTENCE(
    UsedUnseen,
    "'{0}' is also used here, in code that is not compiled or instantiated");
SENTENCE(MacroUsedUnseen, "macro '{0}' is also used here, in code that is not "
                          "compiled or instantiated");

// Functions that get it.
SENTENCE(GetsAnotherArray, "this call passes '{0}' an array other than '{1}'");
SENTENCE(UsedUncalled, "'{0}' is used without being called");
SENTENCE(FunctionOfHeader,
         "'{0}' is declared in a header, so other files may call it");

// Pointers into it.
SENTENCE(AddressComputed, "an address in {0} is computed here");
SENTENCE(PointerPassedTo, "a pointer into {0} is passed to '{1}'");
SENTENCE(PointsInto, "'{1}' points into {0}");
SENTENCE(PointsAtChanging,
         "'{1}' points into {0} at an offset that may change");
SENTENCE(PointerOfAnotherType,
         "'{0}' has another type in other instantiations");
SENTENCE(PointerMayChange, "pointer {0} into '{1}' may change");

/// {2}: one of the next group.
SENTENCE(PointerAdvances,
         "pointer '{0}' into {1} {2}; index {1} directly instead");
SENTENCE(AdvancesByRows, "advances by whole rows");
SENTENCE(AdvancesIrregularly,
         "does not advance exactly once per loop iteration");
SENTENCE(AdvanceSkippedByJump, "may skip an advance because of a jump");
SENTENCE(AdvancedByMacro, "is advanced by a macro");
SENTENCE(AdvancedAndRead, "is advanced and read in one expression");
SENTENCE(ModifiedTwice, "is modified in more than one place");
SENTENCE(AdvancesByUnknown, "does not advance by a positive constant");
SENTENCE(NoCounter, "advances in a loop without a usable counter");
SENTENCE(NameRedeclared,
         "advances in a loop that redeclares a name of the new index");
SENTENCE(NotReset, "advances in a nested loop without being reset");
SENTENCE(DeclaredTogether, "is declared together with other variables");

/// {2}: one of the next group.
SENTENCE(WalkingPointer,
         "pointer {0} into '{1}' {2}; index '{1}' directly instead");
SENTENCE(WalkInMacro, "is used in a macro");
SENTENCE(WalkAfterLoop, "is used after its loop");
SENTENCE(WalkInStep, "is used in the statement that advances it");
SENTENCE(WalkToSeveral, "does not address a single element here");
SENTENCE(WalkWithIndex, "has an index of an unsupported form here");

// Layouts that no text has.
SENTENCE(
    UndeclarablePadding,
    "this padding cannot be expressed by changing the extents of the array");
SENTENCE(UndeclarableOrder,
         "a declaration does not spell the extents that would change places");
SENTENCE(EvaluatedTwice,
         "the edit would evaluate an index with side effects twice");
SENTENCE(NoPlaceForFunction,
         "there is no place to define a function that computes its index");
SENTENCE(SharedMacroNested,
         "macro '{0}' also indexes other arrays, and another macro calls it");
SENTENCE(SharedMacroOfData,
         "an index depends on data, and macro '{0}' also indexes other arrays");
SENTENCE(NestedIndices, "an index into it contains another index into it");
SENTENCE(NotInUnits, "the layout cannot be expressed in units of {0} elements");

// The edited source, behind "in the edited source, ".
SENTENCE(OtherPlaces, "it is used in other places than before");
SENTENCE(OtherElements,
         "the index on line {0} is not proven to address the same elements");

// Files that are written.
SENTENCE(EditsOverlap, "two edits overlap");
SENTENCE(CannotRead, "cannot read '{0}': {1}");
SENTENCE(ChangedSince, "not fixed: '{0}' has changed since the analysis");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_REWRITING_H
