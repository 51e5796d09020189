//===- FindingKeys.cpp - The same finding after an edit -------------------===//

#include "warplint/Finding/FindingKeys.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {

std::string absolutePath(StringRef Path) {
  SmallString<256> Absolute(Path);
  if (sys::fs::make_absolute(Absolute))
    return Path.str();
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

std::string pathBelow(StringRef Root, StringRef File) {
  std::string Folder = absolutePath(Root), Path = absolutePath(File);
  StringRef Rest = Path;
  if (Rest.consume_front(Folder) &&
      (Rest.consume_front("/") || StringRef(Folder).ends_with("/")))
    return Rest.str();
  return Path;
}

std::string pathFrom(StringRef Folder, StringRef File) {
  std::string From = absolutePath(Folder), Path = absolutePath(File);
  auto F = sys::path::begin(From), FEnd = sys::path::end(From);
  auto P = sys::path::begin(Path), PEnd = sys::path::end(Path);
  for (; F != FEnd && P != PEnd && *F == *P; ++F, ++P)
    ;
  SmallString<256> Result;
  for (; F != FEnd; ++F)
    if (!F->empty() && *F != ".")
      sys::path::append(Result, sys::path::Style::posix, "..");
  for (; P != PEnd; ++P)
    sys::path::append(Result, sys::path::Style::posix, *P);
  return Result.str().str();
}

std::string sourceRoot() {
  SmallString<256> Current;
  if (sys::fs::current_path(Current))
    return ".";
  for (StringRef Folder = Current; !Folder.empty();
       Folder = sys::path::parent_path(Folder)) {
    SmallString<256> Mark(Folder);
    sys::path::append(Mark, ".git");
    if (sys::fs::exists(Mark))
      return Folder.str();
  }
  return Current.str().str();
}

const std::string *FileReport::textOf(const std::string &File) const {
  auto Found =
      find_if(Texts, [&](const ParsedText &Text) { return Text.File == File; });
  return Found == Texts.end() ? nullptr : &Found->Text;
}

void FileReport::addText(const std::string &File, std::string Text) {
  if (!textOf(File))
    Texts.push_back({File, std::move(Text)});
}

std::vector<FindingKey> keysOf(const FileReport &Report, StringRef Root) {
  std::vector<FindingKey> Keys;
  for (const Finding &F : Report.Findings) {
    FindingKey Key;
    Key.Check = F.Check;
    Key.File = F.Where.File.empty() ? "" : pathBelow(Root, F.Where.File);
    Key.Source = F.SourceLine;
    if (F.Subject) {
      Key.Kernel = F.Subject->Kernel;
      Key.Array = F.Subject->Array;
    }
    Keys.push_back(std::move(Key));
  }
  std::vector<size_t> ByPlace;
  for (size_t I = 0; I < Keys.size(); ++I)
    ByPlace.push_back(I);
  llvm::sort(ByPlace, [&](size_t A, size_t B) {
    return std::tie(Report.Findings[A].Where, A) <
           std::tie(Report.Findings[B].Where, B);
  });
  std::map<FindingKey, unsigned> Count;
  for (size_t I : ByPlace)
    Keys[I].Ordinal = Count[Keys[I]]++;
  return Keys;
}

std::string fingerprintOf(const FindingKey &Key) {
  std::string Text;
  for (const std::string *Part :
       {&Key.Check, &Key.File, &Key.Source, &Key.Kernel, &Key.Array}) {
    Text += *Part;
    Text += '\0';
  }
  Text += utostr(Key.Ordinal);
  return utohexstr(xxh3_64bits(Text), /*LowerCase=*/true, /*Width=*/16);
}

} // namespace warplint
