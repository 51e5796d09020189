//===- Settings.h - What holds for one file ---------------------*- C++ -*-===//
//
// The options of the command line and the keys of .warplint are two spellings
// of one Config. That of the file governs where the command line says nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_SETTINGS_H
#define WARPLINT_TOOLS_SETTINGS_H

#include "CommandLine.h"
#include "warplint/Checks/Analysis.h"
#include "warplint/Config/Config.h"
#include "warplint/Select/Selection.h"

namespace warplint {

struct FileSettings {
  AnalysisOptions Analysis;
  Selection Shown;
  std::string Arch; ///< Empty: the command's.
  /// The least level that counts for the exit code; nothing for none.
  std::optional<Severity> FailOn = Severity::Warning;
};

/// What the command line says of what .warplint has keys for.
Config configOf(const CommandLine &Line);

/// \p File where \p Line says nothing. A figure of the command line is that of
/// every check.
Config overridden(Config File, const Config &Line);

/// \p Base with what \p C says.
llvm::Expected<FileSettings> settingsOf(const Config &C,
                                        const AnalysisOptions &Base);

} // namespace warplint

#endif // WARPLINT_TOOLS_SETTINGS_H
