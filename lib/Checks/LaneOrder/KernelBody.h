//===- KernelBody.h - What a kernel's text does with variables --*- C++ -*-===//
//
// Of a kernel and the user's functions that it calls: what variables are named
// where, and what they get their values from.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_LANEORDER_KERNELBODY_H
#define WARPLINT_LIB_CHECKS_LANEORDER_KERNELBODY_H

#include "warplint/Basic/SourcePlace.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace warplint {

struct KernelBody {
  KernelBody(const clang::ASTContext &Context,
             const clang::FunctionDecl &Kernel);

  /// An expression that decides about an address: a variable, or threadIdx.
  struct Leaf {
    const clang::Expr *Written = nullptr;
    SourcePlace Where;
  };

  /// The kernel first.
  llvm::SetVector<const clang::FunctionDecl *> Functions;
  std::vector<Leaf> Leaves;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  std::vector<const clang::VarDecl *> Locals; ///< In the order of the source.
  /// Variables that do not keep what they begin with, or that something else
  /// refers to.
  llvm::DenseSet<const clang::VarDecl *> Changed;
  /// What a variable, also one of an array or a pointer, is set to beside what
  /// it begins with; of a parameter, what is passed.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      SetTo;
};

/// The variable that \p E is, or is an element or a member of; null for what a
/// pointer leads to.
const clang::VarDecl *variableOf(const clang::Expr *E);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LANEORDER_KERNELBODY_H
