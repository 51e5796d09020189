//===- BuildOfRun.cpp - Which commands a run goes by ----------------------===//

#include "BuildOfRun.h"
#include "warplint/Build/BuildCommands.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Asks \p Tool, of which \p Path names the files.
static Expected<BuildOfRun> buildFrom(const CommandLine &Line, StringRef Tool,
                                      StringRef Path) {
  auto Listing = Tool == "make" ? commandsOfMake(Path) : commandsOfNinja(Path);
  if (!Listing)
    return createStringError("--from-" + Tool + ": " +
                             printable(toString(Listing.takeError())));
  if (!Line.Quiet)
    for (const std::string &Note : Listing->Notes)
      errs() << "warplint: note: --from-" << Tool << ": " << printable(Note)
             << '\n';
  return BuildOfRun{
      CommandSource::of(std::move(Listing->Commands), Listing->Folder, Tool),
      /*IsNamed=*/true,
      Tool.str(),
      {Listing->File}};
}

std::vector<std::string> BuildOfRun::sources() const {
  std::vector<std::string> Files = Commands.cudaFiles();
  llvm::transform(Files, Files.begin(), shownPath);
  return Files;
}

Expected<BuildOfRun> buildOf(const CommandLine &Line) {
  bool FromMake = Line.FromMake.getNumOccurrences(),
       FromNinja = Line.FromNinja.getNumOccurrences();
  if (FromMake + FromNinja + !Line.BuildPath.empty() +
              Line.FixedFlags.has_value() >
          1 &&
      (FromMake || FromNinja))
    return createStringError(
        "-p, --from-make, --from-ninja and flags after -- cannot be combined");
  if (FromMake)
    return buildFrom(Line, "make", Line.FromMake);
  if (FromNinja)
    return buildFrom(Line, "ninja", Line.FromNinja);
  auto Commands = CommandSource::create(
      Line.BuildPath, Line.FixedFlags.value_or(std::vector<std::string>()),
      Line.FixedFlags.has_value());
  if (!Commands)
    return Commands.takeError();
  BuildOfRun Build{std::move(*Commands), !Line.BuildPath.empty(), "", {}};
  if (Build.IsNamed)
    Build.Files = {Line.BuildPath.getValue(),
                   Line.BuildPath + "/compile_commands.json",
                   Line.BuildPath + "/compile_flags.txt"};
  return Build;
}

} // namespace warplint
