//===- UsualChecks.h - Checks where nobody names any ------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_TIDY_USUALCHECKS_H
#define WARPLINT_TOOLS_TIDY_USUALCHECKS_H

#include "warplint/Tidy/TidyCommandLine.h"

namespace warplint {

/// Whether --checks, --config, or the .clang-tidy of one of the sources has a
/// list of checks, even one that turns all of them off.
bool namesChecks(const TidyCommandLine &Line);

/// A list for --checks: those that warplint runs without being told.
std::string usualChecks();

} // namespace warplint

#endif // WARPLINT_TOOLS_TIDY_USUALCHECKS_H
