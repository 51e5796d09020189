//===- Main.cpp - The warplint program ------------------------------------===//

#include "CommandLine.h"
#include "Lint.h"
#include "Model/ModelCommand.h"
#include "ProcessSetup.h"
#include "Solve/SolveCommand.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace warplint;

static int run(int Argc, const char **Argv) {
  if (Argc > 1 && StringRef(Argv[1]) == "model")
    return runModelCommand(ArrayRef(Argv + 2, Argv + Argc));
  if (Argc > 1 && StringRef(Argv[1]) == "solve")
    return runSolveCommand(ArrayRef(Argv + 2, Argv + Argc));

  std::vector<const char *> Args(Argv, Argv + Argc);
  bool HasFixedFlags = false;
  std::vector<std::string> FixedFlags = takeFixedFlags(Args, HasFixedFlags);
  dropForeignOptions();
  CommandLine Line;
  if (!parseCommandLine(Line, Args))
    return Failed;
  return lint(Line, std::move(FixedFlags), HasFixedFlags);
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
