//===- ShellCommand.h - The commands of a line for the shell ----*- C++ -*-===//
//
// Takes a recipe's line apart as a POSIX shell does (quotes, backslashes,
// operators, subshells, redirections, comments, reserved words), and runs
// nothing. What only a running shell knows ($x, `x`, *.cu) stays as it is
// written, and is reported.
//
//   (cd src && CC=x nvcc -c a.cu >log); make
// has in "/p" the commands `CC=x nvcc -c a.cu` in "/p/src", and `make` in "/p".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_BUILD_SHELLCOMMAND_H
#define WARPLINT_LIB_BUILD_SHELLCOMMAND_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint {

/// A simple command.
struct ShellCommand {
  std::vector<std::string> Words;
  /// Those that a shell would expand.
  std::vector<std::string> Open;
  /// Where it runs; empty when that is not known (`cd $x`).
  std::string Folder;
};

/// The simple commands of \p Line, run in \p Folder, in their order; `cd` is
/// followed and is none of them. A quote without its end ends the line.
void forEachCommand(llvm::StringRef Line, llvm::StringRef Folder,
                    llvm::function_ref<void(ShellCommand)> Use);

} // namespace warplint

#endif // WARPLINT_LIB_BUILD_SHELLCOMMAND_H
