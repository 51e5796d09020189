//===- LoadedDatabase.h - One compilation database --------------*- C++ -*-===//
//
// A compile_commands.json with the lookup that warplint wants, or the flags of
// a compile_flags.txt.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_COMMAND_LOADEDDATABASE_H
#define WARPLINT_LIB_FRONTEND_COMMAND_LOADEDDATABASE_H

#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/DatabaseEntry.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace warplint {

class LoadedDatabase {
public:
  /// \p Path: a build folder or the database itself, absolute.
  static llvm::Expected<std::shared_ptr<LoadedDatabase>>
  load(llvm::StringRef Path, llvm::vfs::FileSystem &FS);

  /// Of \p Commands, as if a database \p Name in \p Folder had them.
  static std::shared_ptr<LoadedDatabase> of(std::vector<BuildCommand> Commands,
                                            llvm::StringRef Folder,
                                            llvm::StringRef Name);

  /// For \p File, absolute and without dots: its own entry, else that of a file
  /// that includes it, else that of the nearest CUDA file; or the flags. None
  /// when the database compiles no CUDA and does not know the file.
  std::optional<RawCommand> commandFor(llvm::StringRef File,
                                       llvm::vfs::FileSystem &FS) const;
  /// Those that share most folders with \p Near first, else as they stand.
  std::vector<std::string> cudaFiles(llvm::StringRef Near = {}) const {
    return files(Near, /*OnlyCuda=*/true);
  }
  /// All sources, in the same order.
  std::vector<std::string> sources(llvm::StringRef Near) const {
    return files(Near, /*OnlyCuda=*/false);
  }

  bool isFlagsFile() const { return FlagsFile; }

private:
  struct Entry : BuildCommand {
    bool IsCuda = false; ///< A .cu, or compiled with -x cu or -x cuda.
  };
  std::vector<const Entry *> entriesOf(llvm::StringRef File,
                                       llvm::vfs::FileSystem &FS) const;
  std::vector<const Entry *> nearestFirst(llvm::StringRef File) const;
  std::vector<std::string> files(llvm::StringRef Near, bool OnlyCuda) const;

  std::string Folder, Name;
  bool FlagsFile = false;
  std::vector<std::string> Flags;
  std::vector<Entry> Entries; ///< Their paths are absolute.
  llvm::StringMap<std::vector<const Entry *>> ByFile;
};

/// The command that compiles \p File with \p Flags. The compiler is "nvcc"
/// unless a flag is there that nvcc does not know: what both dialects share is
/// read as nvcc's, which CUDA is mostly built with.
std::vector<std::string> withFlags(llvm::ArrayRef<std::string> Flags,
                                   llvm::StringRef File);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_COMMAND_LOADEDDATABASE_H
