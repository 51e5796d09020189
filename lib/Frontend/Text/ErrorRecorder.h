//===- ErrorRecorder.h - The errors of a parse ------------------*- C++ -*-===//
//
// Renders errors as clang does and remembers where they are. Warnings are the
// compiler's business, not ours.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_TEXT_ERRORRECORDER_H
#define WARPLINT_LIB_FRONTEND_TEXT_ERRORRECORDER_H

#include "warplint/Frontend/Parse.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

/// An error that clang reported, at its place in a file.
struct ParseError {
  clang::SourceLocation FileLoc;
  std::string Message;
  unsigned Id = 0;                    ///< Of clang's diagnostics.
  clang::SourceLocation Spelled = {}; ///< In a macro's body, if it is there.
  /// The first name that it is about, and the scope that lacks it.
  std::string Name = {};
  const clang::Decl *Scope = nullptr;
  /// Where the notes to it lead.
  std::vector<clang::SourceLocation> Notes = {};
};

/// Without the notes, which come later.
ParseError describe(const clang::Diagnostic &D);

/// Whether nvcc accepts the code that the error \p D is about, as clang itself
/// does after reporting it.
bool isTakenByNvcc(const clang::Diagnostic &D);

class ErrorRecorder : public clang::DiagnosticConsumer {
public:
  /// \p Strict: what nvcc takes is an error, too.
  ErrorRecorder(ParseOutcome &Outcome, clang::DiagnosticOptions &Options,
                bool Strict)
      : Outcome(Outcome), Stream(Rendered), Printer(Stream, Options),
        IsStrict(Strict) {}

  void BeginSourceFile(const clang::LangOptions &LO,
                       const clang::Preprocessor *PP) override {
    Printer.BeginSourceFile(LO, PP);
  }
  void EndSourceFile() override { Printer.EndSourceFile(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &D) override;

  std::vector<ParseError> Errors;
  /// There were errors of what nvcc takes; and where those are that are calls of
  /// the host.
  bool HasTaken = false;
  std::vector<clang::SourceLocation> HostCalls;

private:
  ParseOutcome &Outcome;
  std::string Rendered; ///< The diagnostic at hand.
  llvm::raw_string_ostream Stream;
  clang::TextDiagnosticPrinter Printer;
  const bool IsStrict;
  bool LastWasError = false;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_TEXT_ERRORRECORDER_H
