//===- Interrupt.cpp - A run that somebody ends early ---------------------===//

#include "warplint/Support/Interrupt.h"
#include <initializer_list>

namespace warplint {

static volatile std::sig_atomic_t Seen = 0;
static constexpr int Signals[] = {SIGINT, SIGTERM};

InterruptWatch::InterruptWatch() {
  Seen = 0;
  for (int I : {0, 1}) {
    // No SA_RESTART: whoever waits is to look.
    struct sigaction Action = {};
    Action.sa_handler = [](int Signal) { Seen = Signal; };
    Action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(Signals[I], nullptr, &Before[I]);
    // What runs in the background of a shell ignores some.
    if (Before[I].sa_handler != SIG_IGN)
      sigaction(Signals[I], &Action, nullptr);
  }
}

InterruptWatch::~InterruptWatch() {
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
