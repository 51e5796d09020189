//===- SpareProcess.cpp - A process that stays with one thread ------------===//

#include "SpareProcess.h"
#include <sys/socket.h>
#include <unistd.h>

using llvm::StringRef;

namespace warplint {

/// What a copy of this process makes of \p Request.
static std::optional<std::string> askCopy(const SpareProcess::Work &Do,
                                          StringRef Request) {
  ChildProcess Copy =
      startChild([&](int Socket) { (void)sendText(Socket, Do(Request)); });
  if (Copy.Process < 0)
    return std::nullopt;
  std::optional<std::string> Answer = receiveText(Copy.Socket);
  close(Copy.Socket);
  awaitEnd(Copy.Process);
  return Answer;
}

static void serve(int Socket, const SpareProcess::Work &Do) {
  while (std::optional<std::string> Request = receiveText(Socket)) {
    // An answer has something before it, and none has not.
    std::optional<std::string> Answer = askCopy(Do, *Request);
    if (!sendText(Socket, Answer ? "=" + *Answer : ""))
      return;
  }
}

SpareProcess::SpareProcess(Work Do)
    : Copy(startChild([&](int Socket) { serve(Socket, Do); })) {}

SpareProcess::~SpareProcess() {
  if (Copy.Socket >= 0) {
    shutdown(Copy.Socket, SHUT_RDWR); // Spare processes of later have it, too.
    close(Copy.Socket);
  }
  awaitEnd(Copy.Process);
}

std::optional<std::string> SpareProcess::ask(StringRef Request) {
  if (Copy.Process <= 0 || !sendText(Copy.Socket, Request))
    return std::nullopt;
  std::optional<std::string> Answer = receiveText(Copy.Socket);
  if (!Answer || Answer->empty())
    return std::nullopt;
  return Answer->substr(1);
}

} // namespace warplint
