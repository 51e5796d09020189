//===- FragmentFile.h - A fragment under the user's name for it -*- C++ -*-===//
//
// A fragment that is parsed through a file which includes it is reached by that
// #include's path, and is reported under the name that the user gave.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_HEADERS_FRAGMENTFILE_H
#define WARPLINT_LIB_FRONTEND_HEADERS_FRAGMENTFILE_H

#include "clang/Basic/FileEntry.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>

namespace clang {
class SourceManager;
}

namespace warplint {

/// Shows the file \p Name under that name, by whatever path it is asked for.
class FragmentName : public llvm::vfs::ProxyFileSystem {
public:
  FragmentName(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
               llvm::StringRef Name);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;

private:
  std::string Name;
  std::optional<llvm::sys::fs::UniqueID> Id;
};

/// The file that a parse is about: the main file, or one that it includes.
class OwnFile {
public:
  /// \p Fragment: its name; empty for the main file.
  OwnFile(const clang::SourceManager &SM, llvm::StringRef Fragment);

  /// Whether \p Loc, or the use of the macro that it comes from, is in it.
  bool holds(clang::SourceLocation Loc) const;

private:
  const clang::SourceManager &SM;
  clang::OptionalFileEntryRef File;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_HEADERS_FRAGMENTFILE_H
