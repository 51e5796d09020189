//===- TensorMapUses.h - What host code does with tensor maps ---*- C++ -*-===//
//
// Of one translation unit: what is put into the variables, parameters and fields
// that hold a tensor map or point to one, and which calls get these. A map and a
// pointer to it are not told apart, nor are the elements of an array.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_TENSORMAPUSES_H
#define WARPLINT_LIB_KERNEL_LAUNCH_TENSORMAPUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace warplint {

/// A CUtensorMap, also behind pointers and references and in arrays.
bool holdsMap(clang::QualType Type);

/// What names or makes a map: without what takes its address, copies or converts
/// it.
const clang::Expr *withoutWraps(const clang::Expr *E);

/// The variable, parameter or field that \p E names; null for anything else.
const clang::ValueDecl *placeNamed(const clang::Expr *E);

struct TensorMapUse {
  const clang::FunctionDecl *In = nullptr;
  /// What is put there: a map or a pointer to one; or
  const clang::Expr *Value = nullptr;
  /// the call that gets it, and may write to it, as this argument.
  const clang::CallExpr *Call = nullptr;
  unsigned Argument = 0;
};

class TensorMapUses {
public:
  explicit TensorMapUses(clang::ASTContext &Context);

  /// Null where there are none.
  const std::vector<TensorMapUse> *of(const clang::ValueDecl &Place) const;
  /// The calls of \p Function, a definition with a parameter that holds a map;
  /// null where there are none.
  const std::vector<const clang::CallExpr *> *
  callsOf(const clang::FunctionDecl *Function) const;
  /// Some part of \p Variable may get another value than the first.
  bool isChanged(const clang::VarDecl &Variable) const {
    return Changed.contains(&Variable);
  }

private:
  class Visitor;

  llvm::DenseMap<const clang::Decl *, std::vector<TensorMapUse>> Uses;
  llvm::DenseMap<const clang::FunctionDecl *,
                 std::vector<const clang::CallExpr *>>
      Calls;
  llvm::DenseSet<const clang::VarDecl *> Changed;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_TENSORMAPUSES_H
