//===- IncludeIndex.h - Who includes whom below a root ----------*- C++ -*-===//
//
// For a fragment, a file that only stands behind others' declarations, the
// files through which it can be parsed. A textual search: #include lines are
// read without a preprocessor, conditionals and macros ignored; a name that
// does not stand beside its includer matches every file whose path ends in it.
// All files are read once, when the first is asked for. Private to
// lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_HEADERS_INCLUDEINDEX_H
#define WARPLINT_LIB_FRONTEND_HEADERS_INCLUDEINDEX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace warplint {

class IncludeIndex {
public:
  /// \p Sources: absolute. Of very many, those nearest to \p First are read.
  IncludeIndex(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
               std::vector<std::string> Sources, llvm::StringRef First);

  /// Whether a file of this name is one of C++ or CUDA.
  static bool isSource(llvm::StringRef Name);

  /// As Repository::includersOf. \p File is absolute.
  std::vector<std::string> includersOf(llvm::StringRef File,
                                       size_t Maximum) const;

private:
  struct Inclusion {
    std::string By;   ///< Absolute.
    std::string Name; ///< As written.
    bool Quoted = false;
  };
  bool means(const Inclusion &Line, llvm::StringRef File) const;
  std::vector<std::string> directIncludersOf(llvm::StringRef File) const;

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  llvm::StringMap<std::vector<Inclusion>> ByName; ///< Without folders.
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_HEADERS_INCLUDEINDEX_H
