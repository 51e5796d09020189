//===- ChildProcess.cpp - Processes that end with their parent ------------===//

#include "warplint/Support/ChildProcess.h"
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifndef __has_feature
#define __has_feature(Name) 0
#endif

namespace warplint {

/// Has this process killed when its parent \p Parent ends, however that comes.
/// Where the system has no such wish (it is Linux's), nothing happens.
static void endWithParent(int Parent) {
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent) // It has ended before the wish was heard.
    _exit(0);
#endif
}

ChildProcess startChild(llvm::function_ref<void(int Socket)> Work) {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends))
    return {};
  int Parent = getpid();
  int Process = fork();
  if (Process == 0) {
    endWithParent(Parent);
    close(Ends[0]);
    Work(Ends[1]);
    // Not exit: what the process before the fork has opened is not ours.
    _exit(0);
  }
  close(Ends[1]);
  if (Process > 0)
    return {Process, Ends[0]};
  close(Ends[0]);
  return {};
}

int awaitEnd(int Process) {
  int Status = 0;
  while (Process > 0 && waitpid(Process, &Status, 0) < 0 && errno == EINTR)
    ;
  return Status;
}

bool hasOneThread() {
#if __has_include(<sys/single_threaded.h>)
  if (__libc_single_threaded) // It is never so again once it was not.
    return true;
#endif
  // Two links are the folder's own, the others those of the threads in it.
  constexpr nlink_t Own = 2, OfSanitizer = __has_feature(thread_sanitizer);
  struct stat Threads;
  return stat("/proc/self/task", &Threads) == 0 &&
         Threads.st_nlink <= Own + OfSanitizer + 1;
}

bool sendAll(int Socket, llvm::StringRef Bytes) {
  while (!Bytes.empty()) {
    ssize_t Sent = send(Socket, Bytes.data(), Bytes.size(), MSG_NOSIGNAL);
    if (Sent < 0 && errno == EINTR)
      continue;
    if (Sent <= 0)
      return false;
    Bytes = Bytes.drop_front(Sent);
  }
  return true;
}

bool receiveAll(int Socket, void *Into, size_t Size) {
  auto *At = static_cast<char *>(Into);
  while (Size) {
    ssize_t Got = recv(Socket, At, Size, 0);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return false;
    At += Got;
    Size -= Got;
  }
  return true;
}

bool sendText(int Socket, llvm::StringRef Text) {
  uint64_t Size = Text.size();
  return sendAll(Socket,
                 {reinterpret_cast<const char *>(&Size), sizeof Size}) &&
         sendAll(Socket, Text);
}

std::optional<std::string> receiveText(int Socket) {
  uint64_t Size = 0;
  if (!receiveAll(Socket, &Size, sizeof Size))
    return std::nullopt;
  std::string Text(Size, '\0');
  if (!receiveAll(Socket, Text.data(), Size))
    return std::nullopt;
  return Text;
}

static std::chrono::microseconds toDuration(const timeval &Time) {
  return std::chrono::seconds(Time.tv_sec) +
         std::chrono::microseconds(Time.tv_usec);
}

std::chrono::microseconds processorTime(const rusage &Usage) {
  return toDuration(Usage.ru_utime) + toDuration(Usage.ru_stime);
}

std::chrono::microseconds processorTime() {
  rusage Own = {}, Children = {};
  ::getrusage(RUSAGE_SELF, &Own);
  ::getrusage(RUSAGE_CHILDREN, &Children);
  return processorTime(Own) + processorTime(Children);
}

} // namespace warplint
