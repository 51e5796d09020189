//===- LaunchConfiguration.h - What one launch passes -----------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHCONFIGURATION_H
#define WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHCONFIGURATION_H

#include "HostValues.h"
#include "warplint/Basic/LaunchRecord.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

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

/// What one way of getting to a launch gives.
struct Configuration {
  LaunchShape Block, Grid;
  std::optional<uint64_t> SharedBytes;
  std::vector<LaunchArgument> Arguments;
  friend bool operator==(const Configuration &,
                         const Configuration &) = default;
};

/// What else \p Site passes with \p Block to \p Kernel, which may be null, as \p
/// Values was entered.
Configuration configurationOf(const LaunchSite &Site, const LaunchShape &Block,
                              HostValues &Values,
                              const clang::FunctionDecl *Kernel);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_LAUNCHCONFIGURATION_H
