//===- Lexer.h - PTX text into tokens ---------------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_PTX_LEXER_H
#define WARPLINT_LIB_KERNEL_PTX_LEXER_H

#include "Statement.h"

namespace warplint::ptx {

/// The text that ptxas will see, but for operands, which stand between the
/// control characters OperandOpen and OperandClose as decimal numbers. Comments
/// are blank.
std::string expandAsmText(llvm::StringRef Asm);

inline constexpr char OperandOpen = '\x01';
inline constexpr char OperandClose = '\x02';

/// Tokens refer to \p Text.
std::vector<Token> tokenize(llvm::StringRef Text);

/// Back to `$N` and single spaces, for messages.
std::string readableText(llvm::StringRef Text);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_LEXER_H
