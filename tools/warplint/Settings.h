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

} // namespace warplint

#endif // WARPLINT_TOOLS_SETTINGS_H
