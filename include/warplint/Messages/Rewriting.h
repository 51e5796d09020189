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
inline constexpr Sentence<"it is declared by a macro"> DeclaredByMacro;
inline constexpr Sentence<"it is declared in another file"> DeclaredElsewhere;
inline constexpr Sentence<"it is a struct member, and other objects of the "
                          "struct may exist">
    MemberOfStruct;
inline constexpr Sentence<"its function contains an #include directive">
    FunctionOfSeveralFiles;
inline constexpr Sentence<"the declaration of '{0}' does not spell its type">
    TypeNotWritten;
inline constexpr Sentence<"an extent of '{0}' comes from the command line and "
                          "may differ in other builds">
    ExtentOfCommandLine;
inline constexpr Sentence<"a macro spells the extents of '{0}'"> ExtentsOfMacro;
inline constexpr Sentence<"the declaration of '{0}' does not spell its extents">
    ExtentsElsewhere;
inline constexpr Sentence<"'{0}' is a parameter of a template">
    ParameterOfTemplate;
inline constexpr Sentence<"'{0}' is declared more than once"> DeclaredTwice;

// Uses of the array, {0}.
inline constexpr Sentence<"this index of {0} has an unsupported form">
    UnsupportedIndex;
inline constexpr Sentence<"this index into the address of an element of {0} "
                          "has an unsupported form">
    UnsupportedOuterIndex;
inline constexpr Sentence<"template instantiations index {0} differently here">
    IndexedDifferently;
inline constexpr Sentence<"{0} is indexed in a macro"> IndexedInMacro;
inline constexpr Sentence<"a macro from a header indexes {0}">
    IndexedByHeaderMacro;
inline constexpr Sentence<"{0} is used in a macro"> UsedInMacro;
inline constexpr Sentence<"'{1}' is another name of {0}"> HasAlias;
inline constexpr Sentence<"{0} is passed to {1}"> PassedTo;
inline constexpr Sentence<"{0} is cast to another type"> CastToAnotherType;
inline constexpr Sentence<"{0} is accessed as smaller elements">
    SmallerElements;
inline constexpr Sentence<"the body of macro '{1}' names {0}"> NamedInMacroBody;
inline constexpr Sentence<"a row of {0} is used as a separate array">
    RowAsArray;
inline constexpr Sentence<"sizeof is applied to {0}"> SizeUsed;
inline constexpr Sentence<"the address of {0} is taken"> AddressTaken;
inline constexpr Sentence<"{0} is used without an index"> UsedWithoutIndex;
inline constexpr Sentence<"the pitch of '{0}' cannot be edited">
    PitchNotWritten;
inline constexpr Sentence<"{0} is used in another file"> UsedElsewhere;
inline constexpr Sentence<"'{0}' is also used here, in code that is not "
                          "compiled or instantiated">
    UsedUnseen;
inline constexpr Sentence<"macro '{0}' is also used here, in code that is not "
                          "compiled or instantiated">
    MacroUsedUnseen;

// Functions that get it.
inline constexpr Sentence<"this call passes '{0}' an array other than '{1}'">
    GetsAnotherArray;
inline constexpr Sentence<"'{0}' is used without being called"> UsedUncalled;
inline constexpr Sentence<"'{0}' is declared in a header, so other files may "
                          "call it">
    FunctionOfHeader;

// Pointers into it.
inline constexpr Sentence<"an address in {0} is computed here"> AddressComputed;
inline constexpr Sentence<"a pointer into {0} is passed to '{1}'">
    PointerPassedTo;
inline constexpr Sentence<"'{1}' points into {0}"> PointsInto;
inline constexpr Sentence<"'{1}' points into {0} at an offset that may change">
    PointsAtChanging;
inline constexpr Sentence<"'{0}' has another type in other instantiations">
    PointerOfAnotherType;
inline constexpr Sentence<"pointer {0} into '{1}' may change"> PointerMayChange;

/// {2}: one of the next group.
inline constexpr Sentence<"pointer '{0}' into {1} {2}; index {1} directly "
                          "instead">
    PointerAdvances;
inline constexpr Sentence<"advances by whole rows"> AdvancesByRows;
inline constexpr Sentence<"does not advance exactly once per loop iteration">
    AdvancesIrregularly;
inline constexpr Sentence<"may skip an advance because of a jump">
    AdvanceSkippedByJump;
inline constexpr Sentence<"is advanced by a macro"> AdvancedByMacro;
inline constexpr Sentence<"is advanced and read in one expression">
    AdvancedAndRead;
inline constexpr Sentence<"is modified in more than one place"> ModifiedTwice;
inline constexpr Sentence<"does not advance by a positive constant">
    AdvancesByUnknown;
inline constexpr Sentence<"advances in a loop without a usable counter">
    NoCounter;
inline constexpr Sentence<"advances in a loop that redeclares a name of the "
                          "new index">
    NameRedeclared;
inline constexpr Sentence<"advances in a nested loop without being reset">
    NotReset;
inline constexpr Sentence<"is declared together with other variables">
    DeclaredTogether;

/// {2}: one of the next group.
inline constexpr Sentence<"pointer {0} into '{1}' {2}; index '{1}' directly "
                          "instead">
    WalkingPointer;
inline constexpr Sentence<"is used in a macro"> WalkInMacro;
inline constexpr Sentence<"is used after its loop"> WalkAfterLoop;
inline constexpr Sentence<"is used in the statement that advances it">
    WalkInStep;
inline constexpr Sentence<"does not address a single element here">
    WalkToSeveral;
inline constexpr Sentence<"has an index of an unsupported form here">
    WalkWithIndex;

// Layouts that no text has.
inline constexpr Sentence<"this padding cannot be expressed by changing the "
                          "extents of the array">
    UndeclarablePadding;
inline constexpr Sentence<"the edit would evaluate an index with side effects "
                          "twice">
    EvaluatedTwice;
inline constexpr Sentence<"there is no place to define a function that "
                          "computes its index">
    NoPlaceForFunction;
inline constexpr Sentence<"macro '{0}' also indexes other arrays, and another "
                          "macro calls it">
    SharedMacroNested;
inline constexpr Sentence<"an index depends on data, and macro '{0}' also "
                          "indexes other arrays">
    SharedMacroOfData;
inline constexpr Sentence<"an index into it contains another index into it">
    NestedIndices;
inline constexpr Sentence<"the layout cannot be expressed in units of {0} "
                          "elements">
    NotInUnits;

// The edited source, behind "in the edited source, ".
inline constexpr Sentence<"it is used in different places"> OtherPlaces;
inline constexpr Sentence<"the index on line {0} is not proven to address the "
                          "same elements">
    OtherElements;

// Files that are written.
inline constexpr Sentence<"two edits overlap"> EditsOverlap;
inline constexpr Sentence<"cannot read '{0}': {1}"> CannotRead;
inline constexpr Sentence<"not fixed: '{0}' has changed since the analysis">
    ChangedSince;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_REWRITING_H
