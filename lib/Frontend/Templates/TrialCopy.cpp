//===- TrialCopy.cpp - A copy of the process that may fail ----------------===//

#include "TrialCopy.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warplint {

// The exit code of a copy that gave up.
static constexpr int GaveUp = 75;

// Of a clock. What takes so long waits for something that will not come.
static constexpr unsigned MaximumSeconds = 600;

/// The copy must end quietly, whatever happens to it.
static void becomeQuiet(unsigned Seconds) {
  for (int Signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGINT,
                     SIGTERM, SIGPIPE, SIGXCPU, SIGALRM})
    ::signal(Signal, SIG_DFL);
  rlimit NoCore = {0, 0}, Time;
  ::setrlimit(RLIMIT_CORE, &NoCore);
  if (::getrlimit(RLIMIT_CPU, &Time) == 0) {
    Time.rlim_cur = Seconds;
    ::setrlimit(RLIMIT_CPU, &Time);
  }
  ::alarm(MaximumSeconds);
  if (int Null = ::open("/dev/null", O_RDWR); Null >= 0)
    for (int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      ::dup2(Null, Stream);
}

TrialCopy::TrialCopy(unsigned Seconds, llvm::function_ref<void(int)> Work)
    : Copy(startChild([&](int Own) {
        becomeQuiet(Seconds);
        Work(Own);
      })) {}

TrialCopy::~TrialCopy() {
  if (!isRunning())
    return;
  ::kill(Copy.Process, SIGKILL);
  awaitStatus();
}

int TrialCopy::awaitStatus() {
  int Status = awaitEnd(Copy.Process);
  ::close(Copy.Socket);
  Copy = {};
  return Status;
}

std::optional<std::string> TrialCopy::read() {
  std::optional<std::string> Text;
  if (!isRunning() || (Text = receiveText(Copy.Socket)))
    return Text;
  // Nobody else has the socket's other end: it has ended.
  int Status = awaitStatus();
  TookTooLong = WIFEXITED(Status) ? WEXITSTATUS(Status) == GaveUp
                                  : WTERMSIG(Status) == SIGXCPU ||
                                        WTERMSIG(Status) == SIGALRM;
  return std::nullopt;
}

void TrialCopy::giveUp() { ::_exit(GaveUp); }

} // namespace warplint
