//===- LaunchSites.h - Where host code has launches -------------*- C++ -*-===//
//
// One walk over all host bodies, instantiations included: the launches that they
// spell, and how others may come to the kernels of the file.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHSITES_H
#define WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHSITES_H

#include "warplint/Basic/LaunchRecord.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class Decl;
class Expr;
class FunctionDecl;
} // namespace clang

namespace warplint {

/// A launch as found in the AST, not yet evaluated.
struct LaunchSite {
  const clang::CallExpr *Call = nullptr;
  const clang::Expr *Kernel = nullptr;
  const clang::Expr *Grid = nullptr;
  const clang::Expr *Block = nullptr;
  const clang::Expr *SharedBytes = nullptr;
  const clang::Expr *Config =
      nullptr; ///< Instead of those: the pointer to all.
  /// What the kernel is called with, where it is written out.
  llvm::ArrayRef<const clang::Expr *> Arguments = {};
  const clang::FunctionDecl *Function =
      nullptr;       ///< That holds it; may be null.
  size_t Number = 0; ///< In the order of the visit.
};

struct LaunchSites {
  explicit LaunchSites(clang::ASTContext &Context);

  std::vector<LaunchSite> All;                ///< In the order of the source.
  llvm::DenseSet<clang::SourceLocation> Seen; ///< Spelled places of launches.
  llvm::DenseMap<const clang::FunctionDecl *,
                 std::vector<const clang::CallExpr *>>
      Callers;                    ///< The calls of each function.
  std::vector<LostLaunch> ByName; ///< Of kernels that are found by their names.
  llvm::DenseSet<const clang::Decl *> Escaped; ///< See LaunchMap::escapes.
  llvm::StringSet<> Kernels;                   ///< Names.
  bool NeedsHost = false;                      ///< See LaunchMap::isOfDevice.
  bool NeedsCompiler = false;                  ///< See LaunchMap::isOfCompiler.
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHSITES_H
