//===- Lexer.h - PTX text into tokens ---------------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTX_LEXER_H
#define WARPLINT_LIB_KERNEL_PTX_LEXER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint::ptx {

enum class TokenKind : uint8_t {
  Word,    ///< Identifier, register, or the qualifier after a dot.
  Number,  ///< Literal, not yet converted.
  Operand, ///< `$N`, N in Number.
  String,
  Punctuation, ///< One character.
};

struct Token {
  TokenKind Kind = TokenKind::Punctuation;
  llvm::StringRef Text;
  unsigned Number = 0;
  bool StartsLine = false;

  bool is(char C) const {
    return Kind == TokenKind::Punctuation && Text.front() == C;
  }
};

using Tokens = llvm::ArrayRef<Token>;

/// The text that ptxas will see, but for operands, which stand between the
/// control characters OperandOpen and OperandClose as decimal numbers. Comments
/// are blank.
std::string expandAsmText(llvm::StringRef Asm);

/// A module's text without its comments: each byte stays where it is.
std::string withoutComments(llvm::StringRef Module);

inline constexpr char OperandOpen = '\x01';
inline constexpr char OperandClose = '\x02';

/// Tokens refer to \p Text.
std::vector<Token> tokenize(llvm::StringRef Text);

/// Back to `$N` and single spaces, for messages.
std::string readableText(llvm::StringRef Text);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_LEXER_H
