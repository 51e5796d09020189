//===- TranslatedDatabase.cpp - A build, as clang-tidy reads it -----------===//

#include "warplint/Tidy/TranslatedDatabase.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Database.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "warplint/Support/JsonStream.h"
#include "warplint/Support/PlainFiles.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

using Strings = std::vector<std::string>;

namespace {

/// "cu", "cuda": what -x says of CUDA, nvcc's way and clang's.
static bool isCudaName(StringRef Word) {
  return Word == "cu" || Word == "cuda";
}

/// Whether \p Word is "-x cu" in one word.
static bool namesCuda(StringRef Word) {
  for (StringRef Option : {"--x=", "-x=", "-x"})
    if (Word.consume_front(Option))
      return isCudaName(Word);
  return false;
}

class Translator {
public:
  Translator(const TidyCommandLine &Line, CommandSource Commands,
             std::string BuildPath, Strings &Warnings)
      : Line(Line), Commands(std::move(Commands)),
        BuildPath(std::move(BuildPath)), Warnings(Warnings) {}

  void add(StringRef File, std::vector<TidyCommand> &Into) {
    std::vector<TidyCommand> Found;
    if (isCuda(File))
      if (std::optional<TidyCommand> Command = translated(File))
        Found.push_back(std::move(*Command));
    if (Found.empty())
      Found = untouched(File);
    // clang-tidy looks for Clang's own headers beside the program that it is in.
    static const std::string Resources = findResourceDirectory();
    for (TidyCommand &Command : Found) {
      auto HasOwn = [](StringRef Word) {
        return Word.starts_with("-resource-dir");
      };
      if (none_of(Command.Arguments, HasOwn))
        Command.Arguments.insert(Command.Arguments.begin() + 1,
                                 "-resource-dir=" + Resources);
      // clang-tidy adds it where it sees none, also where that is a value.
      Command.Arguments.insert(Command.Arguments.begin() + 1, "-fsyntax-only");
      Command.Arguments =
          withoutOutputs(std::move(Command.Arguments), Command.Directory,
                         onlyPlainFiles(vfs::createPhysicalFileSystem()));
      Into.push_back(std::move(Command));
    }
  }

private:
  bool isCuda(StringRef File) {
    if (StringRef Kind = sys::path::extension(File);
        Kind == ".cu" || Kind == ".cuh")
      return true;
    RawCommand Raw = Commands.commandFor(File);
    StringRef Last;
    for (StringRef Word : Raw.Arguments) {
      if (((Last == "-x" || Last == "--x") && isCudaName(Word)) ||
          namesCuda(Word))
        return true;
      Last = Word;
    }
    return false;
  }

  std::optional<TidyCommand> translated(StringRef File) {
    RawCommand Raw = Commands.commandFor(File);
    if (!Raw.Warning.empty())
      Warnings.push_back(Raw.Warning);
    CommandOptions Options;
    if (Error E = findToolkitOf(Raw.Arguments, "", *FS, Options)) {
      Warnings.push_back(toString(std::move(E)));
      return std::nullopt;
    }
    DeviceCommand Command =
        translateCommand(Raw.Arguments, File, Raw.Directory, Options, *FS);
    Strings Arguments = {"clang++"};
    append_range(Arguments, Command.Arguments);
    Arguments.push_back(File.str());
    return TidyCommand{Command.Directory, File.str(), std::move(Arguments)};
  }

  /// What clang-tidy would find by itself.
  std::vector<TidyCommand> untouched(StringRef File) {
    using clang::tooling::CompilationDatabase;
    std::vector<TidyCommand> Result;
    std::string Ignored;
    if (!Line.FixedFlags) {
      auto Database =
          BuildPath.empty()
              ? CompilationDatabase::autoDetectFromSource(File, Ignored)
              : CompilationDatabase::autoDetectFromDirectory(BuildPath,
                                                             Ignored);
      if (Database)
        for (auto &Command : Database->getCompileCommands(File))
          Result.push_back(
              {Command.Directory, File.str(), std::move(Command.CommandLine)});
    }
    if (!Result.empty())
      return Result;
    Strings Arguments = {"clang++"};
    append_range(Arguments, Line.FixedFlags.value_or(Strings()));
    Arguments.push_back(File.str());
    SmallString<256> Here;
    (void)sys::fs::current_path(Here);
    return {{Here.str().str(), File.str(), std::move(Arguments)}};
  }

  const TidyCommandLine &Line;
  CommandSource Commands;
  std::string BuildPath;
  Strings &Warnings;
  IntrusiveRefCntPtr<vfs::FileSystem> FS = plainFiles();
};

} // namespace

Expected<std::vector<TidyCommand>>
translatedCommands(const TidyCommandLine &Line, Strings &Warnings) {
  std::string BuildPath;
  if (!Line.FixedFlags && !Line.BuildPath.empty())
    BuildPath = databaseFolder(Line.BuildPath);
  auto Commands =
      CommandSource::create(BuildPath, Line.FixedFlags.value_or(Strings()),
                            Line.FixedFlags.has_value());
  if (!Commands)
    return Commands.takeError();
  Translator All(Line, std::move(*Commands), std::move(BuildPath), Warnings);
  std::vector<TidyCommand> Result;
  for (const std::string &Word : Line.Words) {
    SmallString<256> File(Word);
    if (sys::fs::make_absolute(File) || !sys::fs::is_regular_file(File))
      continue;
    sys::path::remove_dots(File, /*remove_dot_dot=*/true);
    All.add(File, Result);
  }
  return Result;
}

void printDatabase(raw_ostream &Out, ArrayRef<TidyCommand> Commands) {
  JsonStream J(Out, /*IndentSize=*/2);
  J.array([&] {
    for (const TidyCommand &Command : Commands)
      J.object([&] {
        J.add("directory", Command.Directory);
        J.add("file", Command.File);
        J.add("arguments", Command.Arguments);
      });
  });
  Out << '\n';
}

} // namespace warplint
