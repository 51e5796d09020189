//===- Make.cpp - Asking Make for its commands ----------------------------===//

#include "BuildTool.h"
#include "MakeOutput.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <deque>
#include <set>

using namespace llvm;
namespace path = llvm::sys::path;

namespace warplint {

/// The makefiles that Make reads unasked, in its order; else those that have
/// it in their name. Names in \p Folder.
static std::vector<std::string> makefilesOf(StringRef Folder) {
  for (StringRef Name : {"GNUmakefile", "makefile", "Makefile"})
    if (sys::fs::exists(joinPath(Folder, Name)))
      return {Name.str()};
  std::vector<std::string> Names;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; !EC && It != End;
       It.increment(EC)) {
    StringRef Name = path::filename(It->path());
    bool IsTemplate =
        is_contained({".in", ".am", ".orig", ".bak"}, path::extension(Name)) ||
        Name.ends_with("~");
    if ((Name.starts_with_insensitive("makefile.") || Name.ends_with(".mk")) &&
        !IsTemplate)
      Names.push_back(Name.str());
  }
  llvm::sort(Names);
  return Names;
}

Expected<BuildListing> commandsOfMake(StringRef Path) {
  constexpr std::chrono::seconds Most{120};
  constexpr unsigned MostRuns = 256; // A makefile may call itself.
  Expected<BuildTool> Make = BuildTool::find("make", Most);
  if (!Make)
    return Make.takeError();
  BuildListing Found;
  std::string Given = absolutePath(Path.empty() ? "." : Path);
  bool IsFolder = sys::fs::is_directory(Given);
  Found.Folder = IsFolder ? Given : path::parent_path(Given).str();
  std::vector<std::string> Makefiles =
      IsFolder ? makefilesOf(Given)
               : std::vector<std::string>{path::filename(Given).str()};
  if (Makefiles.empty() ||
      !sys::fs::exists(joinPath(Found.Folder, Makefiles[0])))
    return createStringError("found no makefile in '" + Found.Folder + "'");
  Found.File = joinPath(Found.Folder, Makefiles.front());

  std::deque<MakeRun> Waiting;
  for (const std::string &Name : Makefiles)
    Waiting.push_back({Found.Folder, {"-f", Name}, {}});
  auto Files = plainFiles();
  MakeOutput Output(Found, *Files);
  std::set<std::string> Seen;
  while (!Waiting.empty() && Seen.size() < MostRuns) {
    MakeRun Run = std::move(Waiting.front());
    Waiting.pop_front();
    if (!Seen.insert(Run.Folder + "\n" + join(Run.Arguments, "\n")).second)
      continue;
    Run.Arguments.insert(Run.Arguments.begin(), "-nwkB");
    Expected<ProgramEnd> End =
        Make->run(Run.Folder, Run.Arguments, Run.Environment);
    if (!End)
      return End.takeError();
    Output.read(End->Output, Run.Folder);
    for (MakeRun &Inner : std::exchange(Output.Inner, {}))
      if (sys::fs::is_directory(Inner.Folder))
        Waiting.push_back(std::move(Inner));
  }
  StringRef Hint = Output.RunsCMake
                       ? "; it runs CMake, which writes a database with "
                         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
                       : "";
  if (Found.Commands.empty())
    return createStringError("make lists no command that compiles a file" +
                             (Output.Error.empty() ? "" : ": " + Output.Error) +
                             Hint);
  if (!Output.Error.empty())
    Found.Notes.push_back(
        "make reports an error; using the commands it listed: " + Output.Error);
  if (Output.Missing)
    Found.Notes.push_back(utostr(Output.Missing) +
                          " commands compile missing files");
  return Found;
}

} // namespace warplint
