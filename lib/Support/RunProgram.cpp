//===- RunProgram.cpp - Another program, held at arm's length -------------===//

#include "warplint/Support/RunProgram.h"
#include "warplint/Support/ChildProcess.h"
#include "warplint/Support/Paths.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace warplint {

/// The largest file that it may write.
static constexpr rlim_t LargestFile = rlim_t(1) << 30;

static std::vector<char *> pointersTo(std::vector<std::string> &Words) {
  std::vector<char *> Pointers;
  for (std::string &Word : Words)
    Pointers.push_back(Word.data());
  Pointers.push_back(nullptr);
  return Pointers;
}

static void limit(decltype(RLIMIT_CPU) What, rlim_t Most) {
  rlimit Limit{Most, Most};
  (void)setrlimit(What, &Limit);
}

/// Reads what it writes until all its processes have ended; false when its time
/// was over before. Each of them holds the other end of \p Pipe.
static bool readOutput(int Pipe, const ProgramRun &Run, ProgramEnd &Into) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point End = Clock::now() + Run.Time;
  char Piece[4096];
  while (true) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        End - Clock::now());
    pollfd Polled{Pipe, POLLIN, 0};
    if (Left.count() <= 0)
      return false;
    if (poll(&Polled, 1, static_cast<int>(Left.count())) <= 0)
      continue;
    ssize_t Got = read(Pipe, Piece, sizeof Piece);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return true;
    size_t Kept = std::min<size_t>(Got, Run.MostOutput - Into.Output.size());
    Into.Output.append(Piece, Kept);
    Into.IsCut |= Kept != size_t(Got);
  }
}

Expected<ProgramEnd> endOfProgram(const ProgramRun &Run) {
  std::vector<std::string> Words = {Run.Path}, Variables = Run.Environment;
  Words.insert(Words.end(), Run.Arguments.begin(), Run.Arguments.end());
  std::vector<char *> Argv = pointersTo(Words), Envp = pointersTo(Variables);
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC))
    return createStringError(std::strerror(errno));
  int Nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  auto Start = [&](int /*Socket*/) {
    setpgid(0, 0);
    dup2(Nothing, STDIN_FILENO);
    dup2(Ends[1], STDOUT_FILENO);
    dup2(Ends[1], STDERR_FILENO);
    limit(RLIMIT_CPU, Run.ProcessorTime.count());
    limit(RLIMIT_FSIZE, LargestFile);
    limit(RLIMIT_CORE, 0);
    if (chdir(Run.Folder.c_str()) == 0)
      execve(Run.Path.c_str(), Argv.data(), Envp.data());
    _exit(127);
  };
  ChildProcess Child = startChild(Start);
  close(Ends[1]);
  if (Nothing >= 0)
    close(Nothing);
  ProgramEnd Result;
  bool HasEnded = Child.Process > 0 && readOutput(Ends[0], Run, Result);
  close(Ends[0]);
  if (Child.Process <= 0)
    return createStringError("cannot start a process");
  close(Child.Socket);
  // The group has no other process left, or is out of time.
  kill(-Child.Process, SIGKILL);
  int Status = awaitEnd(Child.Process);
  if (!HasEnded)
    return createStringError("it takes more than %lld seconds",
                             static_cast<long long>(Run.Time.count()));
  Result.ExitCode = WIFEXITED(Status) ? WEXITSTATUS(Status) : -WTERMSIG(Status);
  if (Result.ExitCode == 127 && Result.Output.empty())
    return createStringError("it cannot be started");
  return std::move(Result);
}

Expected<std::string> runProgram(const ProgramRun &Run) {
  Expected<ProgramEnd> End = endOfProgram(Run);
  if (!End)
    return End.takeError();
  if (End->ExitCode == 0)
    return std::move(End->Output);
  if (!End->Output.empty())
    return createStringError(End->Output);
  return createStringError(
      End->ExitCode < 0
          ? "it was ended by signal " + std::to_string(-End->ExitCode)
          : "its exit code is " + std::to_string(End->ExitCode));
}

Expected<PrivateFolder> PrivateFolder::create() {
  // mkdtemp's folder has the mode 700.
  SmallString<128> Name;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Name);
  sys::path::append(Name, "warplint-XXXXXX");
  PrivateFolder Made;
  Name.push_back('\0');
  char *Path = mkdtemp(Name.data());
  Name.pop_back();
  if (!Path)
    return createStringError("cannot create a folder like " + Name + ": " +
                             std::strerror(errno));
  Made.Path = Name.str().str();
  return std::move(Made);
}

PrivateFolder::~PrivateFolder() {
  if (!Path.empty())
    (void)sys::fs::remove_directories(Path);
}

Expected<std::string> PrivateFolder::write(StringRef Name,
                                           StringRef Text) const {
  std::string File = joinPath(Path, Name);
  std::error_code EC =
      sys::fs::create_directories(sys::path::parent_path(File));
  if (EC)
    return createStringError(EC, File + ": " + EC.message());
  raw_fd_ostream Out(File, EC);
  if (!EC) {
    Out << Text;
    Out.close();
    EC = Out.error();
    Out.clear_error();
  }
  if (EC)
    return createStringError(EC, File + ": " + EC.message());
  return File;
}

} // namespace warplint
