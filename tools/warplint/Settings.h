//===- Settings.h - What the command line says ------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_SETTINGS_H
#define WARPLINT_TOOLS_SETTINGS_H

#include "CommandLine.h"
#include "OlderTree.h"
#include "warplint/Session/Session.h"

namespace warplint {

/// What the command line says of a run, in which \p Older has to live. Fails
/// where a value is none.
llvm::Expected<SessionOptions> sessionOptionsOf(const CommandLine &Line,
                                                const OlderTree &Older);

/// Answers --explain-check, --list-checks and --dump-config, for \p File where
/// it matters. Nothing when none of them is given.
std::optional<ExitCode> answer(const CommandLine &Line, Session &R,
                               llvm::StringRef File);

/// The kernels and parameters that options name and no file has, a message
/// each: most likely they are misspelt.
std::vector<std::string> unknownNames(const AnalysisOptions &Options,
                                      llvm::ArrayRef<FileReport> Reports);

/// Says these. False when there are such.
bool checkNames(const AnalysisOptions &Options,
                llvm::ArrayRef<FileReport> Reports);

/// That the rules are assumed for \p Architecture; empty where they were measured
/// on it.
std::string rulesNote(llvm::StringRef Architecture);

} // namespace warplint

#endif // WARPLINT_TOOLS_SETTINGS_H
