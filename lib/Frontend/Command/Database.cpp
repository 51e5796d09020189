//===- Database.cpp - Which command compiles a file -----------------------===//

#include "warplint/Frontend/Database.h"
#include "IncludeScan.h"
#include "LoadedDatabase.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/SearchUp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace warplint;
using llvm::Expected;
using llvm::StringRef;
namespace path = llvm::sys::path;

using Strings = std::vector<std::string>;

namespace {

/// What was found above a folder.
struct Discovery {
  std::shared_ptr<LoadedDatabase> Database; ///< May be null.
  std::string Warning = {};
  std::string File = {}; ///< Where it is; empty when it was named.
};

} // namespace

struct CommandSource::Impl {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  Strings FixedFlags;
  bool HasFixedFlags = false;
  std::shared_ptr<LoadedDatabase> Given; ///< Of -p.
  llvm::StringMap<Discovery> ByFolder;

  std::string currentFolder() const {
    auto Folder = FS->getCurrentWorkingDirectory();
    return Folder ? *Folder : "/";
  }
  std::string absolute(StringRef File) const {
    return absolutePath(currentFolder(), File);
  }
  Discovery discover(StringRef Folder);
  Discovery databaseAbove(StringRef Folder);
  RawCommand defaultCommand(StringRef File) const;
};

/// As clangd looks: the folder itself, build/ in it, then the parents.
Discovery CommandSource::Impl::databaseAbove(StringRef Folder) {
  if (auto It = ByFolder.find(Folder); It != ByFolder.end())
    return It->second;
  Discovery Found = discover(Folder);
  ByFolder[Folder] = Found;
  return Found;
}

Discovery CommandSource::Impl::discover(StringRef Folder) {
  for (StringRef Name : {"compile_commands.json", "build/compile_commands.json",
                         "compile_flags.txt"}) {
    std::string File = joinPath(Folder, Name);
    llvm::ErrorOr<llvm::vfs::Status> Status = FS->status(File);
    if (!Status)
      continue;
    if (!isOwnersFile(*Status, Folder, *FS))
      return {nullptr,
              "'" + File + "' is not used: it belongs to somebody else"};
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
RawCommand CommandSource::Impl::defaultCommand(StringRef File) const {
  std::string Folder = path::parent_path(absolute(File)).str();
  return {{"nvcc", "--expt-relaxed-constexpr", "--extended-lambda",
           "-idirafter" + Folder, File.str()},
          currentFolder(),
          "default flags"};
}

CommandSource::CommandSource() : I(std::make_unique<Impl>()) {}
CommandSource::CommandSource(CommandSource &&) = default;
CommandSource &CommandSource::operator=(CommandSource &&) = default;
CommandSource::~CommandSource() = default;

Expected<CommandSource>
CommandSource::create(StringRef BuildPath, Strings FixedFlags,
                      bool HasFixedFlags,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  CommandSource Source;
  Source.I->FS = std::move(FS);
  Source.I->FixedFlags = std::move(FixedFlags);
  Source.I->HasFixedFlags = HasFixedFlags;
  if (!BuildPath.empty()) {
    auto Loaded =
        LoadedDatabase::load(Source.I->absolute(BuildPath), *Source.I->FS);
    if (!Loaded)
      return Loaded.takeError();
    Source.I->Given = std::move(*Loaded);
  }
  return Source;
}

CommandSource
CommandSource::of(std::vector<BuildCommand> Commands, StringRef Folder,
                  StringRef Name,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  CommandSource Source;
  Source.I->FS = std::move(FS);
  Source.I->Given =
      LoadedDatabase::of(std::move(Commands), Source.I->absolute(Folder), Name);
  return Source;
}

RawCommand CommandSource::commandFor(StringRef File) const {
  if (I->HasFixedFlags)
    return {withFlags(I->FixedFlags, File), I->currentFolder(), "--"};
  std::string Absolute = I->absolute(File);
  Discovery Found = I->Given ? Discovery{I->Given}
                             : I->databaseAbove(path::parent_path(Absolute));
  std::optional<RawCommand> Command;
  if (Found.Database)
    Command = Found.Database->commandFor(Absolute, *I->FS);
  if (Command)
    Command->FoundIn = Found.File;
  else
    Command = I->defaultCommand(File);
  Command->Warning = Found.Warning;
  return std::move(*Command);
}

Strings CommandSource::cudaFiles(StringRef Folder) const {
  std::string Here = Folder.empty() ? I->currentFolder() : I->absolute(Folder);
  auto Database = I->Given ? I->Given : I->databaseAbove(Here).Database;
  return Database ? Database->cudaFiles() : Strings();
}

/// The .cu files in \p Folder.
static Strings cudaFilesIn(StringRef Folder, llvm::vfs::FileSystem &FS) {
  Strings Files;
  std::error_code Error;
  for (auto It = FS.dir_begin(Folder, Error),
            End = llvm::vfs::directory_iterator();
       !Error && It != End; It.increment(Error))
    if (path::extension(It->path()) == ".cu")
      Files.push_back(It->path().str());
  llvm::sort(Files);
  return Files;
}

Strings CommandSource::filesBeside(StringRef File) const {
  std::string Absolute = I->absolute(File);
  StringRef Folder = path::parent_path(Absolute);
  auto Database =
      I->HasFixedFlags
          ? nullptr
          : (I->Given ? I->Given : I->databaseAbove(Folder).Database);
  Strings Files;
  if (Database && !Database->isFlagsFile()) {
    Files = Database->cudaFiles(Absolute);
  } else {
    // Sources stand beside their headers, or up to two folders above.
    for (unsigned Level = 0; Level != 3 && !Folder.empty(); ++Level) {
      for (std::string &Candidate : cudaFilesIn(Folder, *I->FS)) {
        auto RootAt = [&](size_t) -> IncludeRoot {
          return {Candidate, {Folder.str()}};
        };
        if (Candidate != Absolute && includerOf(Absolute, *I->FS, 1, RootAt))
          Files.push_back(std::move(Candidate));
      }
      Folder = path::parent_path(Folder);
    }
  }
  llvm::erase(Files, Absolute);
  return Files;
}
