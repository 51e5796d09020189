//===- IncludeScan.cpp - Which file of a build includes a header ----------===//

#include "IncludeScan.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

using namespace warplint;
using llvm::StringRef;
namespace path = llvm::sys::path;

/// Bounds the search in a large build; the roots come nearest first.
static constexpr size_t MaxFilesRead = 4096;

namespace {

class IncludeScan {
public:
  IncludeScan(StringRef Header, llvm::vfs::FileSystem &FS)
      : FS(FS), Header(Header) {
    llvm::SmallString<256> Real;
    RealHeader = FS.getRealPath(Header, Real) ? Header.str() : Real.str().str();
  }

  std::optional<size_t> run(size_t NumRoots,
                            llvm::function_ref<IncludeRoot(size_t)> RootAt) {
    size_t FilesRead = 0;
    for (size_t I = 0; I < NumRoots && FilesRead < MaxFilesRead; ++I) {
      Roots.push_back(RootAt(I));
      if (!Seen.insert(Roots.back().File).second)
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

private:
  struct Visit {
    std::string File;
    size_t Root;
  };

  /// True when \p At includes the header; else queues what it includes.
  bool visit(const Visit &At) {
    auto Buffer = FS.getBufferForFile(At.File);
    if (!Buffer)
      return false;
    for (const IncludeLine &Line : includeLines((*Buffer)->getBuffer())) {
      std::string File = resolve(Line, At);
      if (File.empty()) {
        if (!BySuffix && endsInPath(Header, Line.Name))
          BySuffix = At.Root;
        continue;
      }
      if (isHeader(File))
        return true;
      if (Seen.insert(File).second)
        Queue.push_back({File, At.Root});
    }
    return false;
  }

  /// Empty where no folder has it.
  std::string resolve(const IncludeLine &Line, const Visit &At) {
    if (Line.Quoted || path::is_absolute(Line.Name))
      if (std::string Beside =
              absolutePath(path::parent_path(At.File), Line.Name);
          FS.exists(Beside))
        return Beside;
    const IncludeRoot &From = Roots[At.Root];
    auto [It, New] =
        Resolved.try_emplace(llvm::join(From.Folders, "\n") + "\n" + Line.Name);
    for (StringRef Folder : From.Folders)
      if (New && It->second.empty())
        if (std::string There = absolutePath(Folder, Line.Name);
            FS.exists(There))
          It->second = There;
    return It->second;
  }

  bool isHeader(StringRef File) const {
    if (File == Header)
      return true;
    llvm::SmallString<256> Real;
    return path::filename(File) == path::filename(Header) &&
           !FS.getRealPath(File, Real) && Real == RealHeader;
  }

  llvm::vfs::FileSystem &FS;
  std::string Header, RealHeader;
  std::vector<IncludeRoot> Roots;
  std::deque<Visit> Queue;
  llvm::StringSet<> Seen;
  /// Folders and name to the file found in them, or "".
  llvm::StringMap<std::string> Resolved;
  std::optional<size_t> BySuffix;
};

} // namespace

std::optional<size_t>
warplint::includerOf(StringRef Header, llvm::vfs::FileSystem &FS,
                     size_t NumRoots,
                     llvm::function_ref<IncludeRoot(size_t)> RootAt) {
  return IncludeScan(Header, FS).run(NumRoots, RootAt);
}
