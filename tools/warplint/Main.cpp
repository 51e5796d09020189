//===- Main.cpp - The warplint program ------------------------------------===//

#include "CommandLine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;
using namespace warplint;

int warplint::finishOutput(StringRef Command, int Code) {
  outs().flush();
  std::error_code Problem = outs().error();
  if (!Problem)
    return Code;
  outs().clear_error();
  errs() << Command << ": error: cannot write the output: " << Problem.message()
         << '\n';
  return Failed;
}

static int run(int Argc, const char **Argv) {
  if (Argc > 1 && StringRef(Argv[1]) == "model")
    return runModelCommand(ArrayRef(Argv + 2, Argv + Argc));
  if (Argc > 1 && StringRef(Argv[1]) == "solve")
    return runSolveCommand(ArrayRef(Argv + 2, Argv + Argc));
  if (Argc > 1 && StringRef(Argv[1]) == "lsp")
    return runLspCommand(ArrayRef(Argv + 2, Argv + Argc));
  if (Argc > 1 && StringRef(Argv[1]) == "init")
    return runInitCommand(ArrayRef(Argv + 2, Argv + Argc));
  if (Argc > 1 && StringRef(Argv[1]) == "mcp")
    return runMcpCommand(ArrayRef(Argv + 2, Argv + Argc));

  dropForeignOptions();
  CommandLine Line;
  if (!parseCommandLine(Line, ArrayRef(Argv, Argc)))
    return Failed;
  return lint(Line);
}

/// A limit on the size of files is an error of the write, as a full disk is,
/// and no end of the process.
static void allowFailingWrites() { std::signal(SIGXFSZ, SIG_IGN); }

/// Lets the stack grow to 64 MiB where the system allows it: deeply nested
/// sources are read by functions that call themselves.
static void allowDeepNesting() {
  constexpr rlim_t Wanted = rlim_t(64) << 20;
  rlimit Limit;
  if (getrlimit(RLIMIT_STACK, &Limit) || Limit.rlim_cur >= Wanted)
    return;
  Limit.rlim_cur = std::min(Limit.rlim_max, Wanted);
  (void)setrlimit(RLIMIT_STACK, &Limit);
}

/// LLVM thinks of the user's quit key as of a crash, tells whom to report a
/// crash to, and has another program look up the names of functions.
static void keepCrashesSimple() {
  std::signal(SIGQUIT, SIG_DFL);
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", /*overwrite=*/0);
  setBugReportMsg("warplint: this is a bug in warplint; please report it with "
                  "the command above\n");
}

/// Output that is lost ends the program as an error does, from wherever it
/// ends: LLVM prints --help and --version, and leaves by exit(). Its stream
/// would end it with the code of a run with findings.
static void leaveOnLostOutput() {
  outs().flush();
  std::error_code Problem = outs().error();
  if (!Problem)
    return;
  outs().clear_error();
  error() << "cannot write to standard output: " << Problem.message() << '\n';
  _exit(Failed);
}

int main(int Argc, const char **Argv) {
  InitLLVM Init(Argc, Argv);
  allowDeepNesting();
  allowFailingWrites();
  keepCrashesSimple();
  outs(); // What exists before is destroyed after.
  std::atexit(leaveOnLostOutput);
  return run(Argc, Argv);
}
