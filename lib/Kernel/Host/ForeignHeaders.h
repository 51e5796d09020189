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
#include <string>
#include <vector>

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
  /// is spelled in one or names what one declares.
  bool areNamedIn(const clang::Stmt &S);
  /// The texts of those that were read, compiled before or now.
  std::vector<std::string> texts() const;

private:
  bool isForeign(llvm::StringRef Path) const;

  const clang::ASTContext &Context;
  const clang::SourceManager &SM;
  std::string Toolkit; ///< The folder of the header that has dim3.
  llvm::DenseMap<clang::FileID, bool> Files;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_FOREIGNHEADERS_H
