//===- TrialCopy.h - A copy of the process that may fail --------*- C++ -*-===//
//
// A copy (fork) of this process does some work and tells of it through a socket.
// It may crash, and it may take no more than a limit of its own processor time,
// which other processes of the machine do not shorten.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCOPY_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCOPY_H

#include "warplint/Support/ChildProcess.h"
#include <optional>
#include <string>

namespace warplint {

class TrialCopy {
public:
  /// Starts a copy, which does \p Work, given its end, and ends quietly: after
  /// \p Seconds of its processor time at the latest.
  TrialCopy(unsigned Seconds, llvm::function_ref<void(int Socket)> Work);
  TrialCopy(const TrialCopy &) = delete;
  /// Ends it.
  ~TrialCopy();

  bool isRunning() const { return Copy.Process > 0; }

  /// The next text that it sends (sendText); nothing where it ends before.
  std::optional<std::string> read();
  /// Else a copy that ended crashed.
  bool tookTooLong() const { return TookTooLong; }

  /// In the copy: ends it because it takes too long.
  [[noreturn]] static void giveUp();

private:
  int awaitStatus();

  ChildProcess Copy;
  bool TookTooLong = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_TRIALCOPY_H
