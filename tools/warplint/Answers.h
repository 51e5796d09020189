//===- Answers.h - What is asked for in place of a run ----------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_ANSWERS_H
#define WARPLINT_TOOLS_ANSWERS_H

#include "CommandLine.h"
#include "warplint/Session/Session.h"
#include <optional>

namespace warplint {

/// Answers --explain-check, --list-checks and --dump-config, for \p File where
/// it matters. Nothing when none of them is given.
std::optional<ExitCode> answer(const CommandLine &Line, Session &R,
                               llvm::StringRef File);

/// Says of kernels and parameters that options name and no file has: most
/// likely they are misspelt. False when there are such.
bool checkNames(const AnalysisOptions &Options,
                llvm::ArrayRef<FileReport> Reports);

} // namespace warplint

#endif // WARPLINT_TOOLS_ANSWERS_H
