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
class NamedDecl;
class Sema;
} // namespace clang

namespace warplint {

class TemplateArgumentText {
public:
  /// Names are looked up from \p From outwards. What is built has the place \p
  /// Loc.
  TemplateArgumentText(clang::Sema &S, clang::DeclContext *From,
                       clang::SourceLocation Loc)
      : S(S), From(From), Loc(Loc) {}

  /// The argument that all of \p Text is; nothing, and Error, when it is none.
  std::optional<clang::TemplateArgumentLoc> read(llvm::StringRef Text);

  std::string Error;

  /// An error that begins so names, up to the next quote, what was not found.
  static constexpr llvm::StringLiteral UnknownName =
      "no type or constant named '";

private:
  struct Named {
    clang::QualType Type;
    clang::Expr *Value = nullptr;
  };

  std::optional<clang::TemplateArgumentLoc> argument();
  clang::QualType type();
  clang::QualType builtin();
  std::optional<Named> name();
  clang::QualType specialize(clang::NamedDecl &Template);
  clang::Expr *constant();
  clang::Expr *number(bool IsNegative);
  clang::NamedDecl *lookUp(llvm::StringRef Name, clang::DeclContext *In);
  clang::TemplateArgumentLoc typeArgument(clang::QualType T);
  clang::QualType suffixes(clang::QualType T);

  void skipSpace() { Rest = Rest.ltrim(); }
  bool accept(llvm::StringRef Punctuation);
  llvm::StringRef peekWord();
  bool acceptWord(llvm::StringRef Word);
  std::nullopt_t fail(const llvm::Twine &Message);

  clang::Sema &S;
  clang::DeclContext *From;
  clang::SourceLocation Loc;
  llvm::StringRef Rest;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TEMPLATEARGUMENTTEXT_H
