//===- SourceWalk.h - The main file's functions, once -----------*- C++ -*-===//

#ifndef WARPLINT_LIB_REWRITE_SOURCEWALK_H
#define WARPLINT_LIB_REWRITE_SOURCEWALK_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <optional>
#include <vector>

namespace warplint {

/// Where a name is declared in the main file, as an offset: the same for all
/// instantiations.
using DeclKey = unsigned;
inline constexpr DeclKey NoKey = ~0u;

/// An identifier of the main file, whether it was parsed or not.
struct NamedToken {
  unsigned Offset = 0;
  llvm::StringRef Name;
};

class SourceWalk {
public:
  explicit SourceWalk(clang::ASTContext &Context);

  clang::ASTContext &Context;
  const clang::SourceManager &SM;

  /// The offset in the main file at which the token at \p Location is spelled,
  /// in a macro's argument or body, too; nothing for other files.
  std::optional<unsigned> offsetOf(clang::SourceLocation Location) const;
  /// Nothing where the declaration is spelled elsewhere, or by a macro.
  std::optional<DeclKey> keyOf(const clang::ValueDecl &D) const;

  /// The expression or statement around \p E, parentheses and implicit casts
  /// but for loads left out.
  const clang::Stmt *around(const clang::Stmt *E) const;
  const clang::Stmt *parentOf(const clang::Stmt *E) const {
    return Parents.lookup(E);
  }
  const clang::VarDecl *variableWithInit(const clang::Stmt *Init) const {
    return Inits.lookup(Init);
  }

  /// Uses of what is declared at a place, in instantiated code.
  std::vector<const clang::DeclRefExpr *> uses(DeclKey Key) const {
    return Uses.lookup(Key);
  }
  std::vector<const clang::CallExpr *> calls(DeclKey Function) const {
    return Calls.lookup(Function);
  }
  /// The name at \p Offset, in the body of a macro, stands for nothing but what
  /// \p Key declares.
  bool alwaysMeans(unsigned Offset, DeclKey Key) const {
    return InBodies.lookup_or(Offset, NoKey) == Key;
  }
  /// Where macros are expanded whose bodies name something that was seen.
  bool isSeenExpansion(unsigned Offset) const {
    return Expansions.contains(Offset);
  }
  /// From where to where a function's text goes that holds \p Offset; all of
  /// the file where none does.
  std::pair<unsigned, unsigned> functionAround(unsigned Offset) const;

  std::vector<NamedToken> Tokens;
  /// Where something named so is used or declared, in code that is compiled.
  llvm::DenseSet<unsigned> SeenNames;

private:
  void walkContext(const clang::DeclContext &In);
  void walkFunction(const clang::FunctionDecl &F);
  void walk(const clang::Stmt *S);
  void note(const clang::Stmt &S);
  void noteInBody(const clang::DeclRefExpr &E);
  void see(clang::SourceLocation Location);
  void lex();

  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::VarDecl *> Inits;
  llvm::DenseMap<DeclKey, std::vector<const clang::DeclRefExpr *>> Uses;
  llvm::DenseMap<DeclKey, std::vector<const clang::CallExpr *>> Calls;
  std::vector<clang::SourceRange> Functions;
  /// Names in bodies of macros: what they stand for, NoKey for many things.
  llvm::DenseMap<unsigned, DeclKey> InBodies;
  llvm::DenseSet<unsigned> Expansions;
  bool IsInPattern = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_REWRITE_SOURCEWALK_H
