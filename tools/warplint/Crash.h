//===- Crash.h - A crash that names its file --------------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_CRASH_H
#define WARPLINT_TOOLS_CRASH_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

/// While it lives, a crash of this process says which file was linted, and ends
/// it with the exit code of an error.
class CrashMessage {
public:
  explicit CrashMessage(llvm::StringRef File);
  ~CrashMessage();
  CrashMessage(const CrashMessage &) = delete;
  CrashMessage &operator=(const CrashMessage &) = delete;
};

/// A limit on the size of files is an error of the write, as a full disk is,
/// and no end of the process.
void allowFailingWrites();

/// Lets the stack grow to 64 MiB where the system allows it: deeply nested
/// sources are read by functions that call themselves.
void allowDeepNesting();

} // namespace warplint

#endif // WARPLINT_TOOLS_CRASH_H
