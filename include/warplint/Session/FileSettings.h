//===- FileSettings.h - What holds for one file -----------------*- C++ -*-===//
//
// The meaning of a Config, which all shells share: how a file is analysed, and
// which of its findings are shown.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SESSION_FILESETTINGS_H
#define WARPLINT_SESSION_FILESETTINGS_H

#include "warplint/Analysis/AnalysisOptions.h"
#include "warplint/Config/Config.h"
#include "warplint/Select/Selection.h"

namespace warplint {

struct FileSettings {
  AnalysisOptions Analysis;
  Selection Shown;
  std::string Arch;     ///< Empty: the command's.
  std::string Baseline; ///< A file; empty: none.
  /// The least level that counts for the exit code; nothing for none.
  std::optional<Severity> FailOn = Severity::Warning;
};

/// \p File where \p Given says nothing. A figure of Given is that of every
/// check.
Config overridden(Config File, const Config &Given);

/// \p Base with what \p C says. An error names the option, or the place in a
/// file where the value is said.
llvm::Expected<FileSettings> settingsOf(const Config &C,
                                        const AnalysisOptions &Base);

/// What notes call the option that \p Condition is assumed by.
std::string assumingOption(const Config &C, const std::string &Condition);

/// What is wrong with \p Value as one of \p Key of .warplint, as far as that
/// can be told without the others; empty when nothing is.
std::string valueProblem(llvm::StringRef Key, llvm::StringRef Value);

} // namespace warplint

#endif // WARPLINT_SESSION_FILESETTINGS_H
