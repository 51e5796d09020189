//===- Settings.h - What the command line says ------------------*- C++ -*-===//
//
// The options of the command line and the keys of .warplint are two spellings
// of one Config. That of the file governs where the command line says nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_SETTINGS_H
#define WARPLINT_TOOLS_SETTINGS_H

#include "CommandLine.h"
#include "warplint/Config/Config.h"
#include "warplint/Session/FileSettings.h"

namespace warplint {

/// What the command line says of what .warplint has keys for.
Config configOf(const CommandLine &Line);

/// \p File where \p Line says nothing. A figure of the command line is that of
/// every check.
Config overridden(Config File, const Config &Line);

} // namespace warplint

#endif // WARPLINT_TOOLS_SETTINGS_H
