//===- Ninja.cpp - Asking Ninja for its commands --------------------------===//

#include "BuildTool.h"
#include "warplint/Build/BuildCommands.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Support/Paths.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace warplint {

Expected<BuildListing> commandsOfNinja(StringRef Path) {
  Expected<BuildTool> Ninja =
      BuildTool::find("ninja", std::chrono::seconds(60));
  if (!Ninja)
    return Ninja.takeError();
  BuildListing Found;
  Found.File = absolutePath(Path.empty() ? "." : Path);
  if (sys::fs::is_directory(Found.File))
    Found.File = joinPath(Found.File, "build.ninja");
  if (!sys::fs::exists(Found.File))
    return createStringError("found no '" + Found.File + "'");
  Found.Folder = path::parent_path(Found.File).str();
  // Tools that work on what a manifest says run before Ninja would look
  // whether it is up to date.
  Expected<ProgramEnd> End = Ninja->run(
      Found.Folder,
      {"-f", path::filename(Found.File).str(), "-t", "compdb", "-x"}, {});
  if (!End)
    return End.takeError();
  if (End->ExitCode)
    return createStringError("ninja: " +
                             StringRef(End->Output).split('\n').first.trim());
  auto Read = readDatabase(End->Output, "ninja -t compdb");
  if (!Read)
    return Read.takeError();
  auto Files = plainFiles();
  for (BuildCommand &C : *Read)
    if (!sourcesOf(C.Arguments, C.Directory, *Files).empty())
      Found.Commands.push_back(std::move(C));
  if (Found.Commands.empty())
    return createStringError("ninja lists no command that compiles a file");
  return Found;
}

} // namespace warplint
