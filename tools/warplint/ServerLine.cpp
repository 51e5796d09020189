//===- ServerLine.cpp - The command lines of servers ----------------------===//

#include "ServerLine.h"
#include "CommandLine.h"
#include "OlderTree.h"
#include "Settings.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Session/Session.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// nvcc reads what is on the disk, which is not what a client has.
static constexpr StringLiteral Foreign =
    "format o write-baseline diff j fix fix-dry-run fix-notes explain bank-map "
    "stats export-fixes dump-config assumed-fixes sort color memory-limit "
    "list-checks explain-check fail-on quiet verbose issued from-make "
    "from-ninja keep-going show-parse-errors";

StringRef optionOfRuns(ArrayRef<StringRef> Allowed) {
  for (auto [Name, Option] : cl::getRegisteredOptions())
    if (Option->getNumOccurrences() &&
        is_contained(split(Foreign, ' '), Name) && !is_contained(Allowed, Name))
      return Name;
  return "";
}

std::optional<ServerOptions> readServerLine(StringRef Name, StringRef Client,
                                            ArrayRef<const char *> Arguments) {
  // As those of a run, without the server's name.
  dropForeignOptions();
  CommandLine Line;
  for (auto [Option, Known] : cl::getRegisteredOptions())
    if (is_contained(Foreign, Option))
      Known->setHiddenFlag(cl::ReallyHidden);
  const std::string Program = ("warplint " + Name).str();
  std::vector<const char *> Words = {Program.c_str()};
  // What editors add to any server that they start.
  append_range(Words, make_filter_range(Arguments, [](StringRef Word) {
                 return Word != "--stdio";
               }));
  if (!parseCommandLine(Line, Words))
    return std::nullopt;
  if (StringRef Option = optionOfRuns();
      !Option.empty() || !Line.Files.empty()) {
    error() << Name << ": "
            << (Option.empty()
                    ? "the " + Client.str() + " names the files"
                    : "--" + Option.str() + " is only for runs over files")
            << '\n';
    return std::nullopt;
  }
  OlderTree NoOther;
  Expected<SessionOptions> Session = sessionOptionsOf(Line, NoOther);
  if (!Session) {
    say(Session.takeError());
    return std::nullopt;
  }
  Session->CommandFor = nullptr;
  return ServerOptions{std::move(*Session), Line.BuildPath, Line.FixedFlags,
                       WARPLINT_VERSION, ""};
}

bool canServe(const ServerOptions &Options) {
  auto Commands = CommandSource::create(
      Options.BuildPath,
      Options.FixedFlags.value_or(std::vector<std::string>()),
      Options.FixedFlags.has_value());
  if (!Commands)
    return say(Commands.takeError());
  auto Tried = Session::create(Options.Session, std::move(*Commands));
  return Tried || say(Tried.takeError());
}

} // namespace warplint
