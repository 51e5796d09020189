//===- Architecture.h - GPU architectures as options name them --*- C++ -*-===//
//
// nvcc writes sm_90a, compute_90a and lto_90a for one architecture, users write
// 90a. A suffix narrows it: 'f' may use what the whole family has (sm_100f),
// 'a' what this very chip has (sm_100a). Clang knows a fixed list without any
// 'f'.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_ARCHITECTURE_H
#define WARPLINT_FRONTEND_ARCHITECTURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warplint {

struct GpuArch {
  unsigned Number = 0;      ///< 10 * major + minor of the compute capability.
  char Suffix = 0;          ///< 0, 'f' or 'a'.
  std::string name() const; ///< "sm_90a".
  bool operator==(const GpuArch &) const = default;
};

/// Reads "90a", "sm_90a", "compute_90a" or "lto_90a".
std::optional<GpuArch> parseGpuArch(llvm::StringRef Text);

/// The newest: the highest number, then 'a' before 'f' before none. None of
/// none.
std::optional<GpuArch> newestGpuArch(llvm::ArrayRef<GpuArch> Archs);

/// \p Arch itself where clang knows it, else the same number without suffix,
/// else the nearest lower plain architecture that clang knows (the lowest of
/// all when there is none).
GpuArch nearestClangArch(GpuArch Arch);

/// Analysed when nothing names an architecture: sm_90, the one that the
/// hardware rules of WarpModel were measured on.
inline constexpr GpuArch DefaultGpuArch{90, 0};

} // namespace warplint

#endif // WARPLINT_FRONTEND_ARCHITECTURE_H
