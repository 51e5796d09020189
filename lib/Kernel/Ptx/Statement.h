//===- Statement.h - PTX text into statements -------------------*- C++ -*-===//
//
// From the text of an InlineAsm value to statements, without meaning: comments
// go, `$$` and `${0:x}` are resolved, operands are told apart by their
// top-level commas.
//
//   @!p ld.shared.v2.f32 {$0, $1}, [%r1 + 8];
//
// becomes an Instruction with guard `!p`, opcode {"ld","shared","v2","f32"} and
// two operands, each a run of tokens.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_STATEMENT_H
#define WARPLINT_LIB_KERNEL_PTX_STATEMENT_H

#include "Lexer.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace warplint::ptx {

enum class StatementKind : uint8_t {
  Instruction,
  Label,       ///< Name.
  OpenScope,   ///< {
  CloseScope,  ///< }
  Declaration, ///< .reg, .shared, ...: Opcode without dots, Operands the names.
  Directive,   ///< .loc, .pragma, ...: Name has the word.
  Malformed,
};

struct Statement {
  StatementKind Kind = StatementKind::Malformed;
  Tokens Run; ///< All of it, but for what ends it.
  /// As written, spaces folded, operands as `$N`.
  std::string Text;
  llvm::StringRef Name;
  /// The predicate after `@`: a Word or an Operand; its Text is empty without
  /// one.
  Token Guard;
  bool GuardNegated = false;
  llvm::SmallVector<llvm::StringRef, 8> Opcode;
  llvm::SmallVector<Tokens, 4> Operands;

  bool hasGuard() const { return !Guard.Text.empty(); }
  /// Some operand is an address in brackets.
  bool hasAddress() const;
};

/// [ ... ] without the brackets; nothing when \p Operand is no address.
std::optional<Tokens> addressOf(Tokens Operand);
/// The elements of { ... }, or the operand itself.
llvm::SmallVector<Tokens, 4> elementsOf(Tokens Operand);
/// The pieces between the commas outside of brackets. Nothing when brackets do
/// not match or a piece is empty.
std::optional<llvm::SmallVector<Tokens, 4>> splitAtCommas(Tokens List);
bool isVector(Tokens Operand);

/// All statements of \p Text.
std::vector<Statement> readStatements(Tokens Text);

/// Tokens of the .loc or .file at the front, which ends with its line or its operands.
size_t lineDirectiveLength(Tokens Rest);

/// Owns the text that tokens and statements refer to.
class Program {
public:
  explicit Program(llvm::StringRef Asm);
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

private:
  std::string Text;
  std::vector<Token> Storage;

public:
  std::vector<Statement> Statements;
};

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_STATEMENT_H
