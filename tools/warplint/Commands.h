//===- Commands.h - What the program does -----------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_COMMANDS_H
#define WARPLINT_TOOLS_COMMANDS_H

#include "CommandLine.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// Lints the files of \p Line and writes what was found.
ExitCode lint(const CommandLine &Line);

/// `warplint model` with the arguments after the word "model": prints what the
/// hardware model says of requests that are given on the command line or as
/// JSON, so that anyone can hold it against the counters of their own GPU.
/// docs/model.md is the manual. The exit code is 0, 1 when --check found a
/// difference, 2 for an error in the options or the input.
int runModelCommand(llvm::ArrayRef<const char *> Arguments);

/// `warplint solve` with the arguments after the word "solve": the search for a
/// layout without any source, for those who are still designing. docs/solve.md
/// is the manual. The exit code is 0 when a layout that is as good as can be is
/// known (the declared one, or the first of the ranking), 1 when the best is
/// not proven to be optimal, 2 for an error in the options.
int runSolveCommand(llvm::ArrayRef<const char *> Arguments);

/// \p Code once all output is written, else 2, for an error that \p Command
/// ("warplint model") has said.
int finishOutput(llvm::StringRef Command, int Code);

} // namespace warplint

#endif // WARPLINT_TOOLS_COMMANDS_H
