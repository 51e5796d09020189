//===- ChildProcess.h - Processes that end with their parent ----*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_CHILDPROCESS_H
#define WARPLINT_SUPPORT_CHILDPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

struct rusage;

namespace warplint {

/// A copy of this process and this side's end of a socket to it; both -1 where
/// there is none.
struct ChildProcess {
  int Process = -1, Socket = -1;
};

/// Makes one that does \p Work with its end, and ends: with this process at the
/// latest.
ChildProcess startChild(llvm::function_ref<void(int Socket)> Work);

/// Until \p Process, if it is one, has ended: its status, as waitpid tells it.
int awaitEnd(int Process);

/// Whether this process has no second thread, so that a copy of it (fork) can
/// do all that it can. False where nothing tells.
bool hasOneThread();

/// Writes all of \p Bytes to \p Socket, or returns false.
bool sendAll(int Socket, llvm::StringRef Bytes);
/// Reads \p Size bytes, or returns false when the other side is gone before.
bool receiveAll(int Socket, void *Into, size_t Size);
/// The same of a text, behind its length.
bool sendText(int Socket, llvm::StringRef Text);
std::optional<std::string> receiveText(int Socket);

/// User's and system's time of \p Usage. The limit of a file is in
/// processor time: on a busy machine a limit in seconds of a clock would end
/// work that an idle one finishes.
std::chrono::microseconds processorTime(const rusage &Usage);

/// That of this process and of its children that have ended and were waited
/// for.
std::chrono::microseconds processorTime();

} // namespace warplint

#endif // WARPLINT_SUPPORT_CHILDPROCESS_H
