//===- Main.cpp - The warplint program ------------------------------------===//

#include "CommandLine.h"
#include "Crash.h"
#include "Lint.h"
#include "ModelCommand.h"
#include "SolveCommand.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;
using namespace warplint;

int main(int Argc, const char **Argv) {
  InitLLVM Init(Argc, Argv);
  allowDeepNesting();
  allowFailingWrites();
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
