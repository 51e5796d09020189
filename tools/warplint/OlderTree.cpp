//===- OlderTree.cpp - The other side of --diff ---------------------------===//

#include "OlderTree.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/PlainFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

/// Names of files begin with it and a '/'.
static std::string folderName(StringRef Path) {
  return StringRef(absolutePath(Path)).rtrim('/').str();
}

Expected<std::vector<ComparedAccess>> readAccessesOf(StringRef File) {
  auto Buffer = plainFiles()->getBufferForFile(File);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             "cannot read '" + File +
                                 "': " + Buffer.getError().message());
  return readAccesses((*Buffer)->getBuffer(), File);
}

Expected<OlderTree> OlderTree::create(const CommandLine &Line) {
  OlderTree Tree;
  if (Line.Diff.empty())
    return Tree;
  if (sys::fs::is_directory(Line.Diff)) {
    Tree.Folder = folderName(Line.Diff);
    if (!Line.BuildPath.empty())
      Tree.BuildPath = folderName(Line.BuildPath);
    return Tree;
  }
  auto Accesses = readAccessesOf(Line.Diff);
  if (!Accesses)
    return createStringError("--diff: " + toString(Accesses.takeError()));
  Tree.Accesses = std::move(*Accesses);
  return Tree;
}

std::optional<Input> OlderTree::olderOf(StringRef File) const {
  std::string Path = folderName(File);
  // The longest end first.
  for (StringRef End = StringRef(Path).ltrim('/'); !End.empty();
       End = End.split('/').second) {
    SmallString<256> Older(Folder);
    sys::path::append(Older, End);
    if (sys::fs::exists(Older) && !sys::fs::is_directory(Older))
      return Input{Older.str().str(), File.str()};
  }
  return std::nullopt;
}

/// \p Text with each path below \p From as one below \p To.
static std::string moved(StringRef Text, StringRef From, StringRef To) {
  std::string Result;
  while (true) {
    size_t At = From.empty() ? StringRef::npos : Text.find(From);
    if (At == StringRef::npos)
      return Result + Text.str();
    StringRef Behind = Text.drop_front(At + From.size());
    bool IsPath = Behind.empty() || Behind.starts_with("/");
    Result += Text.take_front(At);
    Result += IsPath ? To : From;
    Text = Behind;
  }
}

static bool hasDatabase(StringRef Path) {
  SmallString<256> File(Path);
  if (sys::fs::is_directory(Path))
    sys::path::append(File, "compile_commands.json");
  return sys::fs::exists(File);
}

RawCommand OlderTree::commandFor(const Input &In,
                                 const CommandSource &Newer) const {
  // The folder of the newer tree: what is left of both names without the end
  // that they share.
  StringRef End = StringRef(In.File).drop_front(Folder.size());
  std::string Like = folderName(In.Like);
  StringRef Root = StringRef(Like).drop_back(End.size());
  RawCommand Ours = Newer.commandFor(In.Like);
  bool IsFixed = Ours.Source == "--";
  std::string Build = BuildPath.empty() ? "" : moved(BuildPath, Root, Folder);
  if (!IsFixed &&
      (BuildPath.empty() || (Build != BuildPath && hasDatabase(Build)))) {
    auto Own = CommandSource::create(Build, {}, /*HasFixedFlags=*/false);
    if (Own) {
      RawCommand Raw = Own->commandFor(In.File);
      if (Raw.Source != "default flags")
        return Raw;
    } else {
      consumeError(Own.takeError());
    }
  }
  for (std::string &Word : Ours.Arguments)
    Word = moved(Word, Root, Folder);
  Ours.Directory = moved(folderName(Ours.Directory), Root, Folder);
  return Ours;
}

} // namespace warplint
