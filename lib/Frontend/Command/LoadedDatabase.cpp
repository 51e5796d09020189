//===- LoadedDatabase.cpp - One compilation database ----------------------===//

#include "LoadedDatabase.h"
#include "DatabaseParser.h"
#include "IncludeScan.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace warplint;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace path = llvm::sys::path;

using Strings = std::vector<std::string>;

static llvm::Error failure(const Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

Expected<std::shared_ptr<LoadedDatabase>>
LoadedDatabase::loadFromBuildPath(StringRef Path, llvm::vfs::FileSystem &FS) {
  auto Status = FS.status(Path);
  if (Status && !Status->isDirectory())
    return load(Path, FS);
  for (StringRef Name : {"compile_commands.json", "compile_flags.txt"})
    if (std::string File = absolutePath(Path, Name); FS.exists(File))
      return load(File, FS);
  return failure(
      "no compile_commands.json in '" + Path +
      "' (CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)");
}

Expected<std::shared_ptr<LoadedDatabase>>
LoadedDatabase::load(StringRef File, llvm::vfs::FileSystem &FS) {
  auto Buffer = FS.getBufferForFile(File);
  if (!Buffer)
    return failure("can't read '" + File + "': " + Buffer.getError().message());
  auto Database = std::make_shared<LoadedDatabase>();
  Database->Path = File.str();
  Database->Folder = path::parent_path(File).str();
  Database->FlagsFile = path::filename(File) == "compile_flags.txt";
  StringRef Text = (*Buffer)->getBuffer();
  if (!Database->FlagsFile) {
    if (llvm::Error E = Database->readCommands(Text))
      return std::move(E);
    return Database;
  }
  llvm::SmallVector<StringRef, 16> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Line = Line.trim(); !Line.empty())
      Database->Flags.push_back(Line.str());
  return Database;
}

llvm::Error LoadedDatabase::readCommands(StringRef Text) {
  auto Parsed = parseDatabase(Text);
  if (!Parsed)
    return failure("malformed compilation database '" + Path +
                   "': " + llvm::toString(Parsed.takeError()));
  for (DatabaseEntry &Entry : *Parsed)
    addEntry(Entry.File, absolutePath(Folder, Entry.Directory),
             std::move(Entry.Arguments));
  return llvm::Error::success();
}

/// -x cu, -x=cu, --x cuda, -xcuda.
static bool saysCuda(llvm::ArrayRef<std::string> Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Word = Arguments[I];
    if (!Word.consume_front("--x") && !Word.consume_front("-x"))
      continue;
    Word.consume_front("=");
    if (Word.empty() && I + 1 < Arguments.size())
      Word = Arguments[I + 1];
    if (Word == "cu" || Word == "cuda")
      return true;
  }
  return false;
}

void LoadedDatabase::addEntry(StringRef File, StringRef Directory,
                              Strings Arguments) {
  Entry E;
  E.File = absolutePath(Directory, File);
  E.Directory = Directory.str();
  E.IsCuda = path::extension(File) == ".cu" || saysCuda(Arguments);
  E.Arguments = std::move(Arguments);
  ByFile[E.File].push_back(Entries.size());
  Entries.push_back(std::move(E));
}

std::string LoadedDatabase::name() const { return path::filename(Path).str(); }

/// \p File as a person near the database would write it.
std::string LoadedDatabase::shown(StringRef File) const {
  StringRef Short = File;
  if (Short.consume_front(Folder) && Short.consume_front("/"))
    return Short.str();
  return File.str();
}

RawCommand LoadedDatabase::commandOf(size_t Index, std::string Source) const {
  const Entry &E = Entries[Index];
  return {E.Arguments, E.Directory, std::move(Source), "", ""};
}

/// A file that is compiled twice: by nvcc rather than otherwise, then as CUDA.
size_t LoadedDatabase::best(llvm::ArrayRef<size_t> Indices) const {
  auto Score = [&](size_t Index) {
    const Entry &E = Entries[Index];
    return 2 * isNvccCommand(E.Arguments) + E.IsCuda;
  };
  return *llvm::max_element(
      Indices, [&](size_t L, size_t R) { return Score(L) < Score(R); });
}

std::optional<size_t> LoadedDatabase::entryOf(StringRef File,
                                              llvm::vfs::FileSystem &FS) const {
  if (auto It = ByFile.find(File); It != ByFile.end())
    return best(It->second);
  // The same file by another path, through a link.
  llvm::SmallString<256> Real, Other;
  if (FS.getRealPath(File, Real))
    return std::nullopt;
  std::vector<size_t> Same;
  for (size_t Index = 0; Index < Entries.size(); ++Index)
    if (path::filename(Entries[Index].File) == path::filename(Real) &&
        !FS.getRealPath(Entries[Index].File, Other) && Other == Real)
      Same.push_back(Index);
  if (Same.empty())
    return std::nullopt;
  return best(Same);
}

/// CUDA first, then by the folders shared with \p File, then as they stand.
std::vector<size_t> LoadedDatabase::nearestFirst(StringRef File) const {
  std::vector<size_t> Order(Entries.size()), Shared;
  for (size_t Index = 0; Index < Entries.size(); ++Index) {
    Order[Index] = Index;
    Shared.push_back(sharedFolders(File, Entries[Index].File));
  }
  llvm::sort(Order, [&](size_t L, size_t R) {
    return std::tuple(Entries[R].IsCuda, Shared[R], L) <
           std::tuple(Entries[L].IsCuda, Shared[L], R);
  });
  return Order;
}

/// The folders that \p Arguments (clang's) search for "name" and <name>,
/// without those of system headers, which include nothing of the user's.
static Strings includeFolders(const DeviceCommand &Command) {
  Strings Folders;
  const Strings &Words = Command.Arguments;
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    if (!Word.consume_front("-iquote") && !Word.consume_front("-I"))
      continue;
    if (Word.empty() && I + 1 < Words.size())
      Word = Words[++I];
    Folders.push_back(absolutePath(Command.Directory, Word));
  }
  return Folders;
}

std::optional<size_t>
LoadedDatabase::includerOf(StringRef Header, llvm::vfs::FileSystem &FS) const {
  std::vector<size_t> Order = nearestFirst(Header);
  auto RootAt = [&](size_t I) -> IncludeScan::Root {
    const Entry &E = Entries[Order[I]];
    return {E.File, includeFolders(translateCommand(E.Arguments, E.File,
                                                    E.Directory, {}, FS))};
  };
  auto Found = IncludeScan(FS, Order.size(), RootAt).includerOf(Header);
  if (!Found)
    return std::nullopt;
  return best(ByFile.lookup(Entries[Order[*Found]].File));
}

std::optional<RawCommand>
LoadedDatabase::commandFor(StringRef File, llvm::vfs::FileSystem &FS) const {
  if (auto Own = entryOf(File, FS))
    return commandOf(*Own, name());
  if (auto Includer = includerOf(File, FS))
    return commandOf(*Includer,
                     "included by " + shown(Entries[*Includer].File));
  std::vector<size_t> Order = nearestFirst(File);
  if (Order.empty() || !Entries[Order.front()].IsCuda)
    return std::nullopt;
  size_t Nearest = best(ByFile.lookup(Entries[Order.front()].File));
  return commandOf(Nearest, "as for " + shown(Entries[Nearest].File));
}

Strings LoadedDatabase::cudaFiles() const {
  Strings Files;
  for (const Entry &E : Entries)
    if (E.IsCuda && !llvm::is_contained(Files, E.File))
      Files.push_back(E.File);
  return Files;
}

Strings LoadedDatabase::cudaFilesNear(StringRef File) const {
  Strings Files;
  llvm::StringSet<> Seen;
  for (size_t Index : nearestFirst(File))
    if (Entries[Index].IsCuda && Seen.insert(Entries[Index].File).second)
      Files.push_back(Entries[Index].File);
  return Files;
}
