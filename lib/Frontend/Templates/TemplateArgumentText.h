//===- TemplateArgumentText.h - Template arguments as text ------*- C++ -*-===//
//
// Reads a template argument that a user wrote in an option or a comment, or
// that another translation unit has, in the names of this one:
//
//   argument:  type | constant
//   type:      {const | volatile | typename | struct} (builtin | name)
//              {const | '*' | '&'}
//   constant:  ['-'] integer | 'true' | 'false' | 'nullptr' | character
//              | name
//              | '(' type ')' constant
//   name:      ['::'] part {'::' part}
//   part:      identifier ['<' argument {',' argument} '>']
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEARGUMENTTEXT_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEARGUMENTTEXT_H

#include "clang/AST/TemplateBase.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace clang {
class DeclContext;
class Sema;
} // namespace clang

namespace warplint {

/// The argument that all of \p Text is; nothing, and \p Error, when it is none.
/// Names are looked up from \p From outwards. What is built has the place \p
/// Loc.
std::optional<clang::TemplateArgumentLoc>
readTemplateArgument(clang::Sema &S, clang::DeclContext *From,
                     clang::SourceLocation Loc, llvm::StringRef Text,
                     std::string &Error);

/// An error that begins so names, up to the next quote, what was not found.
inline constexpr llvm::StringLiteral UnknownNameError =
    "no type or constant named '";

clang::TemplateArgumentLoc typeArgument(clang::Sema &S, clang::QualType T,
                                        clang::SourceLocation Loc);
clang::TemplateArgumentLoc valueArgument(clang::Expr *Value);

/// \p Value in the integer type \p T; null where clang refuses it.
clang::Expr *integerOf(clang::Sema &S, int64_t Value, clang::QualType T,
                       clang::SourceLocation Loc);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEARGUMENTTEXT_H
