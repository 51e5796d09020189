//===- SourceWords.h - What a source of the build may name ------*- C++ -*-===//
//
// The words of a source, of the headers that it includes, and of the macros of
// its command, read without a preprocessor: conditionals are ignored, so a source
// names no more than it may name here. Headers of the toolkit, of the system and
// of other projects are left out: they do not know the program's functions.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_SOURCEWORDS_H
#define WARPLINT_LIB_KERNEL_LAUNCH_SOURCEWORDS_H

#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/IncludeLines.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warplint {

/// The words of one text, comments left out.
struct TextWords {
  std::string Path;
  llvm::StringSet<> Declared; ///< Kernels, where they are declared.
  llvm::StringSet<> Named;    ///< All others, those in literals, too.
  std::vector<IncludeLine> Includes;
  std::vector<std::string> IncludedMacros; ///< #include NAME
  /// What macros that an #include may name stand for; none if not told.
  llvm::StringMap<std::vector<IncludeLine>> Macros;
  bool Pastes = false;        ///< Has ##.
  bool CallsLauncher = false; ///< A function of the runtime that launches.
};

/// Reads each file once. Not for several threads at once.
class SourceWords {
public:
  using Commands = std::function<std::vector<DeviceCommand>(llvm::StringRef)>;

  SourceWords(Commands CommandsFor,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
      : CommandsFor(std::move(CommandsFor)), FS(std::move(FS)) {}

  /// Whether the source \p File may name \p Name.
  bool mayName(llvm::StringRef File, llvm::StringRef Name);
  /// Whether it may do so but to declare a kernel.
  bool mayUse(llvm::StringRef File, llvm::StringRef Name);
  /// Whether it calls a function of the runtime that launches.
  bool callsLauncher(llvm::StringRef File);
  /// Whether a header of the name \p Header is included somewhere in it.
  bool includes(llvm::StringRef File, llvm::StringRef Header);
  /// Whether \p Command defines or undefines macros that \p File has, which
  /// \p Other does not.
  bool differs(const DeviceCommand &Command, const DeviceCommand &Other,
               llvm::StringRef File);

private:
  /// All texts that a source consists of.
  struct Source {
    std::vector<const TextWords *> Texts;
    bool IsOpen = false; ///< Texts are missing.
    /// Where one of them pastes words together: the words of all.
    std::unique_ptr<llvm::StringSet<>> Pasted;
  };
  struct Search;

  bool isForeign(llvm::StringRef Folder, llvm::StringRef Source);
  const TextWords *textAt(llvm::StringRef Path);
  const TextWords *find(const IncludeLine &Line, const Search &In,
                        llvm::StringRef From);
  llvm::ArrayRef<const TextWords *> included(const TextWords &Text,
                                             const Search &In);
  Search searchOf(const DeviceCommand &Command);
  void add(Source &To, const TextWords *First, const Search &In);
  bool addMacros(Source &To, const Search &In, llvm::StringSet<> &Known,
                 std::vector<const TextWords *> &Pending);
  const Source &sourceOf(llvm::StringRef File);

  Commands CommandsFor;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  llvm::StringMap<std::unique_ptr<TextWords>> Texts; ///< Null: no such file.
  std::deque<TextWords> Lines;                       ///< Macros of commands.
  llvm::StringMap<bool> HasToolkit;                  ///< Folders.
  llvm::StringMap<unsigned> Paths; ///< Numbers of lists of folders.
  llvm::DenseMap<std::pair<const TextWords *, unsigned>,
                 std::vector<const TextWords *>>
      Included;
  llvm::StringMap<std::unique_ptr<Source>> Sources;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_SOURCEWORDS_H
