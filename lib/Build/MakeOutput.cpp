//===- MakeOutput.cpp - The commands that `make -nw` prints ---------------===//

#include "MakeOutput.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace warplint {

/// More are as one.
static constexpr size_t MostNotes = 8;

/// "make[2]: Entering directory '/p/src'".
struct FolderLine {
  bool Enters = false;
  std::string Folder;
};

static std::optional<FolderLine> folderLine(StringRef Line) {
  static const Regex Form("^[^ ]*make[^ ]*: (Entering|Leaving) directory "
                          "[`'](.*)'$");
  SmallVector<StringRef, 3> Groups;
  // Most lines are none, and a regular expression is slow.
  if (!Line.contains(" directory ") || !Form.match(Line, &Groups))
    return std::nullopt;
  return FolderLine{Groups[1] == "Entering", Groups[2].str()};
}

/// The end of a line that goes on behind a backslash.
static bool goesOn(StringRef Line) {
  return (Line.size() - Line.rtrim('\\').size()) % 2 == 1;
}

void MakeOutput::read(StringRef Text, StringRef Folder) {
  std::vector<std::string> Folders = {Folder.str()};
  while (!Text.empty()) {
    StringRef Line = Text.take_until([](char C) { return C == '\n'; });
    while (goesOn(Line) && Line.size() < Text.size()) {
      size_t End = Text.find('\n', Line.size() + 1);
      Line = Text.take_front(End);
    }
    Text = Text.drop_front(std::min(Line.size() + 1, Text.size()));
    std::optional<FolderLine> Moves = folderLine(Line);
    // One that is run by its variable says at once where.
    if (!Moves || !Moves->Enters)
      append_range(Inner, OfLine);
    OfLine.clear();
    if (Moves && Moves->Enters)
      Folders.push_back(Moves->Folder);
    else if (Moves && Folders.size() > 1)
      Folders.pop_back();
    else if (!Moves)
      readLine(Line, Folders.back());
  }
  append_range(Inner, std::exchange(OfLine, {}));
}

void MakeOutput::readLine(StringRef Line, StringRef Folder) {
  if (size_t At = Line.find(": *** "); At != StringRef::npos) {
    if (Error.empty())
      Error = Line.drop_front(At + 6).str();
    return;
  }
  forEachCommand(Line, Folder,
                 [&](ShellCommand Command) { take(std::move(Command), 0); });
}

void MakeOutput::take(ShellCommand Command, unsigned Depth) {
  constexpr unsigned MostDepth = 4;
  const std::vector<std::string> &Words = Command.Words;
  StringRef Program =
      path::filename(*find_if(ArrayRef(Words).drop_back(), [](StringRef Word) {
        return !Word.contains('=');
      }));
  if (Program == "make" || Program == "gmake")
    return takeMake(std::move(Command));
  if ((Program == "sh" || Program == "bash") && Depth != MostDepth) {
    const auto *Option = find(ArrayRef(Words).drop_back(), "-c");
    if (Option + 1 != ArrayRef(Words).end())
      forEachCommand(Option[1], Command.Folder, [&](ShellCommand Inner) {
        take(std::move(Inner), Depth + 1);
      });
    return;
  }
  RunsCMake |= Program == "cmake";
  takeCompile(Command);
}

void MakeOutput::takeMake(ShellCommand Command) {
  MakeRun Run;
  auto &Words = Command.Words;
  while (StringRef(Words.front()).contains('=')) {
    Run.Environment.push_back(Words.front());
    Words.erase(Words.begin());
  }
  Words.erase(Words.begin());
  // It says where it is, and its output is read in its order.
  for (size_t I = 0; I != Words.size(); ++I) {
    StringRef Word = Words[I];
    bool IsJobs = Word.starts_with("-j") || Word.starts_with("--jobs");
    if (Word == "-j" && I + 1 != Words.size() && all_of(Words[I + 1], isDigit))
      ++I;
    else if (!IsJobs && Word != "--no-print-directory")
      Run.Arguments.push_back(Word.str());
  }
  if (Command.Open.empty() && !Command.Folder.empty()) {
    Run.Folder = std::move(Command.Folder);
    OfLine.push_back(std::move(Run));
  }
}

void MakeOutput::takeCompile(const ShellCommand &Command) {
  auto Note = [&](const Twine &Text) {
    if (Into.Notes.size() == MostNotes)
      Into.Notes.push_back("more commands depend on the shell");
    if (Into.Notes.size() < MostNotes && !is_contained(Into.Notes, Text.str()))
      Into.Notes.push_back(Text.str());
  };
  std::vector<std::string> Words = Command.Words;
  // $(NVCC) is empty where `which nvcc` found none.
  if (StringRef(Words.front()).starts_with("-") &&
      any_of(Words, [](StringRef W) { return path::extension(W) == ".cu"; }))
    Words.insert(Words.begin(), "nvcc");
  for (const std::string &Source : sourcesOf(Words, Command.Folder, FS)) {
    if (Command.Folder.empty() || is_contained(Command.Open, Source)) {
      Note("'" + printable(join(Words, " ")) +
           "' is skipped: only the shell knows its " +
           (Command.Folder.empty() ? "folder" : "file"));
      return;
    }
    std::string File = absolutePath(Command.Folder, Source);
    if (!FS.exists(File)) {
      ++Missing;
      continue;
    }
    for (const std::string &Word : Command.Open)
      Note("'" + printable(Word) +
           "' is used as written: only the shell knows its value");
    Into.Commands.push_back({File, Command.Folder, Words});
  }
}

} // namespace warplint
