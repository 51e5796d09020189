//===- Paths.cpp - Joining and comparing paths ----------------------------===//

#include "warplint/Support/Paths.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace warplint {

std::string absolutePath(StringRef Path) {
  SmallString<256> Absolute(Path);
  if (sys::fs::make_absolute(Absolute))
    return Path.str();
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

std::string pathBelow(StringRef Root, StringRef File) {
  std::string Folder = absolutePath(Root), Path = absolutePath(File);
  StringRef Rest = Path;
  if (Rest.consume_front(Folder) &&
      (Rest.consume_front("/") || StringRef(Folder).ends_with("/")))
    return Rest.str();
  return Path;
}

std::string shownPath(StringRef File) {
  return sys::path::is_absolute(File) ? pathBelow(".", File) : File.str();
}

std::string pathFrom(StringRef Folder, StringRef File) {
  std::string From = absolutePath(Folder), Path = absolutePath(File);
  auto FEnd = sys::path::end(From), PEnd = sys::path::end(Path);
  auto [F, P] =
      std::mismatch(sys::path::begin(From), FEnd, sys::path::begin(Path), PEnd);
  SmallString<256> Result;
  for (; F != FEnd; ++F)
    if (!F->empty() && *F != ".")
      sys::path::append(Result, sys::path::Style::posix, "..");
  for (; P != PEnd; ++P)
    sys::path::append(Result, sys::path::Style::posix, *P);
  return Result.str().str();
}

std::string folderWith(StringRef Name, StringRef Folder, vfs::FileSystem &FS) {
  while (!Folder.empty() && !FS.exists(joinPath(Folder, Name)))
    Folder = sys::path::parent_path(Folder);
  return Folder.str();
}

std::string sourceRoot() {
  SmallString<256> Current;
  if (sys::fs::current_path(Current))
    return ".";
  std::string Root = folderWith(".git", Current, *vfs::getRealFileSystem());
  return Root.empty() ? Current.str().str() : Root;
}

std::string absoluteIn(const vfs::FileSystem &FS, const Twine &Path) {
  SmallString<256> Result;
  Path.toVector(Result);
  (void)FS.makeAbsolute(Result);
  return Result.str().str();
}

} // namespace warplint
