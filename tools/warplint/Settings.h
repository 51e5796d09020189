//===- Settings.h - What the command line says ------------------*- C++ -*-===//
//
// The options of the command line and the keys of .warplint are two spellings
// of one Config. That of the file governs where the command line says nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_SETTINGS_H
#define WARPLINT_TOOLS_SETTINGS_H

#include "CommandLine.h"
#include "OlderTree.h"
#include "warplint/Config/Config.h"
#include "warplint/Session/Session.h"

namespace warplint {

/// What the command line says of what .warplint has keys for.
Config configOf(const CommandLine &Line);

/// And of the run, in which \p Older has to live. Fails where a value is none.
llvm::Expected<SessionOptions> sessionOptionsOf(const CommandLine &Line,
                                                const OlderTree &Older);

} // namespace warplint

#endif // WARPLINT_TOOLS_SETTINGS_H
