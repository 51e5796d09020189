//===- Places.cpp - Where findings stand in the editor now ----------------===//

#include "Places.h"
#include "warplint/Kernel/PtxSource.h"
#include "warplint/Support/PlainFiles.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

std::map<std::string, Analysed::Source> sourcesOf(Documents &Docs) {
  std::map<std::string, Analysed::Source> Result;
  for (const auto &[Name, Doc] : Docs.all())
    Result[Name] = {Doc.Revision, Doc.Text};
  return Result;
}

std::string uriOf(StringRef Path) {
  Expected<lsp::URIForFile> Uri = lsp::URIForFile::fromFile(Path);
  if (Uri)
    return Uri->uri().str();
  consumeError(Uri.takeError());
  return "";
}

/// A module has no extents: the statement is meant, or the word in its source.
static size_t endOfPoint(size_t Begin, StringRef File, StringRef Text) {
  const bool IsModule = isPtxFile(File);
  return Begin + Text.drop_front(Begin)
                     .take_while([&](char C) {
                       return IsModule ? C != ';' && C != '\n' && C != '\r'
                                       : isAlnum(C) || C == '_';
                     })
                     .size();
}

/// Bytes of \p Where in its own text.
static std::pair<size_t, size_t> bytesOf(const SourcePlace &Where,
                                         const LineText &Text) {
  size_t Begin = Text.offsetAt(Where.Line, Where.Column);
  size_t End =
      Where.EndLine ? Text.offsetAt(Where.EndLine, Where.EndColumn) : Begin;
  if (End <= Begin && Where.isValid())
    End = endOfPoint(Begin, Where.File, Text.text());
  return {Begin, End};
}

std::optional<std::pair<size_t, size_t>>
Places::bytesIn(const Document &Doc, const SourcePlace &Where,
                const Analysed &In) {
  const std::string &Name = Docs.nameOf(Where.File);
  auto Source = In.Sources.find(Name);
  if (Docs.nameOf(Doc.Path) != Name)
    return std::nullopt;
  // It was opened after that, and may be another text.
  if (Source == In.Sources.end())
    return bytesOf(Where, *Doc.Text);
  auto [Begin, End] = bytesOf(Where, *Source->second.Text);
  return Doc.moved(Begin, End, Source->second.Revision);
}

const LineText &Places::onDisk(StringRef File) {
  std::unique_ptr<LineText> &Text = Read[File];
  if (!Text) {
    auto Buffer = plainFiles()->getBufferForFile(File);
    Text = std::make_unique<LineText>(Buffer ? (*Buffer)->getBuffer().str()
                                             : std::string());
  }
  return *Text;
}

std::optional<EditorPlace> Places::find(const SourcePlace &Where,
                                        const Analysed &In) {
  if (const Document *Doc = Docs.find(Where.File)) {
    auto Bytes = bytesIn(*Doc, Where, In);
    if (!Bytes)
      return std::nullopt;
    return EditorPlace{
        Doc->Uri, Doc->Text->rangeOf(Bytes->first, Bytes->second, Docs.unit())};
  }
  const LineText &Text = onDisk(Where.File);
  auto [Begin, End] = bytesOf(Where, Text);
  return EditorPlace{uriOf(absolutePath(Where.File)),
                     Text.rangeOf(Begin, End, Docs.unit())};
}

} // namespace warplint
