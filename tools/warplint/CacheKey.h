//===- CacheKey.h - What names a kept result --------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_CACHEKEY_H
#define WARPLINT_TOOLS_CACHEKEY_H

#include "CommandLine.h"
#include "FileOutcome.h"
#include "warplint/Config/Config.h"
#include "warplint/Frontend/CompileCommand.h"

namespace warplint {

/// All that a result rests on and that is known before a source is read: the
/// program, every option but those that are about outputs alone, the settings,
/// the command, and what the environment tells Clang.
std::string cacheKeyOf(const CommandLine &Line, const Input &In,
                       const DeviceCommand &Command, const Config &Settings);

} // namespace warplint

#endif // WARPLINT_TOOLS_CACHEKEY_H
