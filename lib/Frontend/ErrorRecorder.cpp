//===- ErrorRecorder.cpp - The errors of a parse --------------------------===//

#include "ErrorRecorder.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace warplint {

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
  Printer.HandleDiagnostic(Level, D);
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
