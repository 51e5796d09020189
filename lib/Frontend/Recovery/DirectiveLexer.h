//===- DirectiveLexer.h - A text's directives and other tokens --*- C++ -*-===//
//
// Of a text alone, without a preprocessor: conditionals are not followed, and
// comments, strings and continued lines are what they are to a compiler.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_DIRECTIVELEXER_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_DIRECTIVELEXER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace warplint {

struct Directive {
  size_t Offset = 0;         ///< Of the keyword.
  llvm::StringRef Keyword;   ///< "ifdef"; empty for a lone #.
  llvm::StringRef FirstName; ///< The first identifier behind it; or empty.
};

/// Goes over \p Text, which has a 0 behind it: its directives, and the tokens
/// outside of them, a name or else empty, with their offsets. Ends and is false
/// when one of them says false.
bool forEachDirective(
    llvm::StringRef Text, llvm::function_ref<bool(const Directive &)> Of,
    llvm::function_ref<bool(llvm::StringRef Name, size_t Offset)> OfToken);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_DIRECTIVELEXER_H
