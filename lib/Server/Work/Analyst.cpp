//===- Analyst.cpp - A process that lints what the editor has -------------===//

#include "Analyst.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/ProcessMemory.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace warplint {

void Analyst::stop() {
  if (Process.Process > 0) {
    kill(Process.Process, SIGKILL);
    close(Process.Socket);
    awaitEnd(Process.Process);
  }
  Process = {};
  Busy = false;
  Received.clear();
}

bool Analyst::begin(const AnalystJob &Job) {
  if (Busy)
    stop();
  std::string Payload;
  writeValue(Payload, Job);
  // One that has gone away is noticed when it is given work.
  for (int Try = 0; Try != 2 && !Busy; ++Try) {
    if (Process.Process <= 0)
      Process = startChild([&](int Socket) {
        // What is said to the client, and by it, is the server's.
        close(STDIN_FILENO);
        int Nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(Nowhere, STDOUT_FILENO);
        // Clang says much where it crashes.
        if (!Options.Session.Verbose)
          dup2(Nowhere, STDERR_FILENO);
        runAnalyst(Socket, Options, For);
      });
    Busy = Process.Process > 0 && sendText(Process.Socket, Payload);
    if (!Busy)
      stop();
  }
  BegunAt = std::chrono::steady_clock::now();
  return Busy;
}

static std::string causeOf(int Status) {
  if (WIFSIGNALED(Status))
    return "the analysis crashed (signal " + std::to_string(WTERMSIG(Status)) +
           ", " + strsignal(WTERMSIG(Status)) + ")";
  if (WEXITSTATUS(Status) == OutOfMemory)
    return "the analysis ran out of memory";
  return "the analysis ended early (code " +
         std::to_string(WEXITSTATUS(Status)) + ")";
}

std::optional<AnalystAnswer> Analyst::receive() {
  char Piece[1 << 16];
  ssize_t Got = recv(Process.Socket, Piece, sizeof Piece, 0);
  if (Got < 0 && errno == EINTR)
    return std::nullopt;
  if (Got <= 0) {
    int Status = awaitEnd(Process.Process);
    close(Process.Socket);
    Process = {};
    Received.clear();
    if (!std::exchange(Busy, false))
      return std::nullopt;
    return AnalystAnswer{std::nullopt, "", causeOf(Status)};
  }
  Received.append(Piece, Got);
  StringRef Bytes = Received;
  std::optional<StringRef> Payload = readText(Bytes);
  if (!Payload)
    return std::nullopt;
  std::optional<AnalystAnswer> Answer = readValue<AnalystAnswer>(*Payload);
  Received.clear();
  Busy = false;
  return Answer ? std::move(*Answer)
                : AnalystAnswer{std::nullopt, "", "cannot read its report"};
}

} // namespace warplint
