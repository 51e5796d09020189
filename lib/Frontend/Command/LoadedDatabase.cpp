//===- LoadedDatabase.cpp - One compilation database ----------------------===//

#include "LoadedDatabase.h"
#include "IncludeScan.h"
#include "Translation.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Support/ForeignJson.h"
#include "warplint/Support/Paths.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

using namespace warplint;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace path = llvm::sys::path;
namespace yaml = llvm::yaml;

using Strings = std::vector<std::string>;

//===----------------------------------------------------------------------===//
// Reading one
//===----------------------------------------------------------------------===//

template <> struct yaml::MappingTraits<BuildCommand> {
  static void mapping(yaml::IO &In, BuildCommand &C) {
    std::optional<std::string> Command;
    In.mapRequired("file", C.File);
    In.mapRequired("directory", C.Directory);
    In.mapOptional("arguments", C.Arguments);
    In.mapOptional("command", Command);
    if (C.Arguments.empty() && Command) {
      C.Arguments = splitShellWords(*Command);
      if (C.Arguments.empty()) // Of an edge of Ninja that runs nothing.
        C.Arguments = {""};
    }
  }
  static std::string validate(yaml::IO &, BuildCommand &C) {
    return C.Arguments.empty() ? "an entry has no 'command' and no 'arguments'"
                               : "";
  }
};
LLVM_YAML_IS_SEQUENCE_VECTOR(BuildCommand)

/// Keeps the first thing that is wrong, with its line and column: "3:7: ...".
static void keepFirst(const llvm::SMDiagnostic &D, void *First) {
  if (auto &Problem = *static_cast<std::string *>(First); Problem.empty())
    Problem = (Twine(std::max(D.getLineNo(), 1)) + ":" +
               Twine(std::max(D.getColumnNo() + 1, 1)) + ": " + D.getMessage())
                  .str();
}

/// An array of objects with "directory", "file", and "arguments" or "command";
/// other members are passed over, and so are entries whose
/// command is empty. Read as YAML, of which JSON is
/// a part: as Clang's own reader does, which takes what people have in their
/// trees (text that is no UTF-8, a comma at the end, a mark of UTF-8).
Expected<std::vector<BuildCommand>> warplint::readDatabase(StringRef Text,
                                                           StringRef Name) {
  auto Malformed = [&](StringRef Problem) {
    return llvm::createStringError("malformed compilation database '" + Name +
                                   "': " + Problem);
  };
  (void)Text.consume_front("\xef\xbb\xbf");
  if (llvm::Error E = checkNesting(Text))
    return Malformed(llvm::toString(std::move(E)));
  std::string Problem;
  yaml::Input In(Text, /*Ctxt=*/nullptr, keepFirst, &Problem);
  In.setAllowUnknownKeys(true);
  std::vector<BuildCommand> Commands;
  In >> Commands;
  if (In.error() || !Text.ltrim().starts_with("["))
    return Malformed(Problem.empty() ? "1:1: not JSON" : Problem);
  llvm::erase_if(Commands, [](const BuildCommand &C) {
    return C.Arguments.front().empty();
  });
  return Commands;
}

Expected<std::shared_ptr<LoadedDatabase>>
LoadedDatabase::load(StringRef Path, llvm::vfs::FileSystem &FS) {
  std::string File = Path.str();
  if (auto Status = FS.status(Path); !Status || Status->isDirectory()) {
    File = absolutePath(Path, "compile_commands.json");
    if (!FS.exists(File))
      File = absolutePath(Path, "compile_flags.txt");
    if (!FS.exists(File))
      return llvm::createStringError(
          "no compile_commands.json in '" + Path +
          "' (CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)");
  }
  auto Buffer = FS.getBufferForFile(File);
  if (!Buffer)
    return llvm::createStringError("cannot read '" + File +
                                   "': " + Buffer.getError().message());
  StringRef Text = (*Buffer)->getBuffer();
  if (path::filename(File) != "compile_flags.txt") {
    auto Commands = readDatabase(Text, File);
    if (!Commands)
      return Commands.takeError();
    return of(std::move(*Commands), path::parent_path(File),
              path::filename(File));
  }
  auto Database = of({}, path::parent_path(File), path::filename(File));
  Database->FlagsFile = true;
  for (StringRef Line : llvm::split(Text, '\n'))
    if (Line = Line.trim(); !Line.empty())
      Database->Flags.push_back(Line.str());
  return Database;
}

/// nvcc and its like compile each source that they are given, of which an entry
/// names one.
static void addOtherSources(std::vector<BuildCommand> &Commands) {
  constexpr StringRef TakeFile[] = {"-o",  "--output-file", "-include",
                                    "-MF", "-imacros",      "--pre-include",
                                    "-MT", "-MQ",           "-MD"};
  std::vector<BuildCommand> Others;
  for (const BuildCommand &Command : Commands) {
    const Strings &Words = Command.Arguments;
    if (llvm::is_contained(Words, "cd"))
      continue;
    for (size_t I = 1; I < Words.size(); ++I)
      if (!StringRef(Words[I]).starts_with("-") &&
          !llvm::is_contained(TakeFile, Words[I - 1]) && isUnit(Words[I]) &&
          absolutePath(Command.Directory, Words[I]) !=
              absolutePath(Command.Directory, Command.File))
        Others.push_back({Words[I], Command.Directory, Words});
  }
  llvm::append_range(Commands, Others);
}

std::shared_ptr<LoadedDatabase>
LoadedDatabase::of(std::vector<BuildCommand> Commands, StringRef Folder,
                   StringRef Name) {
  addOtherSources(Commands);
  auto Database = std::make_shared<LoadedDatabase>();
  Database->Folder = Folder.str();
  Database->Name = Name.str();
  Database->Entries.reserve(Commands.size()); // ByFile points into it.
  for (BuildCommand &Command : Commands) {
    Entry &E = Database->Entries.emplace_back(Entry{std::move(Command)});
    E.IsCuda = path::extension(E.File) == ".cu" || saysCuda(E.Arguments);
    E.Directory = absolutePath(Folder, E.Directory);
    E.File = absolutePath(E.Directory, E.File);
    Database->ByFile[E.File].push_back(&E);
  }
  return Database;
}

//===----------------------------------------------------------------------===//
// Asking one
//===----------------------------------------------------------------------===//

Strings warplint::withFlags(llvm::ArrayRef<std::string> Flags, StringRef File) {
  bool ClangOnly = llvm::any_of(Flags, [](StringRef Flag) {
    return Flag.starts_with("-") && !isNvccOption(Flag);
  });
  Strings Command = {"clang++"};
  llvm::append_range(Command, Flags);
  if (!ClangOnly || isNvccCommand(Command))
    Command.front() = "nvcc";
  Command.push_back(File.str());
  return Command;
}

/// Of a file that is compiled twice: by nvcc rather than otherwise, then as CUDA.
/// Those that are alike in that stand as in the database.
std::vector<const LoadedDatabase::Entry *>
LoadedDatabase::entriesOf(StringRef File, llvm::vfs::FileSystem &FS) const {
  std::vector<const Entry *> Same = ByFile.lookup(File);
  // The same file by another path, through a link.
  llvm::SmallString<256> Real, Other;
  if (Same.empty() && !FS.getRealPath(File, Real))
    for (const Entry &E : Entries)
      if (path::filename(E.File) == path::filename(Real) &&
          !FS.getRealPath(E.File, Other) && Other == Real)
        Same.push_back(&E);
  auto Score = [](const Entry *E) {
    return 2 * isNvccCommand(E->Arguments) + E->IsCuda;
  };
  auto Best = llvm::max_element(Same, [&](const Entry *L, const Entry *R) {
    return Score(L) < Score(R);
  });
  if (Best != Same.end())
    llvm::erase_if(Same, [Most = Score(*Best), &Score](const Entry *E) {
      return Score(E) != Most;
    });
  return Same;
}

/// CUDA first, then by the folders shared with \p File, then as they stand.
std::vector<const LoadedDatabase::Entry *>
LoadedDatabase::nearestFirst(StringRef File) const {
  std::vector<std::tuple<bool, size_t, const Entry *>> Keyed;
  for (const Entry &E : Entries)
    Keyed.emplace_back(!E.IsCuda, ~sharedFolders(File, E.File), &E);
  llvm::sort(Keyed);
  std::vector<const Entry *> Order;
  for (const auto &Key : Keyed)
    Order.push_back(std::get<2>(Key));
  return Order;
}

/// The folders that \p Command searches for "name" and <name>, without those of
/// system headers, which include nothing of the user's.
static Strings includeFolders(const DeviceCommand &Command) {
  using namespace clang::options;
  ClangOptions Read(pointersTo(Command.Arguments));
  Strings Folders;
  for (const llvm::opt::Arg *A : Read.Args.filtered(OPT_I, OPT_iquote))
    Folders.push_back(absolutePath(Command.Directory, A->getValue()));
  return Folders;
}

std::optional<RawCommand>
LoadedDatabase::commandFor(StringRef File, llvm::vfs::FileSystem &FS) const {
  if (FlagsFile)
    return RawCommand{withFlags(Flags, File), Folder, Name};
  auto CommandOf = [&](const Entry &E, std::string Source) {
    return RawCommand{E.Arguments, E.Directory, std::move(Source)};
  };
  if (std::vector<const Entry *> Own = entriesOf(File, FS); !Own.empty()) {
    RawCommand Command = CommandOf(*Own.front(), Name);
    for (const Entry *Other : llvm::drop_begin(Own))
      Command.Others.push_back(CommandOf(*Other, Name));
    return Command;
  }
  std::vector<const Entry *> Order = nearestFirst(File);
  Strings Roots;
  for (const Entry *E : Order)
    Roots.push_back(E->File);
  auto Includer = includerOf(File, FS, Roots, [&](size_t I) {
    return includeFolders(translateCommand(Order[I]->Arguments, Roots[I],
                                           Order[I]->Directory, {}, FS));
  });
  if (!Includer && (Order.empty() || !Order.front()->IsCuda))
    return std::nullopt;
  const std::string &Like = Roots[Includer.value_or(0)];
  return CommandOf(*entriesOf(Like, FS).front(),
                   (Includer ? "included by " : "as for ") +
                       pathBelow(Folder, Like));
}

Strings LoadedDatabase::files(StringRef Near, bool OnlyCuda) const {
  Strings Files;
  llvm::StringSet<> Seen;
  for (const Entry *E : nearestFirst(Near))
    if ((E->IsCuda || !OnlyCuda) && Seen.insert(E->File).second)
      Files.push_back(E->File);
  return Files;
}
