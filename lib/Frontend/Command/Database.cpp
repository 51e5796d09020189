//===- Database.cpp - Which command compiles a file -----------------------===//

#include "warplint/Frontend/Database.h"
#include "IncludeScan.h"
#include "LoadedDatabase.h"
#include "Translation.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/SearchUp.h"
#include "llvm/ADT/STLExtras.h"

using namespace warplint;
using llvm::Expected;
using llvm::StringRef;
namespace path = llvm::sys::path;

using Strings = std::vector<std::string>;

static std::string currentFolder(const llvm::vfs::FileSystem &FS) {
  return absolutePath("/", absoluteIn(FS, "."));
}

/// As clangd looks: the folder itself, build/ in it, then the parents.
CommandSource::Discovery CommandSource::databaseAbove(StringRef Folder) const {
  if (Given)
    return {Given};
  if (auto It = ByFolder.find(Folder); It != ByFolder.end())
    return It->second;
  return ByFolder[Folder] = discover(Folder);
}

CommandSource::Discovery CommandSource::discover(StringRef Folder) const {
  for (StringRef Name : {"compile_commands.json", "build/compile_commands.json",
                         "compile_flags.txt"}) {
    std::string File = joinPath(Folder, Name);
    llvm::ErrorOr<llvm::vfs::Status> Status = FS->status(File);
    if (!Status)
      continue;
    if (!isOwnersFile(*Status, Folder, *FS))
      return {nullptr, "'" + File + "' is ignored: it belongs to another user"};
    auto Loaded = LoadedDatabase::load(File, *FS);
    if (Loaded)
      return {std::move(*Loaded), "", std::move(File)};
    return {nullptr, llvm::toString(Loaded.takeError())};
  }
  StringRef Parent = nextFolderUp(Folder, *FS);
  return Parent.empty() ? Discovery() : databaseAbove(Parent);
}

/// Lenient, since nothing is known: the two options that much code is built
/// with, and the file's own folder, behind the toolkit's so that a project's
/// cuda.h hides nothing.
static Strings defaultCommand(StringRef File, StringRef Folder) {
  return {"nvcc", "--expt-relaxed-constexpr", "--extended-lambda",
          ("-idirafter" + Folder).str(), File.str()};
}

Expected<CommandSource>
CommandSource::create(StringRef BuildPath, Strings FixedFlags,
                      bool HasFixedFlags,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  CommandSource Source(std::move(FS));
  Source.FixedFlags = std::move(FixedFlags);
  Source.HasFixedFlags = HasFixedFlags;
  if (!BuildPath.empty()) {
    auto Loaded = LoadedDatabase::load(Source.absolute(BuildPath), *Source.FS);
    if (!Loaded)
      return Loaded.takeError();
    Source.Given = std::move(*Loaded);
  }
  return Source;
}

CommandSource
CommandSource::of(std::vector<BuildCommand> Commands, StringRef Folder,
                  StringRef Name,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  CommandSource Source(std::move(FS));
  Source.Given =
      LoadedDatabase::of(std::move(Commands), Source.absolute(Folder), Name);
  return Source;
}

std::string CommandSource::absolute(StringRef File) const {
  return absolutePath(currentFolder(*FS), File);
}

RawCommand CommandSource::commandFor(StringRef File) const {
  if (HasFixedFlags)
    return {withFlags(FixedFlags, File), currentFolder(*FS), "--"};
  std::string Absolute = absolute(File);
  StringRef Folder = path::parent_path(Absolute);
  Discovery Found = databaseAbove(Folder);
  std::optional<RawCommand> Command;
  if (Found.Database)
    Command = Found.Database->commandFor(Absolute, *FS);
  if (Command)
    Command->FoundIn = Found.File;
  else
    Command = RawCommand{defaultCommand(File, Folder), currentFolder(*FS),
                         "default flags"};
  Command->Warning = Found.Warning;
  return std::move(*Command);
}

Strings CommandSource::cudaFiles(StringRef Folder) const {
  std::string Here = Folder.empty() ? currentFolder(*FS) : absolute(Folder);
  auto Database = databaseAbove(Here).Database;
  return Database ? Database->cudaFiles() : Strings();
}

std::optional<Strings> CommandSource::sourcesBeside(StringRef File) const {
  std::string Absolute = absolute(File);
  auto Database = HasFixedFlags
                      ? nullptr
                      : databaseAbove(path::parent_path(Absolute)).Database;
  if (!Database || Database->isFlagsFile())
    return std::nullopt;
  return Database->sources(Absolute);
}

Strings CommandSource::filesBeside(StringRef File) const {
  std::string Absolute = absolute(File);
  StringRef Folder = path::parent_path(Absolute);
  auto Database = HasFixedFlags ? nullptr : databaseAbove(Folder).Database;
  Strings Files;
  if (Database && !Database->isFlagsFile()) {
    Files = Database->cudaFiles(Absolute);
  } else {
    // Sources stand beside their headers, or up to two folders above.
    for (unsigned Level = 0; Level != 3 && !Folder.empty(); ++Level) {
      auto FoldersOf = [&](size_t) { return Strings{Folder.str()}; };
      for (const std::string &Name : namesIn(Folder, *FS)) {
        std::string Candidate = joinPath(Folder, Name);
        if (path::extension(Name) == ".cu" && Candidate != Absolute &&
            includerOf(Absolute, *FS, Candidate, FoldersOf))
          Files.push_back(std::move(Candidate));
      }
      Folder = path::parent_path(Folder);
    }
  }
  llvm::erase(Files, Absolute);
  return Files;
}
