//===- ErrorRecorder.cpp - The errors of a parse --------------------------===//

#include "ErrorRecorder.h"
#include "warplint/Support/Printable.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

/// The rendering of \p D begins with the name of the file, and of those that
/// include it, as they are: what steers a terminal is shown.
static std::string withPrintableNames(std::string Text, const Diagnostic &D) {
  if (!D.hasSourceManager())
    return Text;
  const SourceManager &SM = D.getSourceManager();
  auto PlaceOf = [&](SourceLocation Loc) { // As clang prints it.
    return SM.getPresumedLoc(Loc, /*UseLineDirectives=*/false);
  };
  for (PresumedLoc At = PlaceOf(D.getLocation()); At.isValid();
       At = PlaceOf(At.getIncludeLoc())) {
    llvm::StringRef Name = At.getFilename();
    if (std::string Shown = printable(Name); Shown != Name)
      Text = llvm::join(llvm::split(Text, Name), Shown);
  }
  return Text;
}

void ErrorRecorder::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                     const Diagnostic &D) {
  DiagnosticConsumer::HandleDiagnostic(Level, D);
  // A note belongs to the diagnostic before it.
  if (Level == DiagnosticsEngine::Note ? !LastWasError
                                       : Level < DiagnosticsEngine::Error) {
    LastWasError = false;
    return;
  }
  LastWasError = true;
  Rendered.clear();
  Printer.HandleDiagnostic(Level, D);
  Outcome.Errors += withPrintableNames(Rendered, D);
  if (Level == DiagnosticsEngine::Note)
    return;
  Outcome.HadErrors = true;
  llvm::SmallString<128> Text;
  D.FormatDiagnostic(Text);
  SourceLocation Loc;
  if (D.hasSourceManager() && D.getLocation().isValid())
    Loc = D.getSourceManager().getFileLoc(D.getLocation());
  Errors.push_back({Loc, Text.str().str()});
}

} // namespace warplint
