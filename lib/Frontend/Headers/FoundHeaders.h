//===- FoundHeaders.h - The include folder of last resort -------*- C++ -*-===//
//
// A folder that exists in no file system and is searched after all others, the
// toolkit's and the system's included, for "name" and <name> alike: so what it
// offers shadows nothing. Asked for DIR/NAME it looks NAME up in the repository
// and offers a file of one line that includes what was found, by its own path.
// A parse that finds all its headers never comes here.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_HEADERS_FOUNDHEADERS_H
#define WARPLINT_LIB_FRONTEND_HEADERS_FOUNDHEADERS_H

#include "warplint/Basic/SourcePlace.h"
#include "warplint/Frontend/Repository.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace clang {
class CompilerInstance;
class Preprocessor;
} // namespace clang

namespace warplint {

/// Makes \p CI search \p Folder, whose headers are the user's, after all others.
void searchLast(clang::CompilerInstance &CI, llvm::StringRef Folder);

class FoundHeaders : public llvm::vfs::ProxyFileSystem {
public:
  /// \p File: the main file, whose root is searched.
  FoundHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
               Repository &Files, llvm::StringRef File);

  /// Adds the folder to \p CI's search path, last.
  void install(clang::CompilerInstance &CI);

  /// What was included, in the order of the source.
  const std::vector<FoundHeader> &found() const { return Found; }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override { return bool(status(Path)); }

private:
  void look(llvm::StringRef Name);

  Repository &Files;
  std::string Root;
  clang::Preprocessor *PP = nullptr;
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Offered;
  std::vector<FoundHeader> Found;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_HEADERS_FOUNDHEADERS_H
