//===- Database.h - Which command compiles a file ---------------*- C++ -*-===//
//
// In this order: the flags after "--", the compilation database of -p, the
// nearest compile_commands.json (or compile_flags.txt) above the file or in a
// build/ folder beside it, and for a header the command of a file that includes
// it. Else default flags.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_DATABASE_H
#define WARPLINT_FRONTEND_DATABASE_H

#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/DatabaseEntry.h"
#include "warplint/Support/PlainFiles.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace warplint {

class LoadedDatabase;

/// The commands of a build, or the flags after "--", or sensible defaults.
class CommandSource {
public:
  /// \p BuildPath: value of -p (a build folder or the database itself), or
  /// empty to search the parents of each file (as far as Support/SearchUp.h
  /// says). \p FixedFlags: what followed "--", used for every file. Fails when
  /// -p names no readable database.
  static llvm::Expected<CommandSource>
  create(llvm::StringRef BuildPath, std::vector<std::string> FixedFlags,
         bool HasFixedFlags,
         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS = plainFiles());
  /// \p Commands as those of a database of -p, which the user is told as \p
  /// Name; relative directories are from \p Folder.
  static CommandSource
  of(std::vector<BuildCommand> Commands, llvm::StringRef Folder,
     llvm::StringRef Name,
     llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS = plainFiles());

  /// The command for \p File. A header without an entry takes that of the file
  /// of the database that includes it (directly or through others), nearest
  /// first.
  RawCommand commandFor(llvm::StringRef File) const;
  /// Files of the database of -p, or else of the one that governs \p Folder
  /// (empty: the current one), that CUDA compiles (.cu, -x cu), absolute, in
  /// the database's order.
  std::vector<std::string> cudaFiles(llvm::StringRef Folder = {}) const;
  /// The CUDA files of the database that governs \p File, those that share most
  /// folders with it first; without a database the .cu files in \p File's
  /// folder and those above that include it, directly or not. All absolute,
  /// without \p File.
  std::vector<std::string> filesBeside(llvm::StringRef File) const;
  /// The absolute paths of all sources in the database that governs \p File,
  /// CUDA or not; nothing without a database.
  std::optional<std::vector<std::string>>
  sourcesBeside(llvm::StringRef File) const;

private:
  /// What was found above a folder.
  struct Discovery {
    std::shared_ptr<LoadedDatabase> Database; ///< May be null.
    std::string Warning = {};
    std::string File = {}; ///< Where it is; empty when it was named.
  };

  explicit CommandSource(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
      : FS(std::move(FS)) {}
  std::string absolute(llvm::StringRef File) const;
  Discovery databaseAbove(llvm::StringRef Folder) const;
  Discovery discover(llvm::StringRef Folder) const;

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  std::vector<std::string> FixedFlags;
  bool HasFixedFlags = false;
  std::shared_ptr<LoadedDatabase> Given; ///< Of -p.
  mutable llvm::StringMap<Discovery> ByFolder;
};

} // namespace warplint

#endif // WARPLINT_FRONTEND_DATABASE_H
