//===- TextReport.cpp - Findings as clang-style diagnostics ---------------===//

#include "warplint/Report/TextReport.h"
#include "SourceText.h"
#include "warplint/Support/Printable.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

using Level = DiagnosticsEngine::Level;

static Level levelOf(Severity S) {
  switch (S) {
  case Severity::Remark:
    return Level::Remark;
  case Severity::Warning:
    return Level::Warning;
  case Severity::Error:
    return Level::Error;
  }
  llvm_unreachable("unknown severity");
}

static std::string withCheck(const Finding &F) {
  return F.Check.empty() ? F.Message : F.Message + " [" + F.Check + "]";
}

struct TextReport::Impl {
  Impl(llvm::raw_ostream &Out,
       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, TextOptions Options)
      : Out(Out), FS(std::move(FS)) {
    DiagOptions.ShowColors = Options.Color;
  }

  void print(SourceText &Text, const Finding &F);
  void printWithSnippet(SourceText &Text, Level L, const SourcePlace &Where,
                        llvm::StringRef Message);
  void printHeader(Level L, const SourcePlace &Where, llvm::StringRef Message);

  llvm::raw_ostream &Out;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  DiagnosticOptions DiagOptions;
  LangOptions Language;
  unsigned Warnings = 0;
  unsigned Errors = 0;
};

/// The line that clang opens a diagnostic with, for places that it can not
/// know.
void TextReport::Impl::printHeader(Level L, const SourcePlace &Where,
                                   llvm::StringRef Message) {
  std::string Rendered;
  llvm::raw_string_ostream Stream(Rendered);
  bool Color = DiagOptions.ShowColors;
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
  TextDiagnostic::printDiagnosticLevel(Stream, L, Color);
  TextDiagnostic::printDiagnosticMessage(Stream, L == Level::Note, Message,
                                         /*CurrentColumn=*/0, /*Columns=*/0,
                                         Color);
  Out << Rendered;
}

void TextReport::Impl::printWithSnippet(SourceText &Text, Level L,
                                        const SourcePlace &Where,
                                        llvm::StringRef Message) {
  SourceLocation Begin = Text.begin(Where);
  if (Begin.isInvalid())
    return printHeader(L, Where, Message);
  llvm::SmallVector<CharSourceRange, 1> Ranges;
  if (CharSourceRange Range = Text.range(Where); Range.isValid())
    Ranges.push_back(Range);
  // TextDiagnostic buffers on its own and leaves snippets out that it thinks
  // are shown already: a fresh one each time, into a string, keeps order and
  // snippet.
  std::string Rendered;
  llvm::raw_string_ostream Stream(Rendered);
  Stream.enable_colors(DiagOptions.ShowColors);
  TextDiagnostic(Stream, Language, DiagOptions)
      .emitDiagnostic(FullSourceLoc(Begin, Text.sources()), L, Message, Ranges,
                      /*FixItHints=*/{});
  Out << Rendered;
}

void TextReport::Impl::print(SourceText &Text, const Finding &F) {
  printWithSnippet(Text, levelOf(F.Level), F.Where, withCheck(F));
  for (const FindingNote &N : F.Notes)
    if (!N.Where.isValid() || N.Where == F.Where)
      printHeader(Level::Note, F.Where, N.Message);
    else
      printWithSnippet(Text, Level::Note, N.Where, N.Message);
  Warnings += F.Level == Severity::Warning;
  Errors += F.Level == Severity::Error;
}

TextReport::TextReport(llvm::raw_ostream &Out,
                       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                       TextOptions Options)
    : I(std::make_unique<Impl>(Out, std::move(FS), Options)) {}

TextReport::~TextReport() = default;

void TextReport::print(const FileReport &Report) {
  if (Report.Findings.empty())
    return;
  SourceText Text(I->FS);
  for (const Finding &F : Report.Findings)
    if (F.isShown())
      I->print(Text, F);
}

void TextReport::printSummary(llvm::raw_ostream &Stream) {
  I->Out.flush();
  auto Count = [&](unsigned N, llvm::StringRef What) {
    Stream << N << ' ' << What << (N == 1 ? "" : "s");
  };
  if (I->Warnings)
    Count(I->Warnings, "warning");
  if (I->Warnings && I->Errors)
    Stream << " and ";
  if (I->Errors)
    Count(I->Errors, "error");
  if (I->Warnings || I->Errors)
    Stream << " generated.\n";
}

} // namespace warplint
