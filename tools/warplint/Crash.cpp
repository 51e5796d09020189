//===- Crash.cpp - A crash that names its file ----------------------------===//

#include "Crash.h"
#include "CommandLine.h"
#include "llvm/Support/Signals.h"
#include <algorithm>
#include <csignal>
#include <cstring>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace warplint {

/// Written before the crash: nothing can be allocated in it.
static std::string Message;

/// Nothing but system calls: the process is in an unknown state.
static void sayAndLeave(void *) {
  if (Message.empty())
    return;
  ssize_t Ignored = write(STDERR_FILENO, Message.data(), Message.size());
  (void)Ignored;
  _exit(Failed);
}

CrashMessage::CrashMessage(StringRef File) {
  static bool IsInstalled = [] {
    sys::AddSignalHandler(sayAndLeave, nullptr);
    return true;
  }();
  (void)IsInstalled;
  Message =
      ("warplint: error: cannot lint '" + File + "': the analysis crashed\n")
          .str();
}

CrashMessage::~CrashMessage() { Message.clear(); }

void allowFailingWrites() { std::signal(SIGXFSZ, SIG_IGN); }

void allowDeepNesting() {
  constexpr rlim_t Wanted = rlim_t(64) << 20;
  rlimit Limit;
  if (getrlimit(RLIMIT_STACK, &Limit) || Limit.rlim_cur >= Wanted)
    return;
  Limit.rlim_cur = std::min(Limit.rlim_max, Wanted);
  (void)setrlimit(RLIMIT_STACK, &Limit);
}

} // namespace warplint
