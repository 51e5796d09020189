//===- TidyCommandLine.h - What clang-tidy was called with ------*- C++ -*-===//
//
// clang-tidy tells its checks the folder of a build command and nothing of
// where the command came from: -p, --extra-arg and the flags behind "--" are
// its own. They stand on the command line of the process, from where a check,
// which parses files again by itself, takes them too.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_TIDYCOMMANDLINE_H
#define WARPLINT_TIDY_TIDYCOMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

struct TidyCommandLine {
  /// Value of -p, as given; empty without one.
  std::string BuildPath;
  /// Values of --extra-arg-before and --extra-arg.
  std::vector<std::string> ExtraBefore, Extra;
  /// Values of options that say which checks are wanted.
  std::optional<std::string> Checks, Config, ConfigFile;
  /// What follows "--".
  std::optional<std::vector<std::string>> FixedFlags;
  /// Words that are no options: the sources, and values that stand in a word of
  /// their own.
  std::vector<std::string> Words;
  /// All but -p and what follows "--", in order.
  std::vector<std::string> Others;
};

/// Reads \p Arguments, argv without argv[0]. Response files are expanded.
TidyCommandLine readTidyCommandLine(llvm::ArrayRef<std::string> Arguments);

/// That of this process; empty where the system does not tell it.
TidyCommandLine tidyCommandLineOfProcess();

/// \p BuildPath or the nearest folder above it that has a
/// compile_commands.json, as clang's tools look it up; \p BuildPath itself when
/// none has, or when it is such a file.
std::string databaseFolder(llvm::StringRef BuildPath);

/// \p Command, argv with argv[0], with \p Before behind argv[0] and \p Behind
/// at its end.
std::vector<std::string> withExtraArguments(std::vector<std::string> Command,
                                            llvm::ArrayRef<std::string> Before,
                                            llvm::ArrayRef<std::string> Behind);

} // namespace warplint

#endif // WARPLINT_TIDY_TIDYCOMMANDLINE_H
