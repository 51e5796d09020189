//===- Parse.cpp - One device-side parse: AST and LLVM IR -----------------===//

#include "warplint/Frontend/Parse.h"
#include "Prelude.h"
#include "WholeFunctions.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <variant>

using namespace clang;

namespace warplint {
namespace {

/// Renders errors as clang does and remembers where they are. Warnings are the
/// compiler's business, not ours.
class ErrorRecorder : public DiagnosticConsumer {
public:
  ErrorRecorder(ParseOutcome &Outcome, DiagnosticOptions &Options)
      : Outcome(Outcome), Stream(Outcome.Errors), Printer(Stream, Options) {}

  void BeginSourceFile(const LangOptions &LO, const Preprocessor *PP) override {
    Printer.BeginSourceFile(LO, PP);
  }
  void EndSourceFile() override { Printer.EndSourceFile(); }

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &D) override {
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

  std::vector<ParseError> Errors;

private:
  ParseOutcome &Outcome;
  llvm::raw_string_ostream Stream;
  TextDiagnosticPrinter Printer;
  bool LastWasError = false;
};

class MissingHeaderRecorder : public PPCallbacks {
public:
  explicit MissingHeaderRecorder(std::vector<std::string> &Missing)
      : Missing(Missing) {}
  bool FileNotFound(StringRef FileName) override {
    if (llvm::find(Missing, FileName) == Missing.end())
      Missing.push_back(FileName.str());
    return false; // Clang reports it.
  }

private:
  std::vector<std::string> &Missing;
};

/// What the parser announced, in order, to be replayed into CodeGen once it is
/// known which functions are whole.
struct InlineDefinition {
  FunctionDecl *F;
};
struct TagDefinition {
  TagDecl *D;
};
struct StaticMemberInstantiation {
  VarDecl *V;
};
struct TentativeDefinition {
  VarDecl *V;
};
using Announcement =
    std::variant<DeclGroupRef, InlineDefinition, TagDefinition,
                 StaticMemberInstantiation, TentativeDefinition>;

/// Lists kernel templates that have no instantiation.
class TemplateCollector : public RecursiveASTVisitor<TemplateCollector> {
public:
  TemplateCollector(const SourceManager &SM, std::vector<LeftOut> &Out)
      : SM(SM), Out(Out) {}
  bool VisitFunctionTemplateDecl(FunctionTemplateDecl *T) {
    const FunctionDecl *F = T->getTemplatedDecl();
    if (!F->hasAttr<CUDAGlobalAttr>() || !F->doesThisDeclarationHaveABody() ||
        SM.isInSystemHeader(F->getLocation()))
      return true;
    bool Instantiated = llvm::any_of(T->specializations(), [](FunctionDecl *S) {
      return S->getTemplateSpecializationKind() != TSK_Undeclared;
    });
    if (!Instantiated)
      Out.push_back({placeOf(SM, F->getLocation()),
                     F->getQualifiedNameAsString(),
                     "template that this file does not instantiate"});
    return true;
  }

private:
  const SourceManager &SM;
  std::vector<LeftOut> &Out;
};

class UnitBuilder : public DeviceUnit {
public:
  UnitBuilder(CompilerInstance &CI, std::vector<Announcement> Announced,
              std::vector<ParseError> Errors)
      : CI(CI), Announced(std::move(Announced)),
        Whole(CI.getASTContext(), std::move(Errors)),
        SilentDiags(CI.getDiagnostics().getDiagnosticIDs(),
                    CI.getDiagnosticOpts(), new IgnoringDiagConsumer) {}

  /// Runs CodeGen over the whole functions.
  bool build() {
    ASTContext &Context = CI.getASTContext();
    SilentDiags.setSourceManager(&CI.getSourceManager());
    Generator =
        CreateLLVMCodeGen(SilentDiags, "warplint", CI.getVirtualFileSystemPtr(),
                          CI.getHeaderSearchOpts(), CI.getPreprocessorOpts(),
                          CI.getCodeGenOpts(), LLVM);
    Generator->Initialize(Context);
    for (const Announcement &A : Announced)
      std::visit([this](const auto &Item) { replay(Item); }, A);
    Generator->HandleTranslationUnit(Context);
    Module = Generator->ReleaseModule();
    TemplateCollector(CI.getSourceManager(), Omitted)
        .TraverseDecl(Context.getTranslationUnitDecl());
    return Module != nullptr;
  }

  ASTContext &ast() override { return CI.getASTContext(); }
  llvm::Module &module() override { return *Module; }
  const Decl *declOf(StringRef Name) override {
    return Generator->GetDeclForMangledName(Name);
  }
  const std::vector<LeftOut> &omitted() const override { return Omitted; }

private:
  void replay(const DeclGroupRef &Group) {
    for (Decl *D : Group)
      replayDecl(D);
  }
  void replay(const InlineDefinition &I) {
    if (isWanted(I.F))
      Generator->HandleInlineFunctionDefinition(I.F);
  }
  void replay(const TagDefinition &T) {
    auto *R = dyn_cast<RecordDecl>(T.D);
    if (!T.D->isInvalidDecl() && (!R || Whole.isWhole(R)))
      Generator->HandleTagDeclDefinition(T.D);
  }
  void replay(const StaticMemberInstantiation &S) {
    if (Whole.isWhole(S.V))
      Generator->HandleCXXStaticMemberVarInstantiation(S.V);
  }
  void replay(const TentativeDefinition &T) {
    if (Whole.isWhole(T.V))
      Generator->CompleteTentativeDefinition(T.V);
  }

  /// Enters namespaces and linkage specifications, so that one broken
  /// declaration does not take its neighbours along.
  void replayDecl(Decl *D) {
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
      for (Decl *Inner : cast<DeclContext>(D)->decls())
        replayDecl(Inner);
      return;
    }
    if (auto *F = dyn_cast<FunctionDecl>(D)) {
      if (!isWanted(F))
        return;
    } else if (auto *V = dyn_cast<VarDecl>(D)) {
      if (!Whole.isWhole(V))
        return;
    } else if (auto *R = dyn_cast<RecordDecl>(D)) {
      if (!Whole.isWhole(R))
        return;
    } else if (D->isInvalidDecl()) {
      return;
    }
    Generator->HandleTopLevelDecl(DeclGroupRef(D));
  }

  /// Device code that is whole. Broken device code goes on the list.
  bool isWanted(const FunctionDecl *F) {
    bool IsKernel = F->hasAttr<CUDAGlobalAttr>();
    if (!IsKernel && !F->hasAttr<CUDADeviceAttr>())
      return false;
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext())
      return !F->isInvalidDecl();
    std::optional<std::string> Why = Whole.whyBroken(F);
    if (!Why)
      return true;
    const SourceManager &SM = CI.getSourceManager();
    if (!SM.isInSystemHeader(F->getLocation()) &&
        (IsKernel || declaresShared(F)))
      Omitted.push_back(
          {placeOf(SM, F->getLocation()), F->getQualifiedNameAsString(), *Why});
    return false;
  }

  static bool declaresShared(const FunctionDecl *F) {
    return llvm::any_of(
        F->decls(), [](const Decl *D) { return D->hasAttr<CUDASharedAttr>(); });
  }

  CompilerInstance &CI;
  std::vector<Announcement> Announced;
  WholeFunctions Whole;
  // CodeGen gives up on an engine that saw errors: it has one of its own.
  DiagnosticsEngine SilentDiags;
  llvm::LLVMContext LLVM;
  std::unique_ptr<CodeGenerator> Generator;
  std::unique_ptr<llvm::Module> Module;
  std::vector<LeftOut> Omitted;
};

class RecordingConsumer : public ASTConsumer {
public:
  RecordingConsumer(CompilerInstance &CI, ErrorRecorder &Errors,
                    ParseOutcome &Outcome,
                    llvm::function_ref<void(DeviceUnit &)> Use)
      : CI(CI), Errors(Errors), Outcome(Outcome), Use(Use) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      allowInSharedMemory(D);
    Announced.push_back(Group);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *F) override {
    allowInSharedMemory(F);
    Announced.push_back(InlineDefinition{F});
  }
  void HandleTagDeclDefinition(TagDecl *D) override {
    Announced.push_back(TagDefinition{D});
  }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *V) override {
    Announced.push_back(StaticMemberInstantiation{V});
  }
  void CompleteTentativeDefinition(VarDecl *V) override {
    Announced.push_back(TentativeDefinition{V});
  }
  void HandleTranslationUnit(ASTContext &) override {
    for (CXXDestructorDecl *Destructor : TakenAsTrivial)
      Destructor->setTrivial(false);
    UnitBuilder Unit(CI, std::move(Announced), Errors.Errors);
    if (!Unit.build())
      return;
    Outcome.Parsed = true;
    Use(Unit);
  }

private:
  /// A __shared__ variable is never destroyed, so nvcc takes any type (it warns
  /// of constructors that it does not run). Clang wants an empty destructor,
  /// which cuda::barrier's is not: until CodeGen they all count as trivial.
  void allowInSharedMemory(Decl *D) {
    auto *Destructor = dyn_cast<CXXDestructorDecl>(D);
    if (!Destructor || Destructor->isDependentContext() ||
        Destructor->isTrivial())
      return;
    Destructor->setTrivial(true);
    TakenAsTrivial.push_back(Destructor);
  }

  CompilerInstance &CI;
  ErrorRecorder &Errors;
  ParseOutcome &Outcome;
  llvm::function_ref<void(DeviceUnit &)> Use;
  std::vector<Announcement> Announced;
  std::vector<CXXDestructorDecl *> TakenAsTrivial;
};

class SourceConsumer : public ASTConsumer {
public:
  SourceConsumer(ParseOutcome &Outcome,
                 llvm::function_ref<void(ASTContext &)> Use)
      : Outcome(Outcome), Use(Use) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    Outcome.Parsed = true;
    Use(Context);
  }

private:
  ParseOutcome &Outcome;
  llvm::function_ref<void(ASTContext &)> Use;
};

using ConsumerFactory = llvm::function_ref<std::unique_ptr<ASTConsumer>(
    CompilerInstance &, ErrorRecorder &, ParseOutcome &)>;

class ParseAction : public ASTFrontendAction {
public:
  ParseAction(ErrorRecorder &Errors, ParseOutcome &Outcome,
              ConsumerFactory MakeConsumer)
      : Errors(Errors), Outcome(Outcome), MakeConsumer(MakeConsumer) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<MissingHeaderRecorder>(Outcome.MissingHeaders));
    // A missing header would otherwise be fatal: clang then stops instantiating
    // templates and hides all later errors.
    CI.getDiagnostics().setFatalsAsError(true);
    return MakeConsumer(CI, Errors, Outcome);
  }

private:
  ErrorRecorder &Errors;
  ParseOutcome &Outcome;
  ConsumerFactory MakeConsumer;
};

/// IR as the analysis wants it: optimisable, named, located.
void configure(CompilerInvocation &Invocation) {
  CodeGenOptions &CodeGen = Invocation.getCodeGenOpts();
  CodeGen.OptimizationLevel = 2;
  // Else every loop without a pragma is marked as never to be unrolled.
  CodeGen.UnrollLoops = true;
  CodeGen.DisableFree = false;
  CodeGen.DiscardValueNames = false;
  CodeGen.UniqueInternalLinkageNames = false;
  CodeGen.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  // Nothing reads them: no TBAA metadata, no lifetimes of variables.
  CodeGen.RelaxedAliasing = true;
  CodeGen.DisableLifetimeMarkers = true;
  CodeGen.DebugColumnInfo = true;
  // The use of a macro, not its body: two uses on one line stay apart.
  CodeGen.DebugInfoMacroExpansionLoc = true;
  CodeGen.CudaGpuBinaryFileName.clear();
  Invocation.getFrontendOpts().DisableFree = false;
  Invocation.getDiagnosticOpts().ErrorLimit = 0;
  Invocation.getDiagnosticOpts().ShowCarets = true;
}

} // namespace

static ParseOutcome parse(const DeviceCommand &Command,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                          const ParseOptions &Options,
                          ConsumerFactory MakeConsumer) {
  ParseOutcome Outcome;
  DiagnosticOptions DiagOpts;
  DiagOpts.ShowColors = Options.Color;
  ErrorRecorder Recorder(Outcome, DiagOpts);
  auto Diags = CompilerInstance::createDiagnostics(*FS, DiagOpts, &Recorder,
                                                   /*ShouldOwnClient=*/false);

  std::vector<const char *> Args = {"clang++"};
  for (const std::string &A : Command.Arguments)
    Args.push_back(A.c_str());
  std::string Resource = "-resource-dir=" + (Options.ResourceDir.empty()
                                                 ? WARPLINT_CLANG_RESOURCE_DIR
                                                 : Options.ResourceDir);
  Args.push_back(Resource.c_str());
  Args.push_back("-fsyntax-only");
  Args.push_back(Command.File.c_str());

  CreateInvocationOptions InvocationOptions;
  InvocationOptions.Diags = Diags;
  InvocationOptions.VFS = FS;
  std::shared_ptr<CompilerInvocation> Invocation =
      createInvocation(Args, InvocationOptions);
  if (!Invocation) {
    Outcome.HadErrors = true;
    return Outcome;
  }
  configure(*Invocation);
  Invocation->getDiagnosticOpts().ShowColors = Options.Color;

  FS = installPrelude(*Invocation, std::move(FS));
  CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(FS);
  CI.setVerboseOutputStream(llvm::nulls());
  CI.setDiagnostics(Diags);
  ParseAction Action(Recorder, Outcome, MakeConsumer);
  CI.ExecuteAction(Action);
  return Outcome;
}

ParseOutcome parseDevice(const DeviceCommand &Command,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                         const ParseOptions &Options,
                         llvm::function_ref<void(DeviceUnit &)> Use) {
  auto MakeConsumer = [&](CompilerInstance &CI, ErrorRecorder &Errors,
                          ParseOutcome &Outcome) {
    return std::make_unique<RecordingConsumer>(CI, Errors, Outcome, Use);
  };
  return parse(Command, std::move(FS), Options, MakeConsumer);
}

ParseOutcome parseSource(const DeviceCommand &Command,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                         const ParseOptions &Options,
                         llvm::function_ref<void(ASTContext &)> Use) {
  auto MakeConsumer = [&](CompilerInstance &, ErrorRecorder &,
                          ParseOutcome &Outcome) {
    return std::make_unique<SourceConsumer>(Outcome, Use);
  };
  return parse(Command, std::move(FS), Options, MakeConsumer);
}

} // namespace warplint
