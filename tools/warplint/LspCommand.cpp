//===- LspCommand.cpp - warplint lsp --------------------------------------===//

#include "CommandLine.h"
#include "OlderTree.h"
#include "Settings.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Server/Server.h"
#include "warplint/Session/Session.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <unistd.h>

using namespace llvm;

namespace warplint {

/// Options of a run that is over once its files are read; and nvcc reads what is
/// on the disk, which is not what the editor has.
static constexpr StringLiteral Foreign[] = {"format",
                                            "o",
                                            "write-baseline",
                                            "diff",
                                            "j",
                                            "fix",
                                            "fix-dry-run",
                                            "fix-notes",
                                            "explain",
                                            "bank-map",
                                            "stats",
                                            "export-fixes",
                                            "dump-config",
                                            "assumed-fixes",
                                            "sort",
                                            "color",
                                            "memory-limit",
                                            "list-checks",
                                            "explain-check",
                                            "fail-on",
                                            "quiet",
                                            "verbose",
                                            "issued",
                                            "from-make",
                                            "from-ninja",
                                            "keep-going",
                                            "show-parse-errors"};

/// The first of them that was given; empty: none was.
static StringRef foreignOption() {
  for (auto [Name, Option] : cl::getRegisteredOptions())
    if (Option->getNumOccurrences() && is_contained(Foreign, Name))
      return Name;
  return "";
}

/// The folder with the pages of the checks: beside an installed program, or in
/// the repository that it was built in.
static std::string pagesBeside(StringRef Program) {
  SmallString<256> Folder(sys::path::parent_path(Program));
  for (unsigned Up = 0; Up != 4 && !Folder.empty(); ++Up) {
    for (StringRef Below : {"share/doc/warplint/docs/checks", "docs/checks"}) {
      SmallString<256> Pages(Folder);
      sys::path::append(Pages, Below);
      if (sys::fs::exists(Pages + "/warplint-bank-conflict.md"))
        return Pages.str().str();
    }
    sys::path::remove_filename(Folder);
  }
  return "";
}

int runLspCommand(ArrayRef<const char *> Arguments) {
  // As those of a run, without the word "lsp".
  dropForeignOptions();
  CommandLine Line;
  for (auto [Name, Option] : cl::getRegisteredOptions())
    if (is_contained(Foreign, Name))
      Option->setHiddenFlag(cl::ReallyHidden);
  std::vector<const char *> Words = {"warplint lsp"};
  // What editors add to any server that they start.
  append_range(Words, make_filter_range(Arguments, [](StringRef Word) {
                 return Word != "--stdio";
               }));
  if (!parseCommandLine(Line, Words))
    return Failed;
  if (StringRef Name = foreignOption(); !Name.empty() || !Line.Files.empty()) {
    error() << (Name.empty() ? "lsp: the editor names the files"
                             : "lsp: --" + Name.str() +
                                   " is for runs over "
                                   "files")
            << '\n';
    return Failed;
  }
  OlderTree NoOther;
  Expected<SessionOptions> Session = sessionOptionsOf(Line, NoOther);
  if (!Session)
    return say(Session.takeError()) ? Nothing : Failed;
  Session->CommandFor = nullptr;
  ServerOptions Options{
      std::move(*Session), Line.BuildPath, Line.FixedFlags, WARPLINT_VERSION,
      pagesBeside(sys::fs::getMainExecutable(
          nullptr, reinterpret_cast<void *>(&runLspCommand)))};
  // What is wrong with the options is said before an editor is kept waiting.
  auto Commands = CommandSource::create(
      Options.BuildPath,
      Options.FixedFlags.value_or(std::vector<std::string>()),
      Options.FixedFlags.has_value());
  if (!Commands)
    return say(Commands.takeError()) ? Nothing : Failed;
  auto Tried = warplint::Session::create(Options.Session, std::move(*Commands));
  if (!Tried)
    return say(Tried.takeError()) ? Nothing : Failed;
  Tried->reset();
  // A client that is gone is an error of the write.
  std::signal(SIGPIPE, SIG_IGN);
  return serve(Options, STDIN_FILENO, outs());
}

} // namespace warplint
