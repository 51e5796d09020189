//===- SpareProcess.cpp - A process that stays with one thread ------------===//

#include "SpareProcess.h"
#include "warplint/Support/ChildProcess.h"
#include <cerrno>
#include <cstdint>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using llvm::StringRef;

namespace warplint {

/// Of an answer: there is none.
static constexpr uint64_t NoAnswer = ~uint64_t(0);

static bool sendText(int Socket, StringRef Text) {
  uint64_t Size = Text.size();
  return sendAll(Socket,
                 {reinterpret_cast<const char *>(&Size), sizeof Size}) &&
         sendAll(Socket, Text);
}

static std::optional<std::string> receiveText(int Socket) {
  uint64_t Size = 0;
  if (!receiveAll(Socket, &Size, sizeof Size) || Size == NoAnswer)
    return std::nullopt;
  std::string Text(Size, '\0');
  if (!receiveAll(Socket, Text.data(), Size))
    return std::nullopt;
  return Text;
}

/// What a copy of this process makes of \p Request.
static std::optional<std::string> askCopy(const SpareProcess::Work &Do,
                                          StringRef Request) {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends))
    return std::nullopt;
  int Parent = getpid();
  int Copy = fork();
  if (Copy == 0) {
    endWithParent(Parent);
    close(Ends[0]);
    (void)sendText(Ends[1], Do(Request));
    _exit(0);
  }
  close(Ends[1]);
  std::optional<std::string> Answer;
  if (Copy > 0)
    Answer = receiveText(Ends[0]);
  close(Ends[0]);
  while (Copy > 0 && waitpid(Copy, nullptr, 0) < 0 && errno == EINTR)
    ;
  return Answer;
}

[[noreturn]] static void serve(int Socket, const SpareProcess::Work &Do) {
  while (std::optional<std::string> Request = receiveText(Socket)) {
    std::optional<std::string> Answer = askCopy(Do, *Request);
    if (!(Answer ? sendText(Socket, *Answer)
                 : sendAll(Socket, {reinterpret_cast<const char *>(&NoAnswer),
                                    sizeof NoAnswer})))
      break;
  }
  _exit(0);
}

SpareProcess::SpareProcess(Work Do) {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends))
    return;
  int Parent = getpid();
  Process = fork();
  if (Process == 0) {
    endWithParent(Parent);
    close(Ends[0]);
    serve(Ends[1], Do);
  }
  close(Ends[1]);
  Socket = Ends[0];
}

SpareProcess::~SpareProcess() {
  if (Socket >= 0) {
    shutdown(Socket, SHUT_RDWR); // Spare processes of later have it, too.
    close(Socket);
  }
  while (Process > 0 && waitpid(Process, nullptr, 0) < 0 && errno == EINTR)
    ;
}

std::optional<std::string> SpareProcess::ask(StringRef Request) {
  if (Process <= 0 || !sendText(Socket, Request))
    return std::nullopt;
  return receiveText(Socket);
}

} // namespace warplint
