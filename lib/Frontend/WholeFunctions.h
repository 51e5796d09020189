//===- WholeFunctions.h - Which functions survived the errors ----*- C++
//-*-===//
//
// After a parse with errors some functions are intact and others are not. A
// function is whole when no error was reported inside it, its AST holds no
// RecoveryExpr or invalid declaration, and the same is true of every function
// with a body, variable and record type that it uses, transitively.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_WHOLEFUNCTIONS_H
#define WARPLINT_LIB_FRONTEND_WHOLEFUNCTIONS_H

#include "warplint/Frontend/SourcePlace.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// An error that clang reported, at its place in a file.
struct ParseError {
  clang::SourceLocation FileLoc;
  std::string Message;
};

class WholeFunctions {
public:
  WholeFunctions(clang::ASTContext &AST, std::vector<ParseError> Errors);

  /// The reason why \p F must not be given to CodeGen, or nothing if it is
  /// whole.
  std::optional<std::string> whyBroken(const clang::FunctionDecl *F);
  /// Whether \p V can be given to CodeGen.
  bool isWhole(const clang::VarDecl *V);
  bool isWhole(const clang::RecordDecl *R);

private:
  friend class UseVisitor;
  enum class State : uint8_t { Visiting, Whole, Broken };
  struct Entry {
    State S = State::Visiting;
    std::string Why;
  };
  std::string ownError(const clang::FunctionDecl *F) const;
  const ParseError *errorWithin(clang::SourceRange Range) const;
  std::string describe(const ParseError &E) const;

  clang::ASTContext &AST;
  std::vector<ParseError> Errors;
  llvm::DenseMap<const clang::FunctionDecl *, Entry> Functions;
  llvm::DenseMap<const clang::RecordDecl *, bool> Records;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_WHOLEFUNCTIONS_H
