//===- HostConstants.h - What host code spells out --------------*- C++ -*-===//
//
// The values of host expressions that the AST alone tells, without any
// reasoning about what the program does. Known is
//
//   1. what the language calls a constant: literals, constexpr, enumerators,
//      template arguments, const integers, calls of constexpr functions;
//   2. a dim3 made of those, and each of its extents by itself;
//   3. a local variable, or a const one, with such an initialiser, where every
//      mention of it in its function reads it: its value is loaded, or it is
//      copied by a trivial constructor;
//   4. a conversion between integers of one of those.
//
// Everything else is unknown here, and left to HostProbes.h; so is what other
// projects' headers have a part in.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_HOSTCONSTANTS_H
#define WARPLINT_LIB_KERNEL_HOST_HOSTCONSTANTS_H

#include "ForeignHeaders.h"
#include "warplint/Basic/LaunchShape.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace clang {
class CXXConstructExpr;
}

namespace warplint {

class HostConstants {
public:
  explicit HostConstants(clang::ASTContext &Context);

  /// The value of the integer \p E.
  std::optional<llvm::APSInt> integer(const clang::Expr *E);
  /// The extents of a dim3, or of what becomes one, that are not above \p
  /// Limits.
  LaunchShape shape(const clang::Expr *E, const unsigned (&Limits)[3]);
  /// The function that \p E names; null when it is not spelled out.
  const clang::FunctionDecl *function(const clang::Expr *E);

  /// What \p Variable is whenever it is read; null where it may be something
  /// else.
  const clang::Expr *initialiserOf(const clang::VarDecl &Variable);

private:
  using Value = std::optional<llvm::APSInt>;

  Value extent(const clang::Expr *E, unsigned Axis);
  Value extentOf(const clang::CXXConstructExpr &Made, unsigned Axis);
  bool isOnlyRead(const clang::VarDecl &Variable);

  clang::ASTContext &Context;
  ForeignHeaders Foreign;
  /// Of the functions that were looked at: variables with other mentions.
  llvm::DenseSet<const clang::FunctionDecl *> Walked;
  llvm::DenseSet<const clang::VarDecl *> Touched;
  unsigned Depth = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_HOSTCONSTANTS_H
