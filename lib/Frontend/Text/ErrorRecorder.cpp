//===- ErrorRecorder.cpp - The errors of a parse --------------------------===//

#include "ErrorRecorder.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclarationName.h"
#include "clang/AST/NestedNameSpecifier.h"
#include "clang/AST/Type.h"
#include "clang/Basic/Cuda.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLForwardCompat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

/// As clang prints it.
static PresumedLoc printedPlace(const SourceManager &SM, SourceLocation Loc) {
  return SM.getPresumedLoc(Loc, /*UseLineDirectives=*/false);
}

/// The rendering of \p D begins with the name of the file, and of those that
/// include it, as they are: messages name them from the current folder, and
/// what steers a terminal is shown.
static std::string withPrintableNames(std::string Text, const Diagnostic &D) {
  if (!D.hasSourceManager())
    return Text;
  const SourceManager &SM = D.getSourceManager();
  for (PresumedLoc At = printedPlace(SM, D.getLocation()); At.isValid();
       At = printedPlace(SM, At.getIncludeLoc())) {
    llvm::StringRef Name = At.getFilename();
    if (std::string Shown = printable(shownPath(Name)); Shown != Name)
      Text = llvm::join(llvm::split(Text, Name), Shown);
  }
  return Text;
}

/// That of an argument, null if it is a text.
static void *pointerIn(const Diagnostic &D, unsigned Argument) {
  return D.getArgKind(Argument) == DiagnosticsEngine::ak_std_string
             ? nullptr
             // NOLINTNEXTLINE(performance-no-int-to-ptr): Clang's own way.
             : reinterpret_cast<void *>(D.getRawArg(Argument));
}

/// The name and the scope that \p D is about, as its arguments have them.
static void readArguments(const Diagnostic &D, ParseError &E) {
  for (unsigned I = 0; I != D.getNumArgs(); ++I) {
    void *Pointer = pointerIn(D, I);
    if (!Pointer)
      continue;
    std::string Name;
    switch (D.getArgKind(I)) {
    case DiagnosticsEngine::ak_identifierinfo:
      Name = D.getArgIdentifier(I)->getName().str();
      break;
    case DiagnosticsEngine::ak_declarationname:
      Name = DeclarationName::getFromOpaquePtr(Pointer).getAsString();
      break;
    case DiagnosticsEngine::ak_declcontext:
      E.Scope = cast<Decl>(static_cast<DeclContext *>(Pointer));
      break;
    case DiagnosticsEngine::ak_nameddecl:
      Name = static_cast<NamedDecl *>(Pointer)->getNameAsString();
      break;
    case DiagnosticsEngine::ak_qualtype:
      if (!E.Scope)
        E.Scope = QualType::getFromOpaquePtr(Pointer)->getAsRecordDecl();
      break;
    case DiagnosticsEngine::ak_nestednamespec:
      if (auto Qualifier = NestedNameSpecifier::getFromVoidPointer(Pointer);
          Qualifier.getKind() == NestedNameSpecifier::Kind::Namespace)
        E.Scope = Qualifier.getAsNamespaceAndPrefix().Namespace;
      break;
    default:
      break;
    }
    if (E.Name.empty())
      E.Name = std::move(Name);
  }
}

ParseError describe(const Diagnostic &D) {
  llvm::SmallString<128> Text;
  D.FormatDiagnostic(Text);
  ParseError E;
  E.Message = Text.str().str();
  E.Id = D.getID();
  if (D.hasSourceManager() && D.getLocation().isValid()) {
    E.FileLoc = D.getSourceManager().getFileLoc(D.getLocation());
    E.Spelled = D.getSourceManager().getSpellingLoc(D.getLocation());
  }
  readArguments(D, E);
  return E;
}

/// A function of the host, called by one that the device may call, too: nvcc
/// warns. Behind the call is nothing, no more than behind one that throws.
static bool isCallOfHost(const Diagnostic &D) {
  if (D.getID() != diag::err_ref_bad_target || D.getNumArgs() != 4)
    return false;
  const auto *F =
      dyn_cast_or_null<FunctionDecl>(static_cast<NamedDecl *>(pointerIn(D, 2)));
  return F && (F->isNoReturn() ||
               D.getRawArg(3) ==
                   llvm::to_underlying(CUDAFunctionTarget::HostDevice));
}

bool isTakenByNvcc(const Diagnostic &D) {
  switch (D.getID()) {
  // An instance calls a member of a dependent base by its name alone: it is
  // looked up in the instance. And "typename Base::Tile<8>", without "template".
  case diag::err_found_in_dependent_base:
  case diag::err_missing_dependent_template_keyword:
  // A throw in a constexpr function of both sides; CodeGen has a trap for it.
  case diag::err_cuda_device_exceptions:
  // "%laneid": AssemblyText.h.
  case diag::err_asm_invalid_escape:
  // #pragma unroll before what is no loop is of no effect, nor is -1 as a count.
  case diag::err_pragma_loop_precedes_nonloop:
  case diag::err_requires_positive_value:
    return true;
  default:
    return isCallOfHost(D);
  }
}

/// \p D as a report has it, without its text.
static CompilerError reported(const Diagnostic &D,
                              DiagnosticsEngine::Level Level) {
  CompilerError E;
  llvm::SmallString<128> Message;
  D.FormatDiagnostic(Message);
  E.Message = Message.str().str();
  E.IsFatal = Level == DiagnosticsEngine::Fatal;
  E.LacksHeader = D.getID() == diag::err_pp_file_not_found;
  if (!D.hasSourceManager() || D.getLocation().isInvalid())
    return E;
  if (PresumedLoc At = printedPlace(D.getSourceManager(), D.getLocation());
      At.isValid())
    E.Where = {At.getFilename(), At.getLine(), At.getColumn()};
  return E;
}

void ErrorRecorder::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                     const Diagnostic &D) {
  DiagnosticConsumer::HandleDiagnostic(Level, D);
  const bool IsTaken =
      Level >= DiagnosticsEngine::Error && !IsStrict && isTakenByNvcc(D);
  HasTaken |= IsTaken;
  if (IsTaken && isCallOfHost(D) && D.hasSourceManager())
    HostCalls.push_back(D.getSourceManager().getFileLoc(D.getLocation()));
  // A note belongs to the diagnostic before it.
  if (Level == DiagnosticsEngine::Note
          ? !LastWasError
          : Level < DiagnosticsEngine::Error || IsTaken) {
    LastWasError = false;
    return;
  }
  LastWasError = true;
  Rendered.clear();
  Printer.HandleDiagnostic(Level, D);
  if (Level != DiagnosticsEngine::Note)
    Outcome.Errors.push_back(reported(D, Level));
  Outcome.Errors.back().Text += withPrintableNames(Rendered, D);
  if (Level == DiagnosticsEngine::Note) {
    if (!Errors.empty() && D.hasSourceManager() && D.getLocation().isValid())
      Errors.back().Notes.push_back(D.getLocation());
    return;
  }
  Outcome.HadErrors = true;
  Errors.push_back(describe(D));
}

} // namespace warplint
