//===- MakeOutput.h - The commands that `make -nw` prints -------*- C++ -*-===//

#ifndef WARPLINT_LIB_BUILD_MAKEOUTPUT_H
#define WARPLINT_LIB_BUILD_MAKEOUTPUT_H

#include "ShellCommand.h"
#include "warplint/Build/BuildCommands.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>

namespace warplint {

/// `make`, `cd sub && CC=x make -C deep all`: one that a makefile runs by this
/// name, which a Make that prints recipes prints, too, and does not run.
struct MakeRun {
  std::string Folder;
  std::vector<std::string> Arguments;
  std::vector<std::string> Environment; ///< "CC=x".
};

/// Reads what one Make has printed.
class MakeOutput {
public:
  /// \p Into gets commands and notes.
  MakeOutput(BuildListing &Into, llvm::vfs::FileSystem &FS)
      : Into(Into), FS(FS) {}

  /// \p Text: its output, errors among it; \p Folder: where it ran.
  void read(llvm::StringRef Text, llvm::StringRef Folder);

  /// Those that it did not run.
  std::vector<MakeRun> Inner;
  std::string Error; ///< The first "*** ..." of Make.
  bool RunsCMake = false;
  unsigned Missing = 0; ///< Sources that are not there.

private:
  void readLine(llvm::StringRef Line, llvm::StringRef Folder);
  void take(ShellCommand Command, unsigned Depth);
  void takeCompile(const ShellCommand &Command);
  void takeMake(ShellCommand Command);

  BuildListing &Into;
  llvm::vfs::FileSystem &FS;
  std::vector<MakeRun> OfLine; ///< Of the line that was read last.
};

} // namespace warplint

#endif // WARPLINT_LIB_BUILD_MAKEOUTPUT_H
