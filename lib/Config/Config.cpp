//===- Config.cpp - The file .warplint ------------------------------------===//

#include "warplint/Config/Config.h"
#include "ConfigKeys.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace warplint {

/// Keys whose values are globs, of which the last that matches decides.
static bool isGlobs(StringRef Key) {
  return Key == "Checks" || Key == "WarningsAsErrors";
}

Config mergeConfigs(Config Further, const Config &Nearer) {
  for (const ConfigKey &Key : configKeys()) {
    if (Key.AsText && Nearer.*Key.AsText) {
      auto &Into = Further.*Key.AsText;
      bool IsJoined = isGlobs(Key.Name) && Into && !Into->empty();
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
  if (!C.CheckOptions.empty())
    Out << "CheckOptions:\n";
  for (const auto &[Name, Value] : C.CheckOptions)
    Out << "  " << Name << ": " << Value << '\n';
  Out << "...\n";
}

Expected<Config> ConfigFiles::read(StringRef File) {
  auto Buffer = FS->getBufferForFile(File);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             "cannot read '" + File +
                                 "': " + Buffer.getError().message());
  Expected<Config> Read =
      parseConfig((*Buffer)->getBuffer(), File, Checks, Values);
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

Expected<Config> ConfigFiles::configOf(StringRef Folder) {
  auto [It, New] = Read.try_emplace(Folder.str());
  if (!New)
    return It->second;
  StringRef Parent = sys::path::parent_path(Folder);
  SmallString<256> Path(Folder);
  sys::path::append(Path, ".warplint");
  Config Found;
  auto Status = FS->status(Path);
  bool IsHere = Status && !Status->isDirectory();
  if (IsHere) {
    Expected<Config> Own = read(Path);
    if (!Own) {
      Read.erase(Folder.str());
      return Own.takeError();
    }
    Found = std::move(*Own);
  }
  bool Inherits = !IsHere || Found.InheritParentConfig.value_or(false);
  if (Inherits && !Parent.empty() && Parent != Folder) {
    Expected<Config> Above = configOf(Parent);
    if (!Above) {
      Read.erase(Folder.str());
      return Above.takeError();
    }
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
