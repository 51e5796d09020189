//===- Paths.h - Joining and comparing paths --------------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_PATHS_H
#define WARPLINT_SUPPORT_PATHS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <string>
#include <tuple>
#include <vector>

namespace llvm::vfs {
class FileSystem;
}

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

/// How many folders two absolute paths begin with in common.
inline size_t sharedFolders(llvm::StringRef L, llvm::StringRef R) {
  namespace path = llvm::sys::path;
  auto [Differs, Other] =
      std::mismatch(path::begin(L), path::end(L), path::begin(R), path::end(R));
  return std::distance(path::begin(L), Differs);
}

/// Nearest to \p File first: most folders in common, then the shortest path.
inline void sortByNearness(std::vector<std::string> &Files,
                           llvm::StringRef File) {
  namespace path = llvm::sys::path;
  std::vector<std::tuple<size_t, size_t, std::string>> Keyed;
  for (std::string &Other : Files) {
    size_t Components = std::distance(path::begin(Other), path::end(Other));
    Keyed.emplace_back(~sharedFolders(Other, File), Components,
                       std::move(Other));
  }
  llvm::sort(Keyed);
  for (auto [Into, Key] : llvm::zip(Files, Keyed))
    Into = std::move(std::get<2>(Key));
}

/// \p Path from the current folder, without "." and ".."; as it is where there
/// is no current folder.
std::string absolutePath(llvm::StringRef Path);

/// \p File relative to the folder \p Root, with '/' between its parts; absolute
/// where it does not lie below it. Both may be relative to the current folder.
std::string pathBelow(llvm::StringRef Root, llvm::StringRef File);

/// \p File as messages name it: what lies below the current folder without that
/// folder.
std::string shownPath(llvm::StringRef File);

/// \p File as it is reached from the folder \p Folder, with '/' between its
/// parts: "../src/tile.cu". Nothing is looked up on the disk.
std::string pathFrom(llvm::StringRef Folder, llvm::StringRef File);

/// The nearest of \p Folder and those above it that holds a \p Name; empty where
/// none does.
std::string folderWith(llvm::StringRef Name, llvm::StringRef Folder,
                       llvm::vfs::FileSystem &FS);

/// The folder that reports name files from: the nearest one above the current
/// folder that holds a .git, else the current folder itself.
std::string sourceRoot();

/// \p Path from the current folder of \p FS, dots and all.
std::string absoluteIn(const llvm::vfs::FileSystem &FS,
                       const llvm::Twine &Path);

} // namespace warplint

#endif // WARPLINT_SUPPORT_PATHS_H
