//===- Interrupt.h - A run that somebody ends early -------------*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_INTERRUPT_H
#define WARPLINT_SUPPORT_INTERRUPT_H

#include <csignal>

namespace warplint {

/// While one lives, the first SIGINT or SIGTERM is noted and does not end the
/// process; one that comes two seconds later does, also after it. One at a time.
class InterruptWatch {
public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch &) = delete;

  /// The signal, or 0.
  static int seen();
  /// For a copy of the process that another one ends.
  static void leaveToParent();

private:
  struct sigaction Before[2];
};

} // namespace warplint

#endif // WARPLINT_SUPPORT_INTERRUPT_H
