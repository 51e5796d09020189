//===- BuildGuess.h - How a project is built, by its files ------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_INIT_BUILDGUESS_H
#define WARPLINT_TOOLS_INIT_BUILDGUESS_H

#include "CommandLine.h"

namespace warplint {

struct BuildGuess {
  /// "CMakeLists.txt"; empty: nothing was found.
  std::string Found;
  /// What has to run before there are commands: "cmake -B build ..."; empty:
  /// nothing.
  std::string Prepare;
  /// Options by which warplint reads the build: "-p build"; empty: none.
  std::string Options;
  /// The value of -p among them, as it is; or empty.
  std::string Path;
  /// The newest architecture that the found file names, where no database has
  /// any; or empty.
  std::string Arch;
  /// What was given behind "--", which is in the place of all that is found; as
  /// words of a shell. Empty: nothing was.
  std::string Flags = {};
};

/// By the options of \p Line, else by the files of the current folder. Nothing is
/// run.
BuildGuess guessBuild(const CommandLine &Line);

/// \p Word as a shell has it.
std::string shellWord(llvm::StringRef Word);

/// \p Text in single quotes of YAML.
std::string yamlText(llvm::StringRef Text);

/// The text of a regular file that is not large; else empty.
std::string smallText(llvm::StringRef File);

} // namespace warplint

#endif // WARPLINT_TOOLS_INIT_BUILDGUESS_H
