//===- HostLaunches.h - The launches of a file's host code ------*- C++ -*-===//

#ifndef WARPLINT_LIB_KERNEL_HOST_HOSTLAUNCHES_H
#define WARPLINT_LIB_KERNEL_HOST_HOSTLAUNCHES_H

#include "warplint/Basic/LaunchRecord.h"
#include "warplint/Frontend/Parse.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

/// How many blocks a grid has along x, where that is no constant.
struct GridCount {
  /// It has nothing to do with the kernel's integers.
  bool IsFree = false;
  /// Of which of these it is made, as in ArgumentLeaf: (it + Plus) / Divisor, and
  /// Most if that is less.
  std::optional<unsigned> Parameter = {};
  std::string Path = {};
  int64_t Plus = 0, Divisor = 1;
  std::optional<int64_t> Most = {};

  bool isKnown() const { return IsFree || Parameter; }
  friend bool operator==(const GridCount &, const GridCount &) = default;
};

/// One launch, under one choice of all that its function decides between.
struct HostLaunch {
  /// Of the host's parse; null where it may be any whose address is taken.
  const clang::FunctionDecl *Kernel = nullptr;
  LaunchRecord With;
  GridCount Grid;
};

struct HostLaunches {
  std::vector<HostLaunch> Launches;
  /// Kernels that may be launched through an address, and whether code of other
  /// files may do so.
  std::vector<std::pair<const clang::FunctionDecl *, bool>> Escaped;
};

/// Reads the launches of \p Unit, whose module is used up. \p IsClosed: see
/// HostProbes.
HostLaunches readHostLaunches(
    HostUnit &Unit,
    llvm::function_ref<bool(const clang::FunctionDecl &)> IsClosed);

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_HOSTLAUNCHES_H
