//===- ForeignHeaders.h - Headers of other projects -------------*- C++ -*-===//
//
// A command names the headers of other projects by -isystem, as CMake does for
// those of imported targets. Their declarations are not walked over and their
// texts are not searched word by word; but the device's compilation may have them
// otherwise than the host's, and they may launch kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_FOREIGNHEADERS_H
#define WARPLINT_LIB_KERNEL_HOST_FOREIGNHEADERS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class ASTContext;
class SourceManager;
class Stmt;
} // namespace clang

namespace warplint {

/// Headers of the system but for those of the compiler, of the toolkit, which has
/// dim3, and below /usr.
class ForeignHeaders {
public:
  explicit ForeignHeaders(const clang::ASTContext &Context);

  /// Whether \p Loc is spelled in one.
  bool hold(clang::SourceLocation Loc);
  /// Whether \p S, or what the variables and functions that it names are made of,
  /// is spelled in one or names what one declares, or has a number or the size of a
  /// type that the device has otherwise: long double, va_list.
  bool areNamedIn(const clang::Stmt &S);
  /// Whether code in one may find a kernel by its name or in what holds it.
  bool findKernels();
  /// Whether \p Holds of the text of one that was read, compiled before or now.
  bool anyText(llvm::function_ref<bool(llvm::StringRef)> Holds) const;

private:
  bool isForeign(llvm::StringRef Path) const;

  const clang::ASTContext &Context;
  const clang::SourceManager &SM;
  std::string Resources; ///< The folder of the compiler.
  std::string Toolkit;   ///< That of the header that has dim3.
  llvm::DenseMap<clang::FileID, bool> Files;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_FOREIGNHEADERS_H
