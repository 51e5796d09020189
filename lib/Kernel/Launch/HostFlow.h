//===- HostFlow.h - Which writes a read of a host local sees ----*- C++ -*-===//
//
// Reaching definitions for the locals of one host function, to follow
//
//   dim3 block(32, 8);      block.y = 4;      kernel<<<grid, block>>>(p);
//
// through branches, loops and several launches. An object is a local variable
// or a field of one (block.y, config.blockDim.x). A variable whose address
// escapes, that is bound to a non-const reference, or that a lambda writes has
// no known writes at all.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_HOSTFLOW_H
#define WARPLINT_LIB_KERNEL_LAUNCH_HOSTFLOW_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace warplint {

/// A variable and the fields that lead into it.
struct HostObject {
  const clang::VarDecl *Variable = nullptr;
  llvm::SmallVector<const clang::FieldDecl *, 2> Fields;
};

/// What the lvalue \p E names, when it is a variable or a chain of its fields.
/// Parentheses, and casts that keep the object, are looked through.
std::optional<HostObject> namedObject(const clang::Expr *E);

/// The array variable that \p Element is an element of; null when it is no
/// plain variable.
const clang::VarDecl *namedArray(const clang::ArraySubscriptExpr &Element);

/// One write to an object.
struct HostWrite {
  enum class Source : uint8_t {
    Expression,    ///< An initialiser or an assigned expression.
    Argument,      ///< A parameter: what the caller passes.
    Uninitialised, ///< A declaration without a value: a read is the user's
                   ///< error.
  };
  HostObject Target;
  Source From = Source::Expression;
  /// Of an Expression; null where there is no single one (++, +=).
  const clang::Expr *Value = nullptr;
  bool InLambda = false;
};

/// What is known where a statement runs: \c Object equals \c Value in
/// `case Value:` of `switch (Object)` and in `if (Object == Value)`.
struct HostFact {
  HostObject Object;
  const clang::Expr *Value = nullptr;
};

class HostFlow {
public:
  /// \p Function must have a body.
  HostFlow(clang::ASTContext &Context, const clang::FunctionDecl *Function);
  ~HostFlow();

  using Writes = llvm::SmallVector<const HostWrite *, 2>;

  /// The writes that may give \p Object (a scalar) its value when \p Use reads
  /// it; nothing when they can't be told.
  std::optional<Writes> reaching(const HostObject &Object,
                                 const clang::Stmt *Use);

  /// The initialiser of an array (or other object) that nothing else writes;
  /// null when there is none.
  const clang::Expr *onlyInitialiser(const clang::VarDecl *Variable) const;

  /// The facts that the switch and if statements around \p Use establish of
  /// objects that keep one value throughout the function.
  llvm::SmallVector<HostFact, 2> facts(const clang::Stmt *Use);

private:
  class Collector;
  struct Position {
    const clang::CFGBlock *Block;
    unsigned Index;
  };

  void buildGraph();
  std::optional<Writes> onlyWrite(const HostObject &Object) const;
  const HostWrite *writeAt(const clang::Stmt *S,
                           const HostObject &Object) const;
  const HostWrite *argument(const HostObject &Object) const;
  bool hasOneValue(const HostObject &Object) const;
  void addFact(const clang::Expr *Object, const clang::Expr *Value,
               llvm::SmallVectorImpl<HostFact> &Facts) const;
  void addEqualities(const clang::Expr *Condition, bool Holds,
                     llvm::SmallVectorImpl<HostFact> &Facts) const;

  clang::ASTContext &Context;
  const clang::FunctionDecl *Function;
  std::vector<HostWrite> All;
  llvm::DenseMap<const clang::Stmt *, llvm::SmallVector<unsigned, 1>> AtStmt;
  llvm::DenseMap<const clang::VarDecl *, unsigned> AtDecl;
  llvm::DenseSet<const clang::VarDecl *> Escaped;
  llvm::DenseSet<const clang::VarDecl *> DeclaredInLoop;
  bool GraphBuilt = false;
  std::unique_ptr<clang::CFG> Graph;
  std::unique_ptr<clang::ParentMap> Parents;
  llvm::DenseMap<const clang::Stmt *, Position> Positions;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_HOSTFLOW_H
