//===- SourceWords.h - What a source of the build may name ------*- C++ -*-===//
//
// The words of a source, of the headers that it includes, and of the macros of
// its command, read without a preprocessor: conditionals are ignored, so a source
// names no more than it may name here. Headers of the toolkit and of the system are
// left out: they do not know the program's functions. Of those of other projects,
// what they declare counts.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_LAUNCH_SOURCEWORDS_H
#define WARPLINT_LIB_KERNEL_LAUNCH_SOURCEWORDS_H

#include "TextWords.h"
#include "warplint/Frontend/CompileCommand.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warplint {

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
  /// Whether a header of another project in \p File declares a function \p Name: it
  /// may call that.
  bool foreignMayCall(llvm::StringRef File, llvm::StringRef Name);
  /// Whether the linker is given \p Name by a command of \p File.
  bool isLinked(llvm::StringRef File, llvm::StringRef Name);
  /// Whether \p File stands for a command that links objects of \p Sources alone, to
  /// a program.
  bool isProgramOf(llvm::StringRef File, llvm::ArrayRef<std::string> Sources);
  /// Whether \p Files, of one program, have a function of the runtime that
  /// launches.
  bool launches(llvm::ArrayRef<std::string> Files);
  /// Whether it has kernels launched without their names.
  bool enumerates(llvm::StringRef File);
  /// The source itself or a header of the program that is not there, of which
  /// nothing is known; empty if none.
  llvm::StringRef missing(llvm::StringRef File);
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
    bool IsOpen = false; ///< There may be others.
    std::string Missing; ///< The first that is not there, as it is named.
    /// What macros may join to others; null until it is asked.
    std::unique_ptr<llvm::StringSet<>> Pasted;
  };
  struct Search;
  struct Headers {
    std::vector<const TextWords *> Texts;
    std::string Missing; ///< As in Source.
  };

  enum class Owner { Program, Project, System };
  Owner ownerOf(llvm::StringRef Folder, llvm::StringRef Source);
  /// Null if they are too many.
  const std::vector<const TextWords *> *foreignTexts(llvm::StringRef File);
  const TextWords *textAt(llvm::StringRef Path);
  const TextWords *find(const IncludeLine &Line, const Search &In,
                        llvm::StringRef From);
  bool isOfSystem(llvm::StringRef Header, const Search &In);
  const Headers &included(const TextWords &Text, const Search &In);
  Search searchOf(const DeviceCommand &Command);
  void add(Source &To, const TextWords *First, const Search &In);
  bool addMacros(Source &To, const Search &In, llvm::StringSet<> &Known,
                 std::vector<const TextWords *> &Pending);
  Source &sourceOf(llvm::StringRef File);
  bool mayPaste(llvm::StringRef File, llvm::StringRef Name);

  Commands CommandsFor;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  llvm::StringMap<std::unique_ptr<TextWords>> Texts; ///< Null: no such file.
  std::deque<TextWords> Lines;                       ///< Macros of commands.
  llvm::StringMap<bool> HasToolkit;                  ///< Folders.
  llvm::StringMap<unsigned> Paths; ///< Numbers of lists of folders.
  std::map<std::pair<const TextWords *, unsigned>, Headers> Included;
  llvm::StringMap<std::unique_ptr<Source>> Sources;
  llvm::StringMap<std::optional<std::vector<const TextWords *>>> Foreign;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_LAUNCH_SOURCEWORDS_H
