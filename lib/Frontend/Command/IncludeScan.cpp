//===- IncludeScan.cpp - Which file of a build includes a header ----------===//

#include "IncludeScan.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/StringExtras.h"

using namespace warplint;
using llvm::StringRef;
namespace path = llvm::sys::path;

/// Bounds the search in a large build; the roots come nearest first.
static constexpr size_t MaxFilesRead = 4096;

/// \p File ends in the path \p Name, whole components, leading ../ left aside.
static bool endsInPath(StringRef File, StringRef Name) {
  while (Name.consume_front("../") || Name.consume_front("./"))
    ;
  return !Name.empty() && File.consume_back(Name) && File.ends_with("/");
}

bool IncludeScan::isHeader(StringRef File) const {
  if (File == Header)
    return true;
  if (path::filename(File) != path::filename(Header))
    return false;
  llvm::SmallString<256> Real;
  return !FS.getRealPath(File, Real) && Real == RealHeader;
}

std::optional<std::string> IncludeScan::resolve(const IncludeLine &Line,
                                                const Visit &At) {
  if (Line.Quoted || path::is_absolute(Line.Name))
    if (std::string Beside =
            absolutePath(path::parent_path(At.File), Line.Name);
        FS.exists(Beside))
      return Beside;
  const Root &From = Roots[At.Root];
  std::string Key = llvm::join(From.Folders, "\n") + "\n" + Line.Name;
  auto [It, New] = Resolved.try_emplace(Key);
  if (New)
    for (StringRef Folder : From.Folders)
      if (std::string There = absolutePath(Folder, Line.Name);
          FS.exists(There)) {
        It->second = There;
        break;
      }
  if (It->second.empty())
    return std::nullopt;
  return It->second;
}

/// True when \p At includes the header; else queues what it includes.
bool IncludeScan::visit(const Visit &At) {
  auto Buffer = FS.getBufferForFile(At.File);
  if (!Buffer)
    return false;
  for (const IncludeLine &Line : includeLines((*Buffer)->getBuffer())) {
    std::optional<std::string> File = resolve(Line, At);
    if (!File) {
      if (!BySuffix && endsInPath(Header, Line.Name))
        BySuffix = At.Root;
      continue;
    }
    if (isHeader(*File))
      return true;
    if (Seen.try_emplace(*File, true).second)
      Queue.push_back({*File, At.Root});
  }
  return false;
}

std::optional<size_t> IncludeScan::includerOf(StringRef Wanted) {
  Header = Wanted.str();
  llvm::SmallString<256> Real;
  RealHeader = FS.getRealPath(Header, Real) ? Header : Real.str().str();
  size_t FilesRead = 0;
  for (size_t I = 0; I < NumRoots && FilesRead < MaxFilesRead; ++I) {
    Roots.push_back(RootAt(I));
    if (!Seen.try_emplace(Roots.back().File, true).second)
      continue;
    ++FilesRead;
    if (visit({Roots.back().File, I}))
      return I;
  }
  for (; !Queue.empty() && FilesRead < MaxFilesRead; ++FilesRead) {
    Visit At = std::move(Queue.front());
    Queue.pop_front();
    if (visit(At))
      return At.Root;
  }
  return BySuffix;
}
