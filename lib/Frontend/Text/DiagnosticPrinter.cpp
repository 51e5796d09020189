//===- DiagnosticPrinter.cpp - Diagnostics as clang prints them -----------===//

#include "warplint/Frontend/DiagnosticPrinter.h"
#include "warplint/Support/Paths.h"
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

/// Makes clang's locations of places, for rendering alone.
struct DiagnosticPrinter::Impl {
  Impl(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From, bool Color)
      : FS(std::move(From)),
        Diagnostics(llvm::makeIntrusiveRefCnt<DiagnosticIDs>(), Options,
                    new IgnoringDiagConsumer, /*ShouldOwnClient=*/true),
        Files(FileSystemOptions(), FS), Sources(Diagnostics, Files) {
    Options.ShowColors = Color;
  }

  FileID open(llvm::StringRef File);

  /// Invalid when the file cannot be read or has no such line and column. The
  /// column after a line's last character counts as there.
  SourceLocation locate(llvm::StringRef File, unsigned Line, unsigned Column);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  DiagnosticOptions Options;
  DiagnosticsEngine Diagnostics;
  FileManager Files;
  SourceManager Sources;
  llvm::StringMap<FileID> Opened; ///< Invalid: could not be read.
  LangOptions Language;
};

/// Only regular files: a second read of a pipe would wait for ever.
FileID DiagnosticPrinter::Impl::open(llvm::StringRef File) {
  auto [Entry, IsNew] = Opened.try_emplace(File);
  if (!IsNew)
    return Entry->second;
  llvm::ErrorOr<llvm::vfs::Status> Status = FS->status(File);
  if (!Status || !Status->isRegularFile())
    return Entry->second;
  // Volatile: not mapped, so that an editor may truncate the file meanwhile.
  auto Text = FS->getBufferForFile(File, /*FileSize=*/-1,
                                   /*RequiresNullTerminator=*/true,
                                   /*IsVolatile=*/true);
  if (Text) // The name of the buffer is printed.
    Entry->second = Sources.createFileID(llvm::MemoryBuffer::getMemBufferCopy(
        (*Text)->getBuffer(), printable(shownPath(File))));
  return Entry->second;
}

SourceLocation DiagnosticPrinter::Impl::locate(llvm::StringRef File,
                                               unsigned Line, unsigned Column) {
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

DiagnosticPrinter::DiagnosticPrinter(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, bool Color)
    : I(std::make_unique<Impl>(std::move(FS), Color)) {}

DiagnosticPrinter::~DiagnosticPrinter() = default;

static bool isNote(DiagnosticPrinter::Level L) {
  return L == DiagnosticPrinter::Level::Note ||
         L == DiagnosticPrinter::Level::Help;
}

static DiagnosticsEngine::Level levelOf(DiagnosticPrinter::Level L) {
  static constexpr DiagnosticsEngine::Level Levels[] = {
      DiagnosticsEngine::Note, DiagnosticsEngine::Remark,
      DiagnosticsEngine::Warning, DiagnosticsEngine::Error,
      DiagnosticsEngine::Note};
  return Levels[unsigned(L)];
}

/// Clang has no such level: its note gets another label. The name of the file in
/// front of it is \p Skipped.
static std::string relabeled(std::string Rendered, DiagnosticPrinter::Level L,
                             llvm::StringRef Skipped) {
  if (const size_t At = Rendered.find("note: ", Skipped.size());
      L == DiagnosticPrinter::Level::Help && At != std::string::npos)
    Rendered.replace(At, 4, "help");
  return Rendered;
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
    Stream << printable(shownPath(Where.File)) << ':';
    if (Where.Line)
      Stream << Where.Line << ':';
    if (Where.Line && Where.Column)
      Stream << Where.Column << ':';
    Stream << ' ';
  } else if (!isNote(L)) {
    Stream << "warplint: "; // About no file: an option.
  }
  if (Color)
    Stream.resetColor();
  TextDiagnostic::printDiagnosticLevel(Stream, levelOf(L), Color);
  TextDiagnostic::printDiagnosticMessage(Stream, isNote(L), Message,
                                         /*CurrentColumn=*/0, /*Columns=*/0,
                                         Color);
  Out << relabeled(std::move(Rendered), L, printable(shownPath(Where.File)));
}

void DiagnosticPrinter::print(llvm::raw_ostream &Out, Level L,
                              const SourcePlace &Where,
                              llvm::StringRef Message) {
  SourceLocation Begin = I->locate(Where.File, Where.Line, Where.Column);
  if (Begin.isInvalid())
    return printHeader(Out, L, Where, Message);
  SourceLocation End = I->locate(Where.File, Where.EndLine, Where.EndColumn);
  llvm::SmallVector<CharSourceRange, 1> Ranges;
  if (End.isValid() && Begin < End)
    Ranges.push_back(CharSourceRange::getCharRange(Begin, End));
  // TextDiagnostic buffers on its own and leaves snippets out that it thinks
  // are shown already: a fresh one each time, into a string, keeps order and
  // snippet.
  std::string Rendered;
  llvm::raw_string_ostream Stream(Rendered);
  Stream.enable_colors(I->Options.ShowColors);
  TextDiagnostic(Stream, I->Language, I->Options)
      .emitDiagnostic(FullSourceLoc(Begin, I->Sources), levelOf(L), Message,
                      Ranges, /*FixItHints=*/{});
  Out << relabeled(std::move(Rendered), L, printable(shownPath(Where.File)));
}

} // namespace warplint
