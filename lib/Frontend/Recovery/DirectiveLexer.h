//===- DirectiveLexer.h - A text's directives and other tokens --*- C++ -*-===//
//
// Of a text alone, without a preprocessor: conditionals are not followed, and
// comments, strings and continued lines are what they are to a compiler.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_DIRECTIVELEXER_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_DIRECTIVELEXER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

struct Directive {
  struct Word {
    llvm::StringRef Name;
    size_t Offset = 0;
    bool IsNegated = false; ///< Behind "!", "!(", "!defined(".
    bool IsTested = false;  ///< Behind "defined".
  };
  size_t Offset = 0;       ///< Of the keyword.
  llvm::StringRef Keyword; ///< "ifdef"; empty for a lone #.
  /// The identifiers behind it, but for "defined", __has_include, and what that
  /// and its kin ask for.
  llvm::SmallVector<Word, 4> Words = {};
  /// Where it is a condition, all that stands in it has to hold.
  bool IsConjunction = true;
};

/// That of \p Text, which has a 0 behind it, whose keyword is at \p Offset.
Directive directiveAt(llvm::StringRef Text, size_t Offset);

/// Goes over \p Text, which has a 0 behind it: its directives, and the tokens
/// outside of them, a name or else empty, with their offsets. Ends and is false
/// when one of them says false.
bool forEachDirective(
    llvm::StringRef Text, llvm::function_ref<bool(const Directive &)> Of,
    llvm::function_ref<bool(llvm::StringRef Name, size_t Offset)> OfToken);

/// Whether \p Text, a whole file with a 0 behind it, stands in an include guard:
///
///   // A comment, #pragma once.
///   #ifndef SETUP_H             or  #if !defined(SETUP_H) && ...
///   #include "version.h"
///   #define SETUP_H VERSION
///   ...
///   #endif
///
/// The #if whose keyword is at \p IfOffset holds all of it and a #define of \p
/// Name. That the #if asks for the absence of \p Name, alone or among other
/// things, is for the caller to know. Such a file is entered once, and then the
/// macro is not defined: whoever defines it elsewhere has had the same text
/// before. There is no other branch, unless \p WithBranches: with others it is
/// entered so once, and then they are. Where a parse has included the file twice,
/// it has read all of it.
bool guardsWholeText(llvm::StringRef Text, size_t IfOffset,
                     llvm::StringRef Name, bool WithBranches = false);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_DIRECTIVELEXER_H
