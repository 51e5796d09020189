//===- Config.cpp - The file .warplint ------------------------------------===//

#include "warplint/Config/Config.h"
#include "ConfigKeys.h"
#include "warplint/Support/SearchUp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace warplint {

bool isGlobsKey(StringRef Key) {
  return Key == "Checks" || Key == "WarningsAsErrors";
}

Config mergeConfigs(Config Further, const Config &Nearer) {
  for (const ConfigKey &Key : configKeys()) {
    if (Key.AsText && Nearer.*Key.AsText) {
      auto &Into = Further.*Key.AsText;
      bool IsJoined = isGlobsKey(Key.Name) && Into && !Into->empty();
      Into = (IsJoined ? *Into + "," : "") + *(Nearer.*Key.AsText);
    } else if (Key.AsFlag && Nearer.*Key.AsFlag) {
      Further.*Key.AsFlag = Nearer.*Key.AsFlag;
    } else if (Key.AsNumber && Nearer.*Key.AsNumber) {
      Further.*Key.AsNumber = Nearer.*Key.AsNumber;
    } else if (Key.AsList) {
      append_range(Further.*Key.AsList, Nearer.*Key.AsList);
    }
  }
  for (const auto &[Name, Value] : Nearer.CheckOptions)
    Further.CheckOptions[Name] = Value;
  for (const auto &[Said, Place] : Nearer.Places)
    Further.Places[Said] = Place;
  Further.Files.insert(Further.Files.begin(), Nearer.Files.begin(),
                       Nearer.Files.end());
  return Further;
}

/// In single quotes, in which a quote alone is special; what is not printable
/// stands in double ones, in which it is escaped.
static std::string quoted(StringRef Text) {
  if (!all_of(Text, isPrint))
    return '"' + yaml::escape(Text, /*EscapePrintable=*/false) + '"';
  std::string Quoted = "'";
  for (char C : Text) {
    if (C == '\'')
      Quoted += '\'';
    Quoted += C;
  }
  return Quoted + "'";
}

void printConfig(raw_ostream &Out, const Config &C) {
  Out << "---\n";
  for (const ConfigKey &Key : configKeys()) {
    if (Key.AsText && C.*Key.AsText)
      Out << Key.Name << ": " << quoted(*(C.*Key.AsText)) << '\n';
    if (Key.AsFlag && C.*Key.AsFlag)
      Out << Key.Name << ": " << (*(C.*Key.AsFlag) ? "true" : "false") << '\n';
    if (Key.AsNumber && C.*Key.AsNumber)
      Out << Key.Name << ": " << *(C.*Key.AsNumber) << '\n';
    if (Key.AsList && !(C.*Key.AsList).empty()) {
      Out << Key.Name << ":\n";
      for (const std::string &Item : C.*Key.AsList)
        Out << "  - " << quoted(Item) << '\n';
    }
  }
  StringRef Heading = "CheckOptions:\n";
  for (const auto &[Name, Value] : C.CheckOptions) {
    StringRef Key = Name;
    if (Key.consume_front("*.")) { // These come first.
      Out << Key << ": " << Value << '\n';
      continue;
    }
    Out << std::exchange(Heading, "") << "  " << Key << ": ";
    Out << (all_of(Value, isAlnum) ? Value : quoted(Value)) << '\n';
  }
  Out << "...\n";
}

/// More than anybody writes.
static constexpr size_t MaximumBytes = 1 << 20;

Expected<Config> ConfigFiles::read(StringRef File) {
  auto Buffer = FS->getBufferForFile(File);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             "cannot read '" + File +
                                 "': " + Buffer.getError().message());
  if ((*Buffer)->getBufferSize() > MaximumBytes)
    return createStringError("cannot read '" + File + "': larger than 1 MiB");
  Expected<Config> Read =
      parseConfig((*Buffer)->getBuffer(), File, Checks, Values);
  if (Read)
    Read->Files = {File.str()};
  if (Read && Read->Baseline && !Read->Baseline->empty()) {
    SmallString<256> Folder(File);
    if (std::error_code Code = FS->makeAbsolute(Folder))
      return createStringError(Code, Code.message());
    sys::path::remove_filename(Folder);
    SmallString<256> Path(*Read->Baseline);
    sys::path::make_absolute(Folder, Path);
    sys::path::remove_dots(Path);
    Read->Baseline = Path.str().str();
  }
  return Read;
}

/// Whether a search that has come to \p Folder takes \p File there.
Expected<bool> ConfigFiles::isThere(StringRef File, StringRef Folder) {
  auto Fail = [&](const Twine &Why) {
    return createStringError("cannot read '" + File + "': " + Why);
  };
  ErrorOr<vfs::Status> Status = FS->status(File);
  if (Status) {
    if (!isOwnersFile(*Status, Folder, *FS))
      return Fail("it belongs to somebody else");
    return !Status->isDirectory();
  }
  std::error_code Why = Status.getError();
  if (Why != std::errc::no_such_file_or_directory &&
      Why != std::errc::not_a_directory)
    return Fail(Why.message());
  if (sys::fs::is_symlink_file(File))
    return Fail("a link that leads nowhere");
  return false;
}

Expected<Config> ConfigFiles::configOf(StringRef Folder) {
  auto [It, New] = Read.try_emplace(Folder.str());
  if (!New)
    return It->second;
  SmallString<256> Path(Folder);
  sys::path::append(Path, ".warplint");
  Config Found;
  auto Fail = [&](Error Why) {
    Read.erase(Folder.str());
    return Why;
  };
  Expected<bool> IsHere = isThere(Path, Folder);
  if (!IsHere)
    return Fail(IsHere.takeError());
  if (*IsHere) {
    Expected<Config> Own = read(Path);
    if (!Own)
      return Fail(Own.takeError());
    Found = std::move(*Own);
  }
  bool Inherits = !*IsHere || Found.InheritParentConfig.value_or(false);
  StringRef Parent = Inherits ? nextFolderUp(Folder, *FS) : "";
  if (!Parent.empty()) {
    Expected<Config> Above = configOf(Parent);
    if (!Above)
      return Fail(Above.takeError());
    Above->InheritParentConfig.reset();
    Found = mergeConfigs(std::move(*Above), Found);
  }
  Found.InheritParentConfig.reset();
  Read[Folder.str()] = Found;
  return Found;
}

Expected<Config> ConfigFiles::configFor(StringRef Source) {
  SmallString<256> Path(Source);
  if (std::error_code Code = FS->makeAbsolute(Path))
    return createStringError(Code, Code.message());
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return configOf(sys::path::parent_path(Path));
}

} // namespace warplint
