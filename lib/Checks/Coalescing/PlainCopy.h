//===- PlainCopy.h - Kernels that move one element a thread -----*- C++ -*-===//
//
// The text of a copy or a transposition without a tile:
//
//   int x = blockIdx.x * 32 + threadIdx.x;      numbers, each computed once
//   int y = blockIdx.y * 32 + threadIdx.y;
//   if (x < n && y < n)                         or "if (...) return;", or none
//     out[x * n + y] = in[y * n + x];           the last of the kernel
//
// Nothing in it has an effect but the one assignment, so that any thread may
// make that of another.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_COALESCING_PLAINCOPY_H
#define WARPLINT_LIB_CHECKS_COALESCING_PLAINCOPY_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace warplint {

struct PlainCopy {
  /// Nothing where \p Kernel does more, or is spelled in macros.
  static std::optional<PlainCopy> of(const clang::ASTContext &Context,
                                     const clang::FunctionDecl &Kernel);

  /// Integers, in the order of the source: what each begins with is computed
  /// from those before it, parameters, and the built-in variables.
  llvm::SmallVector<const clang::VarDecl *, 4> Variables;
  /// Those that are declared behind a guard.
  llvm::SmallVector<const clang::DeclStmt *, 2> Late;
  const clang::Expr *Guard = nullptr; ///< Null: every thread copies.
  bool IsGuardLeft = false;           ///< Threads for which it holds return.
  const clang::BinaryOperator *Assignment = nullptr;
  /// From the guard to the assignment, without the last semicolon.
  clang::SourceRange Text;

  /// The variables, in their order, that \p E needs and that depend on
  /// threadIdx.x or threadIdx.y.
  llvm::SmallVector<const clang::VarDecl *, 4>
  neededFor(llvm::ArrayRef<const clang::Expr *> Of) const;
};

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_COALESCING_PLAINCOPY_H
