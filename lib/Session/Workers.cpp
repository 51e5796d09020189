//===- Workers.cpp - Files linted by several processes --------------------===//

#include "warplint/Session/Workers.h"
#include "Messages.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/ChildProcess.h"
#include "warplint/Support/Interrupt.h"
#include "warplint/Support/Printable.h"
#include "warplint/Support/ProcessMemory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace warplint {

/// A file without a name, for what a process says on standard error.
static int namelessFile() {
#ifdef __linux__
  return memfd_create("warplint", MFD_CLOEXEC);
#else
  std::FILE *File = std::tmpfile();
  return File ? dup(fileno(File)) : -1;
#endif
}

/// Empties it.
static std::string takeText(int File) {
  std::string Text;
  char Piece[4096];
  off_t At = 0;
  ssize_t Got = 0;
  while (File >= 0 && (Got = pread(File, Piece, sizeof Piece, At)) > 0) {
    Text.append(Piece, Got);
    At += Got;
  }
  if (At && ftruncate(File, 0) == 0)
    lseek(File, 0, SEEK_SET);
  return Text;
}

/// One file after the other, until there are none or the other side is gone.
void Workers::work(int Socket, int Errors) {
  InterruptWatch::leaveToParent();
  if (Errors >= 0)
    dup2(Errors, STDERR_FILENO);
  limitMemory(Options.MemoryLimit);
  uint64_t File = 0;
  while (receiveAll(Socket, &File, sizeof File)) {
    FileOutcome Outcome = Lint(File);
    errs().flush();
    Outcome.Said += takeText(Errors);
    bool IsLeaving = memoryOfProcess().InUse > RetireAt;
    std::string Payload;
    writeNumber(Payload, IsLeaving);
    writeValue(Payload, Outcome);
    if (!sendText(Socket, Payload) || IsLeaving)
      break;
  }
}

bool Workers::start() {
  int Errors = namelessFile();
  outs().flush();
  errs().flush();
  ChildProcess Child = startChild([&](int Socket) {
    // Else the others would not see when the first process ends.
    for (Worker &Other : All)
      close(Other.Socket);
    work(Socket, Errors);
  });
  if (Child.Process < 0) {
    if (Errors >= 0)
      close(Errors);
    return false;
  }
  Worker &W = All.emplace_back();
  W.Socket = Child.Socket;
  W.Errors = Errors;
  W.Process = Child.Process;
  return true;
}

/// Gives it the next file. False when it did not take it.
bool Workers::assign(Worker &W) {
  uint64_t File = Waiting.front();
  W.File = File;
  Waiting.pop_front();
  return sendAll(W.Socket,
                 StringRef(reinterpret_cast<const char *>(&File), sizeof File));
}

/// What a process said last.
static std::string lastWords(StringRef Said) {
  constexpr size_t Most = 3;
  SmallVector<StringRef> Lines;
  Said.rtrim().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::string Text;
  for (StringRef Line : ArrayRef(Lines).take_back(Most))
    Text += "\n  " + printable(Line);
  return Text;
}

FileOutcome Workers::mishap(size_t File, const std::string &Why,
                            StringRef Said) {
  FileOutcome Outcome;
  Messages Says;
  Says.error() << "cannot lint '" << printable(NameOf(File)) << "': " << Why
               << '\n';
  if (Options.IsVerbose) // Clang says where it was.
    Says.text() << join(split(Said, NameOf(File)), printable(NameOf(File)));
  Outcome.Said = Says.take();
  return Outcome;
}

static std::string causeOf(int Status, uint64_t MemoryLimit) {
  if (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGKILL)
    return "the analysis was killed, perhaps for lack of memory";
  if (WIFSIGNALED(Status))
    return "the analysis crashed (signal " + std::to_string(WTERMSIG(Status)) +
           ", " + strsignal(WTERMSIG(Status)) + ")";
  if (WEXITSTATUS(Status) != OutOfMemory)
    return "the analysis ended early (code " +
           std::to_string(WEXITSTATUS(Status)) + ")";
  return MemoryLimit ? "the analysis needs more than " +
                           std::to_string(MemoryLimit >> 20) +
                           " MiB of memory (--memory-limit)"
                     : "the analysis ran out of memory";
}

void Workers::bury(Worker &W, function_ref<void(size_t, FileOutcome)> Done) {
  close(W.Socket);
  int Status = 0;
  rusage Usage{};
  while (wait4(W.Process, &Status, 0, &Usage) < 0 && errno == EINTR)
    ;
  Peak = std::max(Peak, uint64_t(Usage.ru_maxrss) << 10);
  if (W.File) {
    std::string Said = takeText(W.Errors);
    std::string Cause = causeOf(Status, Options.MemoryLimit);
    // Else nothing would tell why; all of it is there on request.
    if (WIFEXITED(Status) && WEXITSTATUS(Status) != OutOfMemory &&
        !Options.IsVerbose)
      Cause += lastWords(Said);
    Done(*W.File, mishap(*W.File, Cause, Said));
  }
  if (W.Errors >= 0)
    close(W.Errors);
}

bool Workers::receive(Worker &W, function_ref<void(size_t, FileOutcome)> Done) {
  char Piece[1 << 16];
  ssize_t Got = recv(W.Socket, Piece, sizeof Piece, 0);
  if (Got < 0)
    return errno == EINTR;
  if (Got == 0)
    return false;
  W.Received.append(Piece, Got);
  StringRef Bytes = W.Received;
  std::optional<StringRef> Payload = readText(Bytes);
  if (!Payload)
    return true; // There is more to come.
  std::optional<uint64_t> IsLeaving = readNumber(*Payload);
  std::optional<FileOutcome> Outcome =
      IsLeaving ? readValue<FileOutcome>(*Payload) : std::nullopt;
  size_t File = *std::exchange(W.File, std::nullopt);
  W.IsLeaving = !IsLeaving || *IsLeaving;
  Done(File, Outcome ? std::move(*Outcome)
                     : mishap(File, "cannot read its report", ""));
  W.Received.clear();
  return true;
}

void Workers::run(ArrayRef<size_t> Files,
                  function_ref<void(size_t, FileOutcome)> Done) {
  Waiting.assign(Files.begin(), Files.end());
  InterruptWatch Watch;
  while (!(Interrupt = InterruptWatch::seen())) {
    size_t Busy = 0;
    for (Worker &W : All) {
      if (!W.File && !W.IsLeaving && !Waiting.empty() && !assign(W))
        W.IsLeaving = true;
      Busy += W.File.has_value();
    }
    while (!Waiting.empty() && Busy < Options.Processes && start())
      Busy += assign(All.back());
    if (Busy == 0 && !Waiting.empty()) { // No process can be started.
      size_t File = Waiting.front();
      Waiting.pop_front();
      Done(File, Lint(File));
      continue;
    }
    if (Busy == 0)
      break;
    std::vector<pollfd> Polled;
    for (Worker &W : All)
      Polled.push_back({W.Socket, POLLIN, 0});
    // A signal may come just before the wait.
    constexpr int Milliseconds = 250;
    if (poll(Polled.data(), Polled.size(), Milliseconds) <= 0)
      continue;
    size_t I = 0;
    for (auto It = All.begin(); It != All.end();) {
      bool IsReady = Polled[I++].revents != 0;
      if (IsReady && !receive(*It, Done)) {
        bury(*It, Done);
        It = All.erase(It);
      } else {
        ++It;
      }
    }
  }
  // Closed ends tell them that there is nothing more.
  for (Worker &W : All) {
    if (Interrupt && W.Process > 0)
      kill(W.Process, SIGKILL);
    if (Interrupt)
      W.File.reset(); // It is no mishap.
    shutdown(W.Socket, SHUT_RDWR);
  }
  for (Worker &W : All)
    bury(W, Done);
  All.clear();
}

} // namespace warplint
