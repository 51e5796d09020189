//===- ForkedTrial.cpp - A copy of the process that may fail --------------===//

#include "ForkedTrial.h"
#include "warplint/Support/ChildProcess.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using std::chrono::microseconds;

namespace warplint {

// The exit code of a copy that gave up.
static constexpr int GaveUp = 75;

// A copy that has used no processor time at all for so long waits for
// something that will not come. Other processes can't bring that about: a
// process that is ready to run gets some time within seconds.
static constexpr int MillisecondsIdle = 20000;

/// The copy must end quietly, whatever happens to it.
static void becomeQuiet(microseconds Limit) {
  for (int Signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGINT,
                     SIGTERM, SIGPIPE, SIGPROF})
    ::signal(Signal, SIG_DFL);
  rlimit NoCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &NoCore);
  if (int Null = ::open("/dev/null", O_RDWR); Null >= 0) {
    ::dup2(Null, STDIN_FILENO);
    ::dup2(Null, STDOUT_FILENO);
    ::dup2(Null, STDERR_FILENO);
  }
  // Counts the processor time of this process alone, and ends it with SIGPROF.
  Limit = std::max(Limit, microseconds(1));
  itimerval Timer = {};
  Timer.it_value.tv_sec = Limit.count() / 1000000;
  Timer.it_value.tv_usec = Limit.count() % 1000000;
  ::setitimer(ITIMER_PROF, &Timer, nullptr);
}

TrialCopy::TrialCopy(microseconds Limit, llvm::function_ref<void(int)> Work) {
  ChildProcess Copy = startChild([&](int Own) {
    becomeQuiet(Limit);
    Work(Own);
  });
  Process = Copy.Process;
  Socket = Copy.Socket;
}

TrialCopy::~TrialCopy() {
  stop();
  if (Socket >= 0)
    ::close(Socket);
}

void TrialCopy::giveUp() { ::_exit(GaveUp); }

bool TrialCopy::write(int Socket, const void *Bytes, size_t Size) {
  return sendAll(Socket, {static_cast<const char *>(Bytes), Size});
}

/// The processor time of another process; -1 when there is none to be told.
static int64_t nanosecondsOf(pid_t Process) {
  clockid_t Clock;
  timespec Now = {};
  if (::clock_getcpuclockid(Process, &Clock) != 0 ||
      ::clock_gettime(Clock, &Now) != 0)
    return -1;
  return int64_t(Now.tv_sec) * 1000000000 + Now.tv_nsec;
}

/// False when the copy hangs.
bool TrialCopy::waitForBytes() {
  pollfd Wait = {Socket, POLLIN, 0};
  for (int64_t Before = -1;;) {
    int Ready = ::poll(&Wait, 1, MillisecondsIdle);
    if (Ready > 0 || (Ready < 0 && errno != EINTR))
      return true;
    if (Ready < 0)
      continue;
    int64_t Now = nanosecondsOf(Process);
    if (Now == Before)
      return false;
    Before = Now;
  }
}

void TrialCopy::reap() {
  rusage Usage = {};
  while (::wait4(Process, &Status, 0, &Usage) < 0 && errno == EINTR)
    ;
  HasEnded = true;
  Used = processorTime(Usage);
}

TrialCopy::End TrialCopy::read(void *Bytes, size_t Size) {
  char *At = static_cast<char *>(Bytes);
  while (Size) {
    if (!waitForBytes())
      return End::TookTooLong;
    ssize_t Read = ::read(Socket, At, Size);
    if (Read < 0 && errno == EINTR)
      continue;
    if (Read <= 0) {
      reap(); // Nobody else has the socket's other end: it has ended.
      bool WasEnded = (WIFEXITED(Status) && WEXITSTATUS(Status) == GaveUp) ||
                      (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGPROF);
      return WasEnded ? End::TookTooLong : End::Crashed;
    }
    At += Read;
    Size -= static_cast<size_t>(Read);
  }
  return End::Complete;
}

microseconds TrialCopy::stop() {
  if (Process > 0 && !HasEnded) {
    ::kill(Process, SIGKILL);
    reap();
  }
  return Used;
}

} // namespace warplint
