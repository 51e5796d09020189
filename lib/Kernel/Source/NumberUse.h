//===- NumberUse.h - What a function does with a number ---------*- C++ -*-===//
//
// Host code that checks for errors passes numbers such as __LINE__ around to report
// them. Values that differ between compilers matter only where more is done.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SOURCE_NUMBERUSE_H
#define WARPLINT_LIB_KERNEL_SOURCE_NUMBERUSE_H

#include "llvm/ADT/SmallVector.h"
#include <utility>

namespace clang {
class CallExpr;
class CXXConstructExpr;
class Expr;
class FunctionDecl;
} // namespace clang

namespace warplint {

/// A number that is passed to a function.
struct NumberUse {
  const clang::FunctionDecl *Callee;
  unsigned Index; ///< Of the argument, without the object of a member function.
  bool IsThrown;  ///< The function is a constructor of what is thrown.
};

using NumberUses =
    llvm::SmallVector<std::pair<const clang::Expr *, NumberUse>, 4>;

/// Each argument of a call, if its callee is known.
NumberUses numberUses(const clang::CallExpr &Call);
NumberUses numberUses(const clang::CXXConstructExpr &Call, bool IsThrown);

/// Whether a value of the file may depend on the number: it may not if the number is
/// only passed on to functions that report it. \p Depth counts the calls followed.
bool mayKeep(const NumberUse &Use, unsigned Depth = 0);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SOURCE_NUMBERUSE_H
