//===- IncludeScan.cpp - Which file of a build includes a header ----------===//

#include "IncludeScan.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <map>

using namespace warplint;
using llvm::StringRef;
namespace path = llvm::sys::path;

/// Bounds the search in a large build; the roots come nearest first.
static constexpr size_t MaxFilesRead = 4096;

std::optional<size_t> warplint::includerOf(
    StringRef Header, llvm::vfs::FileSystem &FS,
    llvm::ArrayRef<std::string> Roots,
    llvm::function_ref<std::vector<std::string>(size_t)> FoldersOf) {
  llvm::SmallString<256> RealHeader, Real;
  if (FS.getRealPath(Header, RealHeader))
    RealHeader = Header;
  auto IsHeader = [&](StringRef File) {
    return File == Header ||
           (path::filename(File) == path::filename(Header) &&
            !FS.getRealPath(File, Real) && Real == RealHeader);
  };
  // The files of a build ask for the same names in the same folders.
  llvm::StringMap<bool> Known;
  auto Exists = [&](StringRef File) {
    auto [It, IsNew] = Known.try_emplace(File);
    return IsNew ? It->second = FS.exists(File) : It->second;
  };
  std::map<size_t, std::vector<std::string>> Folders;
  /// Empty where no folder has it.
  auto Resolve = [&](const IncludeLine &Line, StringRef By, size_t Root) {
    if (Line.Quoted || path::is_absolute(Line.Name))
      if (std::string File = absolutePath(path::parent_path(By), Line.Name);
          Exists(File))
        return File;
    auto [It, IsNew] = Folders.try_emplace(Root);
    if (IsNew)
      It->second = FoldersOf(Root);
    for (StringRef Folder : It->second)
      if (std::string File = absolutePath(Folder, Line.Name); Exists(File))
        return File;
    return std::string();
  };

  std::deque<std::pair<std::string, size_t>> Queue;
  for (const std::string &Root : Roots)
    Queue.emplace_back(Root, Queue.size());
  std::optional<size_t> BySuffix;
  llvm::StringSet<> Seen;
  for (; !Queue.empty() && Seen.size() != MaxFilesRead; Queue.pop_front()) {
    auto [File, Root] = Queue.front();
    if (!Seen.insert(File).second)
      continue;
    auto Buffer = FS.getBufferForFile(File);
    if (!Buffer)
      continue;
    for (const IncludeLine &Line : includeLines((*Buffer)->getBuffer())) {
      std::string Found = Resolve(Line, File, Root);
      if (IsHeader(Found))
        return Root;
      if (!Found.empty())
        Queue.emplace_back(std::move(Found), Root);
      else if (!BySuffix && endsInPath(Header, Line.Name))
        BySuffix = Root;
    }
  }
  return BySuffix;
}
