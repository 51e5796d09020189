//===- Paths.h - Joining paths -----------------------------------*- C++
//-*-===//

#ifndef WARPLINT_LIB_FRONTEND_PATHS_H
#define WARPLINT_LIB_FRONTEND_PATHS_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <string>

namespace warplint {

/// \p Name, relative to \p Folder unless absolute, without "." and "..".
inline std::string absolutePath(llvm::StringRef Folder, llvm::StringRef Name) {
  llvm::SmallString<256> Path(Name);
  llvm::sys::path::make_absolute(Folder, Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

template <typename... Components>
std::string joinPath(llvm::StringRef First, Components... Rest) {
  llvm::SmallString<256> Path(First);
  llvm::sys::path::append(Path, Rest...);
  return Path.str().str();
}

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PATHS_H
