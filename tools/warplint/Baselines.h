//===- Baselines.h - The baselines of a run ---------------------*- C++ -*-===//
//
// That of --baseline for all files; without it, for each file the one that its
// .warplint names. And the one that --write-baseline makes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_BASELINES_H
#define WARPLINT_TOOLS_BASELINES_H

#include "CommandLine.h"
#include "warplint/Select/Baseline.h"
#include <map>
#include <optional>
#include <string>

namespace warplint {

class Baselines {
public:
  explicit Baselines(const CommandLine &Line) : Line(Line) {}

  /// Reads what the command line names. False on an error, which has been said.
  bool read();

  /// Holds back the findings of \p Report that the baseline \p Named has; empty
  /// for none. With --write-baseline all are taken into that one, and those of
  /// .warplint do not count. False where \p Named can't be read, which is said
  /// once.
  bool holdBack(FileReport &Report, llvm::StringRef Named,
                std::optional<Severity> FailOn);

  /// Tells entries whose findings are gone: a baseline can be written anew.
  void sayStaleEntries() const;

  /// Writes that of --write-baseline, with what the file says of others than
  /// were linted. False on an error, which has been said.
  bool write();

private:
  std::optional<Baseline> &named(llvm::StringRef Name);
  bool readReplaced();

  const CommandLine &Line;
  /// By name; nothing when it can't be read.
  std::map<std::string, std::optional<Baseline>> All;
  std::optional<Baseline> Written;
  std::optional<Baseline> Replaced; ///< What the file that is written has.
};

} // namespace warplint

#endif // WARPLINT_TOOLS_BASELINES_H
