//===- SpareProcess.cpp - A process that stays with one thread ------------===//

#include "SpareProcess.h"
#include <cstdint>
#include <sys/socket.h>
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
    std::optional<std::string> Answer = askCopy(Do, *Request);
    if (!(Answer ? sendText(Socket, *Answer)
                 : sendAll(Socket, {reinterpret_cast<const char *>(&NoAnswer),
                                    sizeof NoAnswer})))
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
  return receiveText(Copy.Socket);
}

} // namespace warplint
