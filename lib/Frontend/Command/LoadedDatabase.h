//===- LoadedDatabase.h - One compilation database --------------*- C++ -*-===//
//
// A compile_commands.json with the lookup that warplint wants, or the flags of
// a compile_flags.txt. Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_COMMAND_LOADEDDATABASE_H
#define WARPLINT_LIB_FRONTEND_COMMAND_LOADEDDATABASE_H

#include "warplint/Frontend/CompileCommand.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace warplint {

class LoadedDatabase {
public:
  /// \p Path: a build folder or the database itself, absolute.
  static llvm::Expected<std::shared_ptr<LoadedDatabase>>
  loadFromBuildPath(llvm::StringRef Path, llvm::vfs::FileSystem &FS);
  static llvm::Expected<std::shared_ptr<LoadedDatabase>>
  load(llvm::StringRef File, llvm::vfs::FileSystem &FS);

  /// For \p File, absolute and without dots: its own entry, else that of a file
  /// that includes it, else that of the nearest CUDA file. None when the
  /// database compiles no CUDA and does not know the file.
  std::optional<RawCommand> commandFor(llvm::StringRef File,
                                       llvm::vfs::FileSystem &FS) const;
  std::vector<std::string> cudaFiles() const;
  /// The same, those that share most folders with \p File first.
  std::vector<std::string> cudaFilesNear(llvm::StringRef File) const;

  bool isFlagsFile() const { return FlagsFile; }
  const std::vector<std::string> &flags() const { return Flags; }
  const std::string &folder() const { return Folder; }
  std::string name() const;

private:
  struct Entry {
    std::string File; ///< Absolute, without dots.
    std::string Directory;
    std::vector<std::string> Arguments;
    bool IsCuda = false; ///< A .cu, or compiled with -x cu or -x cuda.
  };
  llvm::Error readCommands(llvm::StringRef Text);
  void addEntry(llvm::StringRef File, llvm::StringRef Directory,
                std::vector<std::string> Arguments);
  std::optional<size_t> entryOf(llvm::StringRef File,
                                llvm::vfs::FileSystem &FS) const;
  size_t best(llvm::ArrayRef<size_t> Indices) const;
  std::optional<size_t> includerOf(llvm::StringRef Header,
                                   llvm::vfs::FileSystem &FS) const;
  std::vector<size_t> nearestFirst(llvm::StringRef File) const;
  RawCommand commandOf(size_t Index, std::string Source) const;
  std::string shown(llvm::StringRef File) const;

  std::string Path, Folder;
  bool FlagsFile = false;
  std::vector<std::string> Flags;
  std::vector<Entry> Entries;
  llvm::StringMap<std::vector<size_t>> ByFile;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_COMMAND_LOADEDDATABASE_H
