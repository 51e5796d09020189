//===- BuildTool.cpp - Make or Ninja, run to be asked ---------------------===//

#include "BuildTool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace warplint {

Expected<BuildTool> BuildTool::find(StringRef Name, std::chrono::seconds Time) {
  const char *Value = std::getenv("PATH");
  SmallVector<StringRef> Folders;
  StringRef(Value ? Value : "").split(Folders, ':', -1, /*KeepEmpty=*/false);
  erase_if(Folders,
           [](StringRef Folder) { return !sys::path::is_absolute(Folder); });
  ErrorOr<std::string> Program = std::error_code();
  if (Folders.empty() || !(Program = sys::findProgramByName(Name, Folders)))
    return createStringError("cannot find '" + Name + "' on PATH");
  BuildTool Tool;
  Tool.Name = Name.str();
  Tool.Path = *Program;
  Tool.End = Clock::now() + Time;
  return Tool;
}

/// What a Make around this process tells those below it, and what makes them
/// speak another language.
static bool isPassedOn(StringRef Variable) {
  return !is_contained({"MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS", "MAKELEVEL",
                        "MAKEFILES", "NINJA_STATUS", "LC_ALL", "LANGUAGE"},
                       Variable.split('=').first);
}

Expected<ProgramEnd> BuildTool::run(StringRef Folder,
                                    ArrayRef<std::string> Arguments,
                                    ArrayRef<std::string> More) {
  using std::chrono::seconds;
  ProgramRun Run;
  Run.Path = Path;
  Run.Arguments = Arguments;
  for (char **Variable = environ; *Variable; ++Variable)
    if (isPassedOn(*Variable))
      Run.Environment.emplace_back(*Variable);
  append_range(Run.Environment, More);
  Run.Environment.emplace_back("LC_ALL=C");
  Run.Folder = Folder.str();
  Run.Time = std::max(seconds(1),
                      std::chrono::duration_cast<seconds>(End - Clock::now()));
  Run.ProcessorTime = Run.Time;
  Run.MostOutput = size_t(64) << 20;
  Expected<ProgramEnd> Done = endOfProgram(Run);
  if (!Done)
    return createStringError(Name + ": " + toString(Done.takeError()));
  if (Done->ExitCode < 0)
    return createStringError(Name + " was ended by signal " +
                             std::to_string(-Done->ExitCode));
  if (Done->IsCut)
    return createStringError(Name + " printed more than 64 MiB");
  return Done;
}

} // namespace warplint
