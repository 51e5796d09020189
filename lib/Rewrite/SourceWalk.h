//===- SourceWalk.h - The functions of a project's files, once --*- C++ -*-===//
//
// Places are offsets from the beginning of all that the parse read (those of
// SourceLocation): one number says the file, too. A file that is included
// several times has the places of its first inclusion.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_REWRITE_SOURCEWALK_H
#define WARPLINT_LIB_REWRITE_SOURCEWALK_H

#include "warplint/Rewrite/ArrayUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace warplint {

/// Where a name is declared: the same for all instantiations.
using DeclKey = unsigned;
inline constexpr DeclKey NoKey = ~0u;

/// An identifier of a file that may be edited, whether it was parsed or not.
struct NamedToken {
  unsigned Offset = 0;
  llvm::StringRef Name;
  bool IsMember = false; ///< Behind '.' or '->'.
};

class SourceWalk {
public:
  /// Of the main file, and of others that \p MayEdit, by name.
  SourceWalk(clang::ASTContext &Context,
             llvm::function_ref<bool(llvm::StringRef)> MayEdit);

  clang::ASTContext &Context;
  const clang::SourceManager &SM;

  /// Where the token at \p Location is spelled, in a macro's argument or body,
  /// too; nothing in files that are not edited.
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
  /// `this`, written or not, in instantiated code of a method.
  std::vector<const clang::CXXThisExpr *> thisIn(DeclKey Method) const {
    return Objects.lookup(Method);
  }
  const clang::FunctionDecl *methodOf(const clang::CXXThisExpr &E) const {
    return Methods.lookup(&E);
  }
  /// What the name at \p Offset, in the body of a macro, stands for.
  llvm::ArrayRef<const clang::ValueDecl *> meaningsAt(unsigned Offset) const {
    const auto At = InBodies.find(Offset);
    return At == InBodies.end() ? llvm::ArrayRef<const clang::ValueDecl *>()
                                : At->second;
  }
  /// Where macros are expanded whose bodies name something that was seen.
  bool isSeenExpansion(unsigned Offset) const {
    return Expansions.contains(Offset);
  }
  /// The place \p Offset bytes behind the beginning of \p File, if that may be
  /// edited.
  std::optional<unsigned> placeIn(clang::FileID File, unsigned Offset) const {
    auto Found = Starts.find(File);
    if (Found == Starts.end())
      return std::nullopt;
    return Found->second + Offset;
  }
  /// The file that has the place \p At, and where it begins.
  std::pair<llvm::StringRef, unsigned> fileAround(unsigned At) const {
    clang::FileID File = SM.getFileID(locationOf(At));
    return {SM.getBufferData(File), Starts.lookup(File)};
  }
  bool isInMainFile(unsigned At) const {
    return SM.isInMainFile(locationOf(At));
  }
  /// Both ends lie in one file.
  llvm::StringRef text(unsigned Begin, unsigned End) const {
    auto [Text, Start] = fileAround(Begin);
    return Text.slice(Begin - Start, End - Start);
  }
  static clang::SourceLocation locationOf(unsigned At) {
    return clang::SourceLocation::getFromRawEncoding(At);
  }

  /// The objects of \p F's structure where all are shared variables, reached by
  /// name, by reference, or as `this`: no other code knows its size.
  std::optional<std::vector<const clang::VarDecl *>>
  sharedObjectsOf(const clang::FieldDecl &F) const;

  /// From where to where a function's text goes that holds \p Offset;
  /// everything where none does.
  std::pair<unsigned, unsigned> functionAround(unsigned Offset) const;

  /// Files that may be edited, each once.
  std::vector<UsedFile> Files;
  std::vector<NamedToken> Tokens;
  std::vector<unsigned> Includes; ///< Where #include stands.
  /// Where something named so is used or declared, in code that is compiled.
  llvm::DenseSet<unsigned> SeenNames;
  /// Where templates declare functions, instantiated or not.
  llvm::DenseSet<unsigned> PatternNames;

private:
  void walkContext(const clang::DeclContext &In);
  void walkFunction(const clang::FunctionDecl &F);
  void walk(const clang::Stmt *S);
  void note(const clang::Stmt &S);
  void noteInBody(const clang::DeclRefExpr &E);
  void see(clang::SourceLocation Location);
  void findFiles(llvm::function_ref<bool(llvm::StringRef)> MayEdit);
  void lex(clang::FileID File);
  bool isEdited(clang::SourceLocation Location) const {
    return Starts.contains(SM.getFileID(SM.getExpansionLoc(Location)));
  }

  /// Where the files begin, by each of their inclusions.
  llvm::DenseMap<clang::FileID, unsigned> Starts;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::VarDecl *> Inits;
  llvm::DenseMap<DeclKey, std::vector<const clang::DeclRefExpr *>> Uses;
  llvm::DenseMap<DeclKey, std::vector<const clang::CallExpr *>> Calls;
  llvm::DenseMap<DeclKey, std::vector<const clang::CXXThisExpr *>> Objects;
  llvm::DenseMap<const clang::CXXThisExpr *, const clang::FunctionDecl *>
      Methods;
  const clang::FunctionDecl *Around = nullptr; ///< What is walked.
  std::vector<clang::SourceRange> Functions;
  llvm::DenseMap<unsigned, llvm::SmallVector<const clang::ValueDecl *, 1>>
      InBodies;
  llvm::DenseSet<unsigned> Expansions;
  bool IsInPattern = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_REWRITE_SOURCEWALK_H
