//===- Repository.h - Where the files of a project are ----------*- C++ -*-===//
//
// A clone without its build still has its own headers, in folders that only the
// build would name. They are found by the path that an #include gives:
//
//   #include "common/timer.h"   in  src/gemm/gemm.cu
//   means  common/timer.h  or  include/common/timer.h  or ...  under the root
//
// The root is that of --root, else the nearest folder above with a .git, else
// the file's own folder, of which only a few levels and files are looked at.
// Nothing outside of it is ever found, through links neither. A root is walked
// once, when something in it is first asked for; several threads may ask.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_REPOSITORY_H
#define WARPLINT_FRONTEND_REPOSITORY_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// What an #include that the compiler cannot resolve most likely means.
struct HeaderMatch {
  std::string File; ///< Absolute: of those that match, the nearest.
  /// The others that match, are as near, and hold another text: which one a
  /// build would include is not known.
  std::vector<std::string> Others;
};

class Repository {
public:
  /// \p Root: value of --root, or empty. \p Texts: what definitions() reads
  /// through; null: \p FS.
  explicit Repository(
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
      llvm::StringRef Root = {},
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Texts = nullptr);
  ~Repository();

  /// The folder within which the headers of \p File are looked for. Absolute.
  std::string rootOf(llvm::StringRef File) const;

  /// Whether \p File lies below \p Root, and is no link out of it.
  bool isInside(llvm::StringRef Root, llvm::StringRef File) const;

  /// The file below \p Root whose path ends in \p Name (leading ../ and ./ left
  /// aside), whole components. Of several that which shares most folders with
  /// \p Includer, then the one with the shortest path, then the first by name.
  std::optional<HeaderMatch> findHeader(llvm::StringRef Root,
                                        llvm::StringRef Name,
                                        llvm::StringRef Includer);

  /// The .cu files below \p Folder, sorted.
  std::vector<std::string> cudaFilesBelow(llvm::StringRef Folder);

  /// Files below \p File's root whose text includes \p File, directly or
  /// through others, at most \p Maximum: .cu files by the length of the chain,
  /// then the nearest first; behind them others that nothing includes.
  std::vector<std::string> includersOf(llvm::StringRef File, size_t Maximum);

  /// How often the text of the files below \p Folder, a root or a folder of
  /// headers, defines \p Macro: #define, and what becomes one when a build makes
  /// a header of it (#cmakedefine; in a .in file #undef). Conditionals and
  /// comments are ignored. Nothing where there are more files than are read.
  /// They are read once, when the first macro is asked for.
  std::optional<unsigned> definitions(llvm::StringRef Folder,
                                      llvm::StringRef Macro);

  /// How often one of the others was asked: what is found rests on all of the
  /// root.
  unsigned lookups() const;

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace warplint

#endif // WARPLINT_FRONTEND_REPOSITORY_H
