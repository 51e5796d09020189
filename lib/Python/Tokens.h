//===- Tokens.h - The tokens of Python --------------------------*- C++ -*-===//
//
// Names, numbers, operators and the extents of string literals, in logical
// lines: the reference of Python 3.13, chapter 2. Fields of f-strings are part
// of their literal.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_PYTHON_TOKENS_H
#define WARPLINT_LIB_PYTHON_TOKENS_H

#include "warplint/Python/PythonSource.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

namespace warplint::python {

struct Token {
  enum class Kind : uint8_t { Name, Number, String, Punctuation };
  Kind What = Kind::Punctuation;
  llvm::StringRef Text;
  size_t Offset = 0;
  bool BeginsLine = false; ///< Of a logical line.
  unsigned Indent = 0;     ///< Of its logical line.
  PythonLiteral Literal;   ///< Of a string.
  size_t Span =
      1; ///< Of an opening bracket: the tokens up to that which closes.

  bool is(llvm::StringRef Wanted) const {
    return What != Kind::String && Text == Wanted;
  }
  bool isName() const { return What == Kind::Name; }
  bool isString() const { return What == Kind::String; }
};

using Tokens = llvm::ArrayRef<Token>;

struct TokenList {
  std::vector<Token> All;
  std::vector<size_t> Marks; ///< Comments `# warplint: cuda`.
  size_t WrongAt = 0;
  std::string Wrong; ///< Why it is no Python; empty if it is.
};

/// The tokens of \p Text from \p Begin to \p End.
TokenList tokensOf(llvm::StringRef Text, size_t Begin, size_t End);

/// Behind the field of a formatted string that begins at \p At,
/// `{expression!r:width}`.
size_t behindField(llvm::StringRef Text, size_t At);

/// The number of the first token \p Wanted of \p All in no bracket; nothing
/// without one.
std::optional<size_t> findOutside(Tokens All, llvm::StringRef Wanted);

/// What stands between the brackets that \p E begins and ends with; nothing without
/// these.
std::optional<Tokens> bracketed(Tokens E);

/// \p All between commas that stand in no bracket; a last one ends the last.
std::vector<Tokens> splitAtCommas(Tokens All);

/// "a.b" where \p Expression is a name with or without attributes; else empty.
std::string dottedName(Tokens Expression);

} // namespace warplint::python

#endif // WARPLINT_LIB_PYTHON_TOKENS_H
