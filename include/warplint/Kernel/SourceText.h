//===- SourceText.h - Places and names as written ---------------*- C++ -*-===//
//
// From Clang's locations and declarations to the plain text and plain places
// that a Finding carries. Columns count bytes from 1 and ranges are half open.
// Files are named as the SourceManager names them; #line directives are
// ignored, because an editor opens the real file.
//
// Macros. A range is reported where the user would point at it in a file:
//
//   wholly inside an argument     MAX(s[t], 0)        the argument's text
//   anything else of a macro      FLOAT4(s[4 * t])    the outermost expansion
//
// and macroNotes adds one note for each macro in between, outermost first, at
// the token of the macro's body, in the words of Clang's own notes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_SOURCETEXT_H
#define WARPLINT_KERNEL_SOURCETEXT_H

#include "warplint/Basic/SourcePlace.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class NamedDecl;
class LangOptions;
class SourceManager;
class ValueDecl;
} // namespace clang

namespace warplint {

/// The place of the token range \p Range, or of one token. Invalid when the range is, or when it
/// lies in no file (predefined macros, the command line).
SourcePlace toPlace(const clang::SourceManager &SM,
                    const clang::LangOptions &LangOpts,
                    clang::SourceRange Range);

/// The text that toPlace(Range) covers; empty when that is invalid.
std::string sourceText(const clang::SourceManager &SM,
                       const clang::LangOptions &LangOpts,
                       clang::SourceRange Range);

/// "expanded from macro 'FLOAT4'" for each macro that \p Range comes out of,
/// the outermost first. Empty when both ends are written in a file.
std::vector<FindingNote> macroNotes(const clang::SourceManager &SM,
                                    const clang::LangOptions &LangOpts,
                                    clang::SourceRange Range);

/// The type of a variable or field as text: "float[32][33]", "half[2][64]",
/// "float[]". Dimensions are numbers, whatever expression, macro or template
/// argument they were written with; array typedefs are opened, element types
/// keep the name the user knows them by.
std::string declaredType(const clang::ASTContext &Context,
                         const clang::ValueDecl &Declaration);

/// Where a variable is declared: its name's place.
SourcePlace declarationPlace(const clang::ASTContext &Context,
                             const clang::ValueDecl &Declaration);

/// "ns::Gemm<128>::run": without parameters and the function's own template
/// arguments, with those of the classes around it.
std::string qualifiedName(const clang::NamedDecl &Named);

/// "<float, 32>" for a function template's specialization, else empty.
std::string templateArguments(const clang::FunctionDecl &Function);

/// The names of parameters and local variables outside the system's headers.
/// LLVM numbers names that are taken: "i4" may be a fourth i. What the compiler
/// has read of the system's headers has no say in which it is.
llvm::StringSet<> variableNames(const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_KERNEL_SOURCETEXT_H
