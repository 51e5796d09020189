//===- ForkedTrial.h - A copy of the process that may fail ------*- C++ -*-===//
//
// A copy (fork) of this process does some work and tells of it through a socket.
// It may crash, and it may take no more than a limit of its own processor time,
// which other processes of the machine do not shorten.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEMPLATES_FORKEDTRIAL_H
#define WARPLINT_LIB_FRONTEND_TEMPLATES_FORKEDTRIAL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace warplint {

class TrialCopy {
public:
  enum class End : uint8_t {
    Complete,   ///< All bytes that were asked for are there.
    Crashed,    ///< It ended without them.
    TookTooLong ///< It was ended without them.
  };

  /// Starts a copy, which does \p Work, given its end, and ends quietly.
  TrialCopy(std::chrono::microseconds Limit,
            llvm::function_ref<void(int)> Work);
  TrialCopy(const TrialCopy &) = delete;
  /// Ends it.
  ~TrialCopy();

  bool isRunning() const { return Process > 0; }

  End read(void *Bytes, size_t Size);

  /// Ends it; the processor time that it took.
  std::chrono::microseconds stop();

  /// In the copy: writes all of \p Size bytes, or returns false.
  static bool write(int Socket, const void *Bytes, size_t Size);
  /// In the copy: ends it because it takes too long.
  [[noreturn]] static void giveUp();

private:
  bool waitForBytes();
  void reap();

  int Socket = -1;
  pid_t Process = -1;
  bool HasEnded = false;
  int Status = 0;
  std::chrono::microseconds Used{0};
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEMPLATES_FORKEDTRIAL_H
