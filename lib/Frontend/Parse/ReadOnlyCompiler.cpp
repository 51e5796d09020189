//===- ReadOnlyCompiler.cpp - Clang, as it writes nothing -----------------===//

#include "ReadOnlyCompiler.h"
#include "Frontend/Command/Translation.h"
#include "warplint/Frontend/CompileCommand.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/VirtualOutputBackends.h"

using namespace clang;
using llvm::StringRef;
namespace vfs = llvm::vfs;

namespace warplint {

static llvm::IntrusiveRefCntPtr<DiagnosticsEngine>
silentDiagnostics(vfs::FileSystem &FS, DiagnosticOptions &Options) {
  return CompilerInstance::createDiagnostics(
      FS, Options, new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
}

/// What clang makes of a command that says nothing. Not default-constructed
/// options, some of whose members have no value.
static const CompilerInvocation &emptyInvocation() {
  static const CompilerInvocation Empty = [] {
    vfs::InMemoryFileSystem FS;
    DiagnosticOptions Options;
    auto Diagnostics = silentDiagnostics(FS, Options);
    CompilerInvocation Result;
    CompilerInvocation::CreateFromArgs(Result, {}, *Diagnostics);
    return Result;
  }();
  return Empty;
}

static void take(FrontendOptions &Into, const FrontendOptions &From) {
  Into.DashX = From.DashX;
  Into.Inputs = From.Inputs;
  Into.AuxTriple = From.AuxTriple;
  Into.AuxTargetCPU = From.AuxTargetCPU;
  Into.AuxTargetFeatures = From.AuxTargetFeatures;
}

static void take(PreprocessorOptions &Into, const PreprocessorOptions &From) {
  Into.Macros = From.Macros;
  Into.Includes = From.Includes;
  Into.MacroIncludes = From.MacroIncludes;
  Into.UsePredefines = From.UsePredefines;
  Into.DefineTargetOSMacros = From.DefineTargetOSMacros;
  Into.EmbedEntries = From.EmbedEntries;
  Into.SourceDateEpoch = From.SourceDateEpoch;
  Into.InitialCounterValue = From.InitialCounterValue;
}

static void take(HeaderSearchOptions &Into, const HeaderSearchOptions &From) {
  Into.Sysroot = From.Sysroot;
  Into.UserEntries = From.UserEntries;
  Into.SystemHeaderPrefixes = From.SystemHeaderPrefixes;
  Into.ResourceDir = From.ResourceDir;
  Into.UseBuiltinIncludes = From.UseBuiltinIncludes;
  Into.UseStandardSystemIncludes = From.UseStandardSystemIncludes;
  Into.UseStandardCXXIncludes = From.UseStandardCXXIncludes;
  Into.UseLibcxx = From.UseLibcxx;
}

/// Of the language all is kept but the names of files.
static void take(LangOptions &Into, const LangOptions &From) {
  Into = From;
  // C++20 counts as modules, too; those of headers are built on the way.
  if (Into.Modules)
    Into.ImplicitModules = false;
  Into.ModuleName.clear();
  Into.CurrentModule.clear();
  Into.APINotes = false;
  Into.APINotesModules = false;
  Into.OMPHostIRFile.clear();
  for (auto *Files : {&Into.NoSanitizeFiles, &Into.XRayAlwaysInstrumentFiles,
                      &Into.XRayNeverInstrumentFiles, &Into.XRayAttrListFiles,
                      &Into.ProfileListFiles})
    Files->clear();
}

void keepWhatIsRead(CompilerInvocation &Invocation) {
  CompilerInvocation Kept = emptyInvocation();
  take(Kept.getFrontendOpts(), Invocation.getFrontendOpts());
  take(Kept.getPreprocessorOpts(), Invocation.getPreprocessorOpts());
  take(Kept.getHeaderSearchOpts(), Invocation.getHeaderSearchOpts());
  take(Kept.getLangOpts(), Invocation.getLangOpts());
  Kept.getTargetOpts() = Invocation.getTargetOpts();
  Kept.getFileSystemOpts() = Invocation.getFileSystemOpts();
  Kept.getCodeGenOpts().RecordCommandLine =
      Invocation.getCodeGenOpts().RecordCommandLine;
  Invocation = Kept;
}

std::unique_ptr<CompilerInvocation>
invocationOf(llvm::ArrayRef<std::string> Words,
             llvm::IntrusiveRefCntPtr<DiagnosticsEngine> Diags,
             llvm::IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  auto Args = pointersTo(Words);
  Args.push_back("-fsyntax-only");
  CreateInvocationOptions Options;
  Options.Diags = std::move(Diags);
  Options.VFS = std::move(FS);
  return createInvocation(Args, Options);
}

std::vector<std::string>
withoutOutputs(std::vector<std::string> Words, StringRef Directory,
               const llvm::IntrusiveRefCntPtr<vfs::FileSystem> &FS) {
  // Of what is not understood nothing is known.
  std::vector<std::string> Bare = {Words.front(), Words.back()};
  if (FS->setCurrentWorkingDirectory(Directory))
    return Bare;
  DiagnosticOptions Quiet;
  auto Whole = invocationOf(Words, silentDiagnostics(*FS, Quiet), FS);
  if (!Whole)
    return Bare;
  // What a parse does not heed (code generation, the analyzer, LLVM) and what
  // the user sees (warnings) may be what it is.
  Whole->getFrontendOpts().DisableFree = false;
  CompilerInvocation Kept(*Whole);
  keepWhatIsRead(Kept);
  Kept.getFrontendOpts().LLVMArgs = Whole->getFrontendOpts().LLVMArgs;
  Kept.getCodeGenOpts() = Whole->getCodeGenOpts();
  Kept.getAnalyzerOpts() = Whole->getAnalyzerOpts();
  DiagnosticOptions &Messages = Kept.getDiagnosticOpts();
  Messages = Whole->getDiagnosticOpts();
  Messages.DiagnosticLogFile.clear();
  Messages.DiagnosticSerializationFile.clear();
  std::vector<std::string> Harmless = Kept.getCC1CommandLine();
  if (Harmless == Whole->getCC1CommandLine())
    return Words;
  Harmless.insert(Harmless.begin(), Words.front());
  return Harmless;
}

ReadOnlyCompiler::ReadOnlyCompiler(
    std::shared_ptr<CompilerInvocation> Invocation)
    : CompilerInstance(std::move(Invocation)) {
  setOutputManager(vfs::makeNullOutputBackend());
}

} // namespace warplint
