//===- Config.h - The file .warplint ----------------------------*- C++ -*-===//
//
// Settings of a project, as YAML: the keys are those of Keys.def, and the
// limits of the checks; docs/config.md describes them. The file that governs a
// source is the nearest one in the folders above it; with "InheritParentConfig:
// true" what it does not say is taken from the next one further up, as in
// .clang-tidy.
//
//   InheritParentConfig: true
//   Checks: '-*,warplint-bank-conflict'
//   MinWavefronts: 4
//   Assume: ['gemm:n % 32 == 0']
//   CheckOptions:
//     warplint-bank-conflict.MinExcess: 100
//
// Errors have a line and a column: an unknown key, a value of the wrong type,
// text that is not YAML.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CONFIG_CONFIG_H
#define WARPLINT_CONFIG_CONFIG_H

#include "warplint/Config/CheckRecord.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// What was not said is absent.
struct Config {
  using Text = std::optional<std::string>;
  using Flag = std::optional<bool>;
  using Number = std::optional<unsigned>;
  using List = std::vector<std::string>;

#define WARPLINT_KEY(Name, Kind, Choices, Sentence) Kind Name = {};
#include "warplint/Config/Keys.def"

  /// Of single checks, and of all that have a limit.
  OptionValues CheckOptions;

  /// Where the values of lists come from that the command line did not give:
  /// the key and the value, and "FILE:LINE:COLUMN". For errors.
  std::map<std::pair<std::string, std::string>, std::string> Places;

  /// The files that it was read from, absolute, the nearest first.
  std::vector<std::string> Files;
};

/// Whether the values of \p Key are globs, of which the last that matches
/// decides.
bool isGlobsKey(llvm::StringRef Key);

/// What is wrong with a value of a key, beyond its kind: who uses the value
/// knows. Empty when nothing is.
using ValueCheck =
    std::function<std::string(llvm::StringRef Key, llvm::StringRef Value)>;

/// Reads the text of a configuration; \p Name is that of the file, for errors.
/// \p Checks are those that CheckOptions may be about, and whose limits are
/// keys.
llvm::Expected<Config> parseConfig(llvm::StringRef Text, llvm::StringRef Name,
                                   llvm::ArrayRef<CheckRecord> Checks,
                                   const ValueCheck &Values = {});

/// \p Nearer where it says something, else \p Further. Lists of globs and of
/// assumptions are joined, those of \p Further first.
Config mergeConfigs(Config Further, const Config &Nearer);

/// What \p C says, as YAML that parseConfig reads back.
void printConfig(llvm::raw_ostream &Out, const Config &C);

/// Finds and reads the files; each once.
class ConfigFiles {
public:
  ConfigFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
              llvm::ArrayRef<CheckRecord> Checks, ValueCheck Values = {})
      : FS(std::move(FS)), Checks(Checks), Values(std::move(Values)) {}

  /// What governs \p Source: nothing said when there is no file. Folders above
  /// are searched as far as Support/SearchUp.h says. A file that cannot be
  /// read, or belongs to somebody else, is an error.
  llvm::Expected<Config> configFor(llvm::StringRef Source);

  /// Reads the file that the user named. A baseline in it is named from its
  /// folder.
  llvm::Expected<Config> read(llvm::StringRef File);

private:
  llvm::Expected<Config> configOf(llvm::StringRef Folder);
  llvm::Expected<bool> isThere(llvm::StringRef File, llvm::StringRef Folder);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  llvm::ArrayRef<CheckRecord> Checks;
  ValueCheck Values;
  std::map<std::string, Config> Read; ///< By folder.
};

} // namespace warplint

#endif // WARPLINT_CONFIG_CONFIG_H
