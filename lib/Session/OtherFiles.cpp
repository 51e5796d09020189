//===- OtherFiles.cpp - What a file asks of the rest of its build ---------===//

#include "warplint/Session/Session.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// What of the build, and not of the file system, a result rests on.
std::string Session::answerTo(StringRef Question) {
  auto [What, File] = Question.split('\n');
  if (!keepsOutcomes())
    return "";
  if (What == "macro") {
    auto [Folder, Macro] = File.split('\n');
    std::optional<unsigned> Count = Files.definitions(Folder, Macro);
    return Count ? utostr(*Count) : "";
  }
  if (What == "beside")
    return hashOf(join(filesBeside(File), "\n"));
  if (What == "sources") {
    auto Sources = sourcesBeside(File);
    return Sources ? hashOf(join(*Sources, "\n")) : "";
  }
  std::string All;
  for (const DeviceCommand &Command : commandsFor(File))
    All += Command.Arch + "\n" + join(Command.Arguments, "\n") + "\n\n" +
           join(Command.Linked, "\n") + "\n\n";
  return All.empty() ? "" : hashOf(All);
}

/// What \p Read returns for another file of the build, or returned in an earlier
/// run; what it rests on, the file at work does.
std::string Session::keptLaunches(const DeviceCommand &Command,
                                  ProjectFiles::Reader Read,
                                  function_ref<bool(StringRef)> Holds) {
  std::string Key;
  writeText(Key, "launches");
  writeText(Key, programIdentity());
  writeText(Key, Options.Strict ? "strict" : "");
  writeText(Key, Command.File);
  writeText(Key, Command.Arch);
  writeText(Key, join(Command.Arguments, "\n"));
  FileTrace Trace;
  std::optional<std::string> Launches;
  if (keepsOutcomes())
    Launches = Cache.find(Key, Today, &Trace);
  if (!Launches || !Holds(*Launches)) {
    Trace = FileTrace();
    const unsigned Lookups = Files.lookups();
    PreambleCache::View Headers(Preambles, Trace);
    Launches = Read(traced(Trace), &Headers);
    if (Files.lookups() != Lookups)
      Trace.add(RepositoryTrace);
    if (keepsOutcomes())
      Cache.keep(Key, Trace, *Launches);
  }
  ElsewhereTrace.add(Trace);
  return *Launches;
}

/// How files are parsed for their launches alone.
ParseOptions Session::otherFiles() {
  ParseOptions Parse;
  Parse.Strict = Options.Strict;
  Parse.Files = &Files;
  return Parse;
}

std::vector<std::string> Session::filesElsewhere() const {
  std::vector<std::string> Files;
  if (UsesElsewhere)
    for (StringRef File : ElsewhereTrace.answers(Question::Contents).keys())
      if (!File.starts_with("/usr/"))
        Files.push_back(File.str());
  return Files;
}

std::vector<std::string> Session::sourcesBelow(StringRef Folder) {
  std::vector<std::string> Built = Commands.cudaFiles(Folder);
  llvm::erase_if(Built,
                 [&](StringRef File) { return !Files.isInside(Folder, File); });
  return Built.empty() ? Files.cudaFilesBelow(Folder) : Built;
}

/// The other files of \p File's build, or of this command line, which names
/// them: places in them are told alike, whoever parses them.
std::vector<std::string> Session::filesBeside(StringRef File) const {
  std::vector<std::string> Files = Commands.filesBeside(File), Added;
  for (const std::string &Other : Options.Files)
    if (std::string Path = absolutePath(Other); !is_contained(Files, Path))
      Added.push_back(std::move(Path));
  // In the same order whichever the command line has.
  sortByNearness(Added, absolutePath(File));
  append_range(Files, Added);
  for (const std::string &Named : Options.Files)
    llvm::replace(Files, absolutePath(Named), Named);
  return Files;
}

std::optional<std::vector<std::string>>
Session::sourcesBeside(StringRef File) const {
  std::optional<std::vector<std::string>> Sources =
      Commands.sourcesBeside(File);
  if (Sources)
    for (const std::string &Named : Options.Files)
      if (!is_contained(*Sources, absolutePath(Named)))
        Sources->push_back(Named);
  return Sources;
}

/// How a file is compiled that is parsed for its launches alone. What is wrong
/// with it is not said here.
std::vector<DeviceCommand> Session::commandsFor(StringRef File) const {
  RawCommand Raw = rawCommandFor({File.str(), ""});
  Expected<CommandOptions> How =
      optionsOf(Raw, Options.Given.Arch.value_or(""));
  if (!How) {
    consumeError(How.takeError());
    return {};
  }
  std::vector<DeviceCommand> Found;
  auto Add = [&](const RawCommand &R) {
    Found.push_back(
        translateCommand(R.Arguments, File, R.Directory, *How, *FS));
  };
  Add(Raw);
  for_each(Raw.Others, Add);
  return Found;
}

} // namespace warplint
