//===- DiagnosticPrinter.cpp - Diagnostics as clang prints them -----------===//

#include "warplint/Frontend/DiagnosticPrinter.h"
#include "warplint/Support/Printable.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace warplint {
namespace {

/// Makes clang's locations of places, for rendering alone.
class SourceText {
public:
  explicit SourceText(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

  /// The start of \p Place; invalid when its file can not be read or has no
  /// such line and column. The column after a line's last character counts as
  /// there.
  clang::SourceLocation begin(const SourcePlace &Place);

  /// The range of \p Place; invalid when it is a point, empty, or not in the
  /// file.
  clang::CharSourceRange range(const SourcePlace &Place);

  const clang::SourceManager &sources() const { return Sources; }

private:
  clang::FileID open(llvm::StringRef File);
  clang::SourceLocation locate(llvm::StringRef File, unsigned Line,
                               unsigned Column);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  clang::DiagnosticOptions DiagOptions;
  clang::DiagnosticsEngine Diagnostics;
  clang::FileManager Files;
  clang::SourceManager Sources;
  llvm::StringMap<clang::FileID> Opened; ///< Invalid: could not be read.
};

} // namespace

SourceText::SourceText(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
    : FS(FS), Diagnostics(llvm::makeIntrusiveRefCnt<DiagnosticIDs>(),
                          DiagOptions, new IgnoringDiagConsumer,
                          /*ShouldOwnClient=*/true),
      Files(FileSystemOptions(), FS), Sources(Diagnostics, Files) {}

/// The text of \p File under exactly that name, or null. Only regular files: a
/// second read of a pipe would wait for ever.
static std::unique_ptr<llvm::MemoryBuffer> readFile(llvm::vfs::FileSystem &FS,
                                                    llvm::StringRef File) {
  llvm::ErrorOr<llvm::vfs::Status> Status = FS.status(File);
  if (!Status || !Status->isRegularFile())
    return nullptr;
  // Volatile: not mapped, so that an editor may truncate the file meanwhile.
  auto Text = FS.getBufferForFile(File, /*FileSize=*/-1,
                                  /*RequiresNullTerminator=*/true,
                                  /*IsVolatile=*/true);
  if (!Text)
    return nullptr;
  // The name of the buffer is printed.
  return llvm::MemoryBuffer::getMemBufferCopy((*Text)->getBuffer(),
                                              printable(File));
}

FileID SourceText::open(llvm::StringRef File) {
  auto [Entry, IsNew] = Opened.try_emplace(File);
  if (IsNew)
    if (std::unique_ptr<llvm::MemoryBuffer> Text = readFile(*FS, File))
      Entry->second = Sources.createFileID(std::move(Text));
  return Entry->second;
}

SourceLocation SourceText::locate(llvm::StringRef File, unsigned Line,
                                  unsigned Column) {
  // Clang would print "<invalid loc>"-like names for an empty one.
  if (File.empty() || Line == 0 || Column == 0)
    return {};
  FileID ID = open(File);
  if (ID.isInvalid())
    return {};
  // translateLineCol answers with the nearest place that exists. Find the line
  // with it and check both numbers, since a wrong place is worse than none.
  SourceLocation LineStart = Sources.translateLineCol(ID, Line, 1);
  if (LineStart.isInvalid() || Sources.getSpellingLineNumber(LineStart) != Line)
    return {};
  llvm::StringRef Rest =
      Sources.getBufferData(ID).drop_front(Sources.getFileOffset(LineStart));
  if (Column - 1 >
      Rest.take_until([](char C) { return C == '\n' || C == '\r'; }).size())
    return {};
  return LineStart.getLocWithOffset(Column - 1);
}

SourceLocation SourceText::begin(const SourcePlace &Place) {
  return locate(Place.File, Place.Line, Place.Column);
}

CharSourceRange SourceText::range(const SourcePlace &Place) {
  SourceLocation Begin = begin(Place);
  SourceLocation End = locate(Place.File, Place.EndLine, Place.EndColumn);
  if (Begin.isInvalid() || End.isInvalid() || End <= Begin)
    return {};
  return CharSourceRange::getCharRange(Begin, End);
}

struct DiagnosticPrinter::Impl {
  Impl(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, bool Color)
      : Text(std::move(FS)) {
    Options.ShowColors = Color;
  }

  SourceText Text;
  DiagnosticOptions Options;
  LangOptions Language;
};

DiagnosticPrinter::DiagnosticPrinter(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, bool Color)
    : I(std::make_unique<Impl>(std::move(FS), Color)) {}

DiagnosticPrinter::~DiagnosticPrinter() = default;

static DiagnosticsEngine::Level levelOf(DiagnosticPrinter::Level L) {
  switch (L) {
  case DiagnosticPrinter::Level::Note:
    return DiagnosticsEngine::Note;
  case DiagnosticPrinter::Level::Remark:
    return DiagnosticsEngine::Remark;
  case DiagnosticPrinter::Level::Warning:
    return DiagnosticsEngine::Warning;
  case DiagnosticPrinter::Level::Error:
    return DiagnosticsEngine::Error;
  }
  llvm_unreachable("unknown level");
}

void DiagnosticPrinter::printHeader(llvm::raw_ostream &Out, Level L,
                                    const SourcePlace &Where,
                                    llvm::StringRef Message) const {
  std::string Rendered;
  llvm::raw_string_ostream Stream(Rendered);
  bool Color = I->Options.ShowColors;
  Stream.enable_colors(Color);
  if (!Where.File.empty()) {
    if (Color)
      Stream.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    Stream << printable(Where.File) << ':';
    if (Where.Line)
      Stream << Where.Line << ':';
    if (Where.Line && Where.Column)
      Stream << Where.Column << ':';
    Stream << ' ';
  } else if (L != Level::Note) {
    Stream << "warplint: "; // About no file: an option.
  }
  if (Color)
    Stream.resetColor();
  TextDiagnostic::printDiagnosticLevel(Stream, levelOf(L), Color);
  TextDiagnostic::printDiagnosticMessage(Stream, L == Level::Note, Message,
                                         /*CurrentColumn=*/0, /*Columns=*/0,
                                         Color);
  Out << Rendered;
}

void DiagnosticPrinter::print(llvm::raw_ostream &Out, Level L,
                              const SourcePlace &Where,
                              llvm::StringRef Message) {
  SourceLocation Begin = I->Text.begin(Where);
  if (Begin.isInvalid())
    return printHeader(Out, L, Where, Message);
  llvm::SmallVector<CharSourceRange, 1> Ranges;
  if (CharSourceRange Range = I->Text.range(Where); Range.isValid())
    Ranges.push_back(Range);
  // TextDiagnostic buffers on its own and leaves snippets out that it thinks
  // are shown already: a fresh one each time, into a string, keeps order and
  // snippet.
  std::string Rendered;
  llvm::raw_string_ostream Stream(Rendered);
  Stream.enable_colors(I->Options.ShowColors);
  TextDiagnostic(Stream, I->Language, I->Options)
      .emitDiagnostic(FullSourceLoc(Begin, I->Text.sources()), levelOf(L),
                      Message, Ranges, /*FixItHints=*/{});
  Out << Rendered;
}

} // namespace warplint
