//===- HostValues.h - What host code encodes a tensor map with --*- C++ -*-===//
//
// Integers of host code that HostConstants.h leaves open, because they go through
// the arguments of calls, small functions, or locals that are given once more
// before they are read. Answers hold whenever the expression is evaluated.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_HOSTVALUES_H
#define WARPLINT_LIB_KERNEL_LAUNCH_HOSTVALUES_H

#include "Kernel/Host/HostConstants.h"
#include "Kernel/Source/IntegerReader.h"
#include "llvm/Support/SaveAndRestore.h"

namespace clang {
class CallExpr;
} // namespace clang

namespace warplint {

/// A call: inside the callee, parameters stand for the arguments, which are
/// expressions of the caller. Null: nothing is known of who calls.
struct HostCall {
  const clang::FunctionDecl *Callee = nullptr;
  llvm::ArrayRef<const clang::Expr *> Arguments;
  const HostCall *Caller = nullptr;
};

class HostValues : IntegerReader {
public:
  HostValues(clang::ASTContext &Context, HostConstants &Constants)
      : IntegerReader(Context), Constants(Constants) {}

  /// The arguments of \p Call that its callee's parameters stand for.
  static llvm::ArrayRef<const clang::Expr *>
  arguments(const clang::CallExpr &Call);

  /// The value of the integer \p E in a function that was entered through \p
  /// From, which may be null.
  Value integer(const clang::Expr *E, const HostCall *From) {
    llvm::SaveAndRestore In(Frame, From);
    llvm::SaveAndRestore<unsigned> Deeper(Depth, Depth + 1);
    if (Depth == 1)
      Steps = 0;
    return value(E);
  }

private:
  Value known(const clang::Expr &E) override;
  Value ofCall(const clang::CallExpr &Call);
  Value ofVariable(const clang::DeclRefExpr &Reference);

  HostConstants &Constants;
  const HostCall *Frame = nullptr;
  unsigned Depth = 0, Steps = 0;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_HOSTVALUES_H
