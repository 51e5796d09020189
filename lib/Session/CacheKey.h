//===- CacheKey.h - What names a kept result --------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_SESSION_CACHEKEY_H
#define WARPLINT_LIB_SESSION_CACHEKEY_H

#include "warplint/Config/Config.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Session/SessionOptions.h"

namespace warplint {

/// All that a result rests on and that is known before a source is read: the
/// program, the options of the session, the settings, the command, and what the
/// environment tells Clang.
std::string cacheKeyOf(const SessionOptions &Options, const Input &In,
                       const DeviceCommand &Command, const Config &Settings);

} // namespace warplint

#endif // WARPLINT_LIB_SESSION_CACHEKEY_H
