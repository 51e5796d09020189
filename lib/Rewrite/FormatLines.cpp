//===- FormatLines.cpp - Changed lines in the style of a project ----------===//

#include "warplint/Rewrite/FormatLines.h"
#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Support/SearchUp.h"
#include "clang/Format/Format.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace clang;

namespace warplint {

/// Absurd widths would take all memory. Penalties are large.
static bool isSensible(StringRef Config) {
  constexpr unsigned MostColumns = 1000;
  for (StringRef Line : split(Config, '\n')) {
    unsigned Number = 0;
    StringRef Value = Line.rsplit(':').second.split('#').first.trim();
    if (Value.consume_front("-") && !Value.empty() && isDigit(Value[0]))
      return false;
    if (!Line.contains("Penalty") && !Value.empty() &&
        all_of(Value, llvm::isDigit) &&
        (Value.getAsInteger(10, Number) || Number > MostColumns))
      return false;
  }
  return true;
}

/// The text of the file in \p Folder, if it is the project's.
static std::optional<std::string> configIn(StringRef Folder,
                                           vfs::FileSystem &FS) {
  constexpr size_t MostBytes = 1 << 16;
  for (StringRef Name : {".clang-format", "_clang-format"}) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    auto Status = FS.status(Path);
    if (!Status)
      continue;
    if (!Status->isRegularFile() || sys::fs::is_symlink_file(Path) ||
        !isOwnersFile(*Status, Folder, FS) || Status->getSize() > MostBytes)
      return "DisableFormat: true";
    auto Buffer = FS.getBufferForFile(Path);
    return Buffer && isSensible((*Buffer)->getBuffer())
               ? (*Buffer)->getBuffer().str()
               : std::string("DisableFormat: true");
  }
  return std::nullopt;
}

/// The style of what lies in \p Folder; nothing where none is said.
static std::optional<format::FormatStyle> styleFor(StringRef Folder,
                                                   vfs::FileSystem &FS) {
  auto Quiet = [](const SMDiagnostic &, void *) {};
  auto Parse = [&](const std::string &Config, format::FormatStyle &Into) {
    return !format::parseConfiguration(MemoryBufferRef(Config, ".clang-format"),
                                       &Into, /*AllowUnknownOptions=*/true,
                                       Quiet);
  };
  // Inner ones go on from where outer ones end.
  std::vector<std::string> Found;
  for (; !Folder.empty(); Folder = nextFolderUp(Folder, FS)) {
    auto Config = configIn(Folder, FS);
    if (!Config)
      continue;
    format::FormatStyle Own = format::getLLVMStyle();
    if (!Parse(*Config, Own))
      return std::nullopt;
    Found.push_back(std::move(*Config));
    if (!Own.InheritsParentConfig)
      break;
  }
  if (Found.empty())
    return std::nullopt;
  format::FormatStyle Style = format::getLLVMStyle();
  for (const std::string &Config : reverse(Found))
    if (!Parse(Config, Style))
      return std::nullopt;
  if (Style.DisableFormat)
    return std::nullopt;
  Style.ReflowComments = format::FormatStyle::RCS_Never;
  Style.LineEnding = format::FormatStyle::LE_DeriveLF;
  return Style;
}

/// The words of \p Text: all that is not white space between them.
static std::vector<StringRef> tokensOf(const std::string &Text) {
  LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus20 = true;
  Options.LineComment = Options.CUDA = true;
  Lexer Lex(SourceLocation(), Options, Text.data(), Text.data(),
            Text.data() + Text.size());
  Lex.SetCommentRetentionState(true);
  std::vector<StringRef> Tokens;
  clang::Token T;
  do {
    Lex.LexFromRawLexer(T);
    if (T.isAtStartOfLine() && T.is(tok::hash))
      Tokens.push_back("\n");
    Tokens.push_back(
        StringRef(Lex.getBufferLocation() - T.getLength(), T.getLength())
            .rtrim());
  } while (T.isNot(tok::eof));
  return Tokens;
}

/// \p Edits as clang's libraries have them: one at each place.
static Expected<tooling::Replacements>
replacementsOf(StringRef File, ArrayRef<SourceEdit> Edits) {
  std::vector<SourceEdit> Sorted;
  addEdits(Sorted, Edits);
  tooling::Replacements All;
  for (size_t I = 0; I < Sorted.size();) {
    SourceEdit Here = Sorted[I];
    while (++I < Sorted.size() && Sorted[I].Offset == Here.Offset) {
      Here.Length = Sorted[I].Length;
      Here.Text += Sorted[I].Text;
    }
    if (Error E = All.add(
            {File, unsigned(Here.Offset), unsigned(Here.Length), Here.Text}))
      return std::move(E);
  }
  return std::move(All);
}

std::vector<SourceEdit> formattedEdits(StringRef File, StringRef Text,
                                       ArrayRef<SourceEdit> Edits,
                                       vfs::FileSystem &FS) {
  std::vector<SourceEdit> Plain(Edits);
  SmallString<256> Path(File);
  if (FS.makeAbsolute(Path))
    return Plain;
  auto Style = styleFor(sys::path::parent_path(Path), FS);
  if (!Style)
    return Plain;
  auto Format = [&]() -> Expected<std::vector<SourceEdit>> {
    auto Made = replacementsOf(File, Edits);
    if (!Made)
      return Made.takeError();
    auto Edited = tooling::applyAllReplacements(Text, *Made);
    if (!Edited)
      return Edited.takeError();
    const tooling::Replacements Moved = format::reformat(
        *Style, *Edited, Made->getAffectedRanges(), "edited.cpp");
    auto Formatted = tooling::applyAllReplacements(*Edited, Moved);
    if (!Formatted)
      return Formatted.takeError();
    if (tokensOf(*Formatted) != tokensOf(*Edited))
      return Plain;
    std::vector<SourceEdit> All;
    for (const tooling::Replacement &R : Made->merge(Moved))
      All.push_back(
          {R.getOffset(), R.getLength(), R.getReplacementText().str()});
    return All;
  };
  auto All = Format();
  if (All)
    return std::move(*All);
  consumeError(All.takeError());
  return Plain;
}

} // namespace warplint
