//===- TextReport.cpp - Findings as clang-style diagnostics ---------------===//

#include "warplint/Report/TextReport.h"
#include "warplint/Frontend/DiagnosticPrinter.h"

using namespace llvm;

namespace warplint {

using Level = DiagnosticPrinter::Level;

static Level levelOf(Severity S) {
  static constexpr Level Levels[] = {Level::Remark, Level::Warning,
                                     Level::Error};
  return Levels[size_t(S)];
}

static std::string withCheck(const Finding &F) {
  return F.Check.empty() ? F.Message : F.Message + " [" + F.Check + "]";
}

/// Notes at the finding's own place would only repeat its lines.
static void print(raw_ostream &Out, DiagnosticPrinter &Printer,
                  const Finding &F) {
  Printer.print(Out, levelOf(F.Level), F.Where, withCheck(F));
  for (const FindingNote &N : F.Notes)
    if (F.hasOwnPlace(N))
      Printer.print(Out, Level::Note, N.Where, N.Message);
    else
      Printer.printHeader(Out, Level::Note, F.Where, N.Message);
}

void TextReport::print(const FileReport &Report) {
  if (Report.Findings.empty())
    return;
  DiagnosticPrinter Printer(FS, HasColor);
  for (const Finding &F : Report.Findings) {
    if (!F.isShown())
      continue;
    warplint::print(Out, Printer, F);
    Warnings += F.Level == Severity::Warning;
    Errors += F.Level == Severity::Error;
  }
}

void TextReport::printSummary(raw_ostream &Stream) {
  Out.flush();
  auto Count = [&](unsigned N, StringRef What) {
    Stream << N << ' ' << What << (N == 1 ? "" : "s");
  };
  if (Warnings)
    Count(Warnings, "warning");
  if (Warnings && Errors)
    Stream << " and ";
  if (Errors)
    Count(Errors, "error");
  if (Warnings || Errors)
    Stream << " generated.\n";
}

} // namespace warplint
