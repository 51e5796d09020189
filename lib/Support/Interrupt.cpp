//===- Interrupt.cpp - A run that somebody ends early ---------------------===//

#include "warplint/Support/Interrupt.h"
#include <ctime>
#include <initializer_list>

namespace warplint {

static volatile std::sig_atomic_t Seen = 0;
static timespec SeenAt;
static constexpr int Signals[] = {SIGINT, SIGTERM};

/// GNU timeout sends its signal to the process and then to its group: what comes at
/// once is the same wish.
static void note(int Signal) {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  if (!Seen) {
    SeenAt = Now;
    Seen = Signal;
  } else if (Now.tv_sec - SeenAt.tv_sec > 1) {
    std::signal(Signal, SIG_DFL);
    std::raise(Signal);
  }
}

InterruptWatch::InterruptWatch() {
  Seen = 0;
  for (int I : {0, 1}) {
    // No SA_RESTART: whoever waits is to look.
    struct sigaction Action = {};
    Action.sa_handler = note;
    sigaction(Signals[I], nullptr, &Before[I]);
    // What runs in the background of a shell ignores some.
    if (Before[I].sa_handler != SIG_IGN)
      sigaction(Signals[I], &Action, nullptr);
  }
}

InterruptWatch::~InterruptWatch() {
  if (Seen) // The repetition may still come.
    return;
  for (int I : {0, 1})
    sigaction(Signals[I], &Before[I], nullptr);
}

int InterruptWatch::seen() { return Seen; }

void InterruptWatch::leaveToParent() {
  // A terminal interrupts all of them.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
}

} // namespace warplint
