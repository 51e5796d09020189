//===- BrokenStatements.h - What dropped statements mention -----*- C++ -*-===//
//
// Clang drops a statement with an error. What a variable holds that such a
// statement mentions is not known. Private to lib/Kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_BROKENSTATEMENTS_H
#define WARPLINT_LIB_KERNEL_LAUNCH_BROKENSTATEMENTS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class SourceManager;
class VarDecl;
} // namespace clang

namespace warplint {

class BrokenStatements {
public:
  /// \p Errors are the places of all errors.
  BrokenStatements(const clang::ASTContext &Context,
                   llvm::ArrayRef<clang::SourceLocation> Errors);

  /// Whether one of them mentions a local variable or a parameter that \p E
  /// depends on, itself or through initialisers; \p E may be null.
  bool mayChange(const clang::Expr *E) const;

  /// Whether one of them mentions a function called \p Name.
  bool mention(llvm::StringRef Name) const;

  struct Statement {
    clang::SourceLocation At;
    /// Where the statement itself ends, and the one behind it.
    clang::SourceLocation OwnEnd, End;
    llvm::StringSet<> Names;
    /// Of the names those up to the end of the statement itself.
    llvm::StringSet<> Own;
    bool HasLaunch = false; ///< It has a launch in chevrons.
  };
  llvm::ArrayRef<Statement> all() const { return Statements; }

private:
  bool mention(const clang::VarDecl &V) const;

  const clang::SourceManager &SM;
  std::vector<Statement> Statements;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_BROKENSTATEMENTS_H
