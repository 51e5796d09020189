//===- Lint.h - The files of a command line, linted -------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_LINT_H
#define WARPLINT_TOOLS_LINT_H

#include "CommandLine.h"
#include <string>
#include <vector>

namespace warplint {

/// Lints the files of \p Line and writes what was found. \p FixedFlags are the
/// flags of every file where \p HasFixedFlags.
ExitCode lint(const CommandLine &Line, std::vector<std::string> FixedFlags,
              bool HasFixedFlags);

} // namespace warplint

#endif // WARPLINT_TOOLS_LINT_H
