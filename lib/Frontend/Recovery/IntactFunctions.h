//===- IntactFunctions.h - Which functions survived the errors --*- C++ -*-===//
//
// After a parse with errors some functions are intact and others are not. A
// function is whole when no error was reported inside it, its AST holds no
// RecoveryExpr or invalid declaration, and the same is true of every function
// with a body, variable, record, enumeration and type alias that it uses,
// transitively. A class is judged without the bodies of its members, which
// count when they are used. What an error at the level of the file may have
// removed (an overload, a specialisation) takes those along that use something
// of its name.
//
// A whole function is *doubtful* when a header that was not found could change
// it without any error (MissingHeaderEffects.h). Where all that could is a macro
// that nothing at hand defines, and that does not decide within the function
// itself, what it uses of its own file, or a type or constant, it is no doubt
// but an assumption that the macro is not defined.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_INTACTFUNCTIONS_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_INTACTFUNCTIONS_H

#include "Frontend/Text/ErrorRecorder.h"
#include "Frontend/Text/SourceMarks.h"
#include "MissingHeaderEffects.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// Functions with a body, variables outside of functions, records, enumerations
/// and type aliases, and an edge to each such declaration that one of them names,
/// has the type of, or calls.
class UseGraph {
public:
  struct Node {
    llvm::SmallSetVector<const clang::Decl *, 8> Uses;
    /// What the AST holds that could not be made sense of; or empty.
    std::string Broken;
    /// What of it is not known for want of a declaration; or empty.
    std::string Doubt;
  };
  /// \p HasStandIns: some declarations are those of missing-names.h.
  explicit UseGraph(bool HasStandIns) : HasStandIns(HasStandIns) {}
  const bool HasStandIns;
  const Node &operator[](const clang::Decl *D);

  /// Whether \p Is holds for \p Root or something that it uses, itself or
  /// through what it uses.
  bool reaches(const clang::Decl *Root,
               llvm::function_ref<bool(const clang::Decl *)> Is);

  /// The declaration that stands for \p D in the graph: the definition, if
  /// there is one. Null for what has no node, such as a local variable.
  static const clang::Decl *nodeOf(const clang::Decl *D);

private:
  llvm::DenseMap<const clang::Decl *, std::unique_ptr<Node>> Nodes;
};

class WholeFunctions {
public:
  /// \p HasTakenErrors: there were others, of code that nvcc takes.
  WholeFunctions(clang::ASTContext &AST, std::vector<ParseError> Errors,
                 bool HasTakenErrors,
                 const MissingHeaderEffects *InDoubt = nullptr,
                 UndefinedMacros *Macros = nullptr);

  /// The reason why \p D, a function, variable or record, must not be given to
  /// CodeGen, or nothing if it is whole.
  std::optional<std::string> whyBroken(const clang::Decl *D);
  bool isWhole(const clang::Decl *D) { return !whyBroken(D); }

  /// The first error in \p Range, as a reason.
  std::optional<std::string> errorIn(clang::SourceRange Range) const;

  /// What a missing header could change in a function.
  struct MayChange {
    std::optional<std::string> Why;
    bool IsByHeader = false; ///< What the header defines could.
    /// Where that is nothing: what is assumed instead, each macro once.
    std::vector<UndefinedMacro> Assumed;
  };
  const MayChange &mayChange(const clang::FunctionDecl *F);

  /// Whether \p F uses something that \p Is, itself or through what it uses.
  bool uses(const clang::FunctionDecl *F,
            llvm::function_ref<bool(const clang::Decl *)> Is) {
    return Uses.reaches(F, Is);
  }

private:
  using Reason = std::optional<std::string>;
  Reason ownError(const clang::Decl *D);
  Reason lostOverload(const clang::Decl *D);
  /// What a doubt comes to.
  enum class Weight { None, Assumption, Doubt };
  Weight weightOf(const Doubt &Of, const clang::Decl *In,
                  const clang::FunctionDecl *Root);
  std::optional<unsigned>
  markIn(const clang::Decl *D, const SourceMarks &Marks,
         const SourceMarks::Filter &Counts = nullptr) const;
  std::string describe(const ParseError &E) const;

  clang::ASTContext &AST;
  const clang::SourceManager &SM;
  std::vector<ParseError> Errors;
  const bool HasTakenErrors;
  SourceMarks ErrorMarks;
  const MissingHeaderEffects *InDoubt;
  UndefinedMacros *Macros;
  UseGraph Uses;
  llvm::DenseMap<const clang::Decl *, Reason> KnownBroken;
  llvm::DenseMap<const clang::Decl *, MayChange> KnownToChange;
  /// Names that a declaration with errors would have declared, and the error.
  std::optional<llvm::StringMap<unsigned>> HiddenDeclarations;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_INTACTFUNCTIONS_H
