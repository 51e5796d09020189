//===- IncludeScan.h - Which file of a build includes a header --*- C++ -*-===//
//
// A textual search: #include lines are read without a preprocessor,
// conditionals and macros ignored, and followed breadth first, so that the
// includer found is the nearest. A name that resolves to no file matches a
// header that ends in it. Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_COMMAND_INCLUDESCAN_H
#define WARPLINT_LIB_FRONTEND_COMMAND_INCLUDESCAN_H

#include "warplint/Frontend/IncludeLines.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

class IncludeScan {
public:
  /// A file that the build compiles, absolute, and its -I and -iquote folders.
  struct Root {
    std::string File;
    std::vector<std::string> Folders;
  };
  /// \p Roots in order of preference; \p RootAt gives the I-th of \p NumRoots
  /// when its turn comes.
  IncludeScan(llvm::vfs::FileSystem &FS, size_t NumRoots,
              llvm::function_ref<Root(size_t)> RootAt)
      : FS(FS), NumRoots(NumRoots), RootAt(RootAt) {}

  /// The root with the shortest chain of includes to \p Header (absolute).
  std::optional<size_t> includerOf(llvm::StringRef Header);

private:
  struct Visit {
    std::string File;
    size_t Root;
  };
  bool visit(const Visit &At);
  std::optional<std::string> resolve(const IncludeLine &Line, const Visit &At);
  bool isHeader(llvm::StringRef File) const;

  llvm::vfs::FileSystem &FS;
  size_t NumRoots;
  llvm::function_ref<Root(size_t)> RootAt;
  std::string Header, RealHeader;
  std::vector<Root> Roots;
  std::deque<Visit> Queue;
  llvm::StringMap<bool> Seen;
  /// Folders and name to the file found in them, or "".
  llvm::StringMap<std::string> Resolved;
  std::optional<size_t> BySuffix;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_COMMAND_INCLUDESCAN_H
