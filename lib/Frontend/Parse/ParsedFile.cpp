//===- ParsedFile.cpp - One run of clang over a file ----------------------===//

#include "ParsedFile.h"
#include "CompiledPreamble.h"
#include "Frontend/Headers/EmbeddedHeaders.h"
#include "Frontend/Headers/FoundHeaders.h"
#include "Frontend/Headers/NvccMacros.h"
#include "Frontend/Nvcc/LongDoubles.h"
#include "Frontend/Recovery/HostCalls.h"
#include "Frontend/Recovery/SharedObjects.h"
#include "PreambleHeaders.h"
#include "ReadOnlyCompiler.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "warplint/Support/Paths.h"
#include "clang/Basic/Stack.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace warplint {
namespace {

/// IR as the analysis wants it: optimisable, named, located.
void configure(CompilerInvocation &Invocation, bool Strict) {
  keepWhatIsRead(Invocation);
  CodeGenOptions &CodeGen = Invocation.getCodeGenOpts();
  CodeGen.OptimizationLevel = 2;
  // Else every loop without a pragma is marked as never to be unrolled.
  CodeGen.UnrollLoops = true;
  CodeGen.DisableFree = false;
  CodeGen.DiscardValueNames = false;
  CodeGen.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  // Nothing reads them: no TBAA metadata, no lifetimes of variables.
  CodeGen.RelaxedAliasing = true;
  CodeGen.DisableLifetimeMarkers = true;
  CodeGen.DebugColumnInfo = true;
  // The use of a macro, not its body: two uses on one line stay apart.
  CodeGen.DebugInfoMacroExpansionLoc = true;
  // Where a header is missing, guesses at what was meant are wrong, and they
  // differ with what happens to be known of a preamble.
  Invocation.getLangOpts().SpellChecking = Strict;
  // The parser is gone when templates are instantiated.
  Invocation.getLangOpts().DelayedTemplateParsing = false;
  Invocation.getDiagnosticOpts().ErrorLimit = 0;
  Invocation.getDiagnosticOpts().ShowCarets = true;
}

class LaunchConsumer : public ASTConsumer {
public:
  explicit LaunchConsumer(CompilerInstance &CI) : CI(CI) {}

  /// Sema hands instances over, too. One of a template that was compiled before
  /// is put where a walk over the user's declarations meets it: the template is
  /// not loaded for that.
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (auto *F = dyn_cast<FunctionDecl>(D); F && isLate(*F)) {
        DeclContext *Unit = F->getASTContext().getTranslationUnitDecl();
        F->setLexicalDeclContext(Unit);
        Unit->addHiddenDecl(F);
      }
    completeSharedObjects(CI.getSema(), Group);
    return true;
  }

private:
  static bool isLate(const FunctionDecl &F) {
    const FunctionDecl *Pattern = F.getTemplateInstantiationPattern();
    return Pattern && Pattern->isFromASTFile() && !F.isFromASTFile() &&
           !F.getNextDeclInContext() &&
           F.getLexicalDeclContext()->isFileContext() &&
           !F.getASTContext().getSourceManager().isInSystemHeader(
               Pattern->getLocation());
  }
  /// Who walks over all declarations looks for the user's: what a preamble has
  /// is not to be loaded for that.
  void HandleTranslationUnit(ASTContext &AST) override {
    AST.getTranslationUnitDecl()->setHasExternalLexicalStorage(false);
  }

  CompilerInstance &CI;
};

class RecordingConsumer : public LaunchConsumer {
public:
  RecordingConsumer(ParsedFile &File, CompilerInstance &CI)
      : LaunchConsumer(CI), File(File) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      record(ConsumerCall::TopLevel, D);
    // Of a host side with an error nothing is read: that ends the parse.
    return LaunchConsumer::HandleTopLevelDecl(Group) &&
           (!File.isOfHost() || File.errors().empty());
  }
  /// What a preamble has, once something uses it.
  void HandleInterestingDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (File.Late)
        File.Late(D);
      else
        record(ConsumerCall::TopLevel, D);
  }
  void HandleInlineFunctionDefinition(FunctionDecl *F) override {
    record(ConsumerCall::InlineFunction, F);
  }
  void HandleTagDeclDefinition(TagDecl *D) override {
    record(ConsumerCall::Tag, D);
  }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *V) override {
    record(ConsumerCall::StaticMember, V);
  }
  void CompleteTentativeDefinition(VarDecl *V) override {
    record(ConsumerCall::TentativeVariable, V);
  }

private:
  void record(ConsumerCall::Kind What, Decl *D) {
    File.Calls.push_back({What, D});
  }

  ParsedFile &File;
};

/// The driver's arguments for \p How.
std::vector<std::string> arguments(const DeviceCommand &Command,
                                   const ParseVariant &How, bool IsHost) {
  std::vector<std::string> Args = {"clang++"};
  llvm::append_range(Args, Command.Arguments);
  if (IsHost)
    Args.push_back("--cuda-host-only");
  for (const DialectRow *Row : How.Rows)
    if (Row->Kind == DialectKind::Flag)
      Args.push_back(Row->Repair.str());
  static const std::string Found = findResourceDirectory();
  Args.push_back("-resource-dir=" + Found);
  Args.push_back(How.Through.empty() ? Command.File : How.Through);
  return Args;
}

/// Errors that are warnings to clang, and that a row turns off. The command's
/// own -W options stay without effect.
void allowWarnings(DiagnosticsEngine &Diags, const DialectRows &Rows,
                   llvm::vfs::FileSystem &FS) {
  DiagnosticOptions Allowed;
  for (const DialectRow *Row : Rows)
    if (StringRef Flag = Row->Repair;
        Row->Kind == DialectKind::Flag && Flag.consume_front("-W"))
      Allowed.Warnings.push_back(Flag.str());
  if (!Allowed.Warnings.empty())
    ProcessWarningOptions(Diags, Allowed, FS, /*ReportDiags=*/false);
}

/// \p FS, where \p File has that name by whatever path it is included.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withNameOf(StringRef File, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  llvm::SmallString<256> Real;
  std::vector<std::pair<std::string, std::string>> Names = {
      {absolutePath("/", absoluteIn(*FS, File)), File.str()}};
  if (!FS->getRealPath(File, Real))
    Names.emplace_back(Real.str(), File);
  return llvm::vfs::RedirectingFileSystem::create(
      Names, /*UseExternalNames=*/true, std::move(FS));
}

/// By folders: a header that is a link is one of where it was found.
IsOutside outsideOfRoot(const DeviceCommand &Command,
                        const ParseOptions &Options) {
  if (!Options.Files)
    return nullptr;
  return [Files = Options.Files, Root = Options.Files->rootOf(Command.File),
          Directory = Command.Directory,
          Known = std::make_shared<llvm::StringMap<bool>>()](StringRef File) {
    auto [It, IsNew] = Known->try_emplace(llvm::sys::path::parent_path(File));
    if (IsNew) {
      std::string Folder = absolutePath(absolutePath(Directory), It->getKey());
      It->second = Folder != Root && !Files->isInside(Root, Folder);
    }
    return It->second;
  };
}

/// Takes the folders of -idirafter that are below the root out of \p Options: to
/// Clang their headers were the system's.
std::vector<std::string> takeOwnLastFolders(HeaderSearchOptions &Options,
                                            const IsOutside &Outside) {
  std::vector<std::string> Own;
  llvm::erase_if(Options.UserEntries, [&](const auto &E) {
    if (E.Group != frontend::After || !Outside || Outside(E.Path + "/any.h"))
      return false;
    Own.push_back(E.Path);
    return true;
  });
  return Own;
}

/// Says nothing of what a parse begins with: that is asked of the device's.
class SilentStore : public PreambleStore {
public:
  explicit SilentStore(PreambleStore &Behind) : Behind(Behind) {}

  std::shared_ptr<const Preamble> find(StringRef Key, Maker Make) override {
    return Behind.find(Key, Make);
  }
  std::optional<std::string> recall(StringRef Key) override {
    return Behind.recall(Key);
  }
  void note(StringRef Key, StringRef Text) override { Behind.note(Key, Text); }
  void use(bool IsFilesOwn) override {}

private:
  PreambleStore &Behind;
};

} // namespace

/// A parse that is not ended before the file is given up: Sema stays.
class ParsedFile::Action : public ASTFrontendAction {
public:
  Action(ParsedFile &File, FoundHeaders *Headers)
      : File(File), Headers(Headers) {}
  ~Action() override {
    if (HasSource)
      EndSourceFile();
  }

  /// Where the headers that the file begins with are to be watched.
  PreambleHeadersSeen Leading;
  IsOutside Outside;
  std::vector<std::string> OwnLastFolders;

  /// False where what the file begins with could not be loaded.
  bool parse() {
    CompilerInstance &CI = *File.CI;
    noteBottomOfStack();
    HasSource = CI.createTarget() &&
                BeginSourceFile(CI, CI.getFrontendOpts().Inputs.front());
    if (HasSource)
      llvm::consumeError(Execute());
    return HasBegun;
  }

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    allowLongDouble(CI.getTarget());
    Preprocessor &PP = CI.getPreprocessor();
    PP.addPPCallbacks(showNvcc(PP));
    PP.addPPCallbacks(
        recordDoubts(PP, Headers, Outside, File.InDoubt, File.Outcome));
    for (StringRef Folder : OwnLastFolders)
      searchLast(CI, Folder);
    if (Headers)
      Headers->install(CI);
    // A missing header would otherwise be fatal: clang then stops instantiating
    // templates and hides all later errors.
    CI.getDiagnostics().setFatalsAsError(true);
    watchPreambleHeaders(PP, Leading, Outside);
    // What they compute may be what a launch is given.
    if (File.For != Purpose::Host)
      CI.setExternalSemaSource(withoutHostInstances(Leading));
    if (File.For == Purpose::Launches)
      return std::make_unique<LaunchConsumer>(CI);
    return std::make_unique<RecordingConsumer>(File, CI);
  }

  void ExecuteAction() override {
    HasBegun = true;
    ASTFrontendAction::ExecuteAction();
  }

  ParsedFile &File;
  FoundHeaders *Headers;
  bool HasSource = false;
  bool HasBegun = false;
};

ParsedFile::ParsedFile(ParseVariant How, Purpose For,
                       const ParseOptions &Options)
    : How(std::move(How)), For(For),
      Recorder(Outcome, DiagOpts, Options.Strict) {
  DiagOpts.ShowColors = Options.Color;
}

ParsedFile::~ParsedFile() = default;

ASTContext &ParsedFile::ast() { return CI->getASTContext(); }

std::shared_ptr<CompilerInvocation>
ParsedFile::invocationFor(const DeviceCommand &Command,
                          const ParseOptions &Options,
                          llvm::IntrusiveRefCntPtr<DiagnosticsEngine> Diags,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  std::shared_ptr<CompilerInvocation> Invocation =
      invocationOf(arguments(Command, How, For != Purpose::Code), Diags, FS);
  if (!Invocation)
    return nullptr;
  configure(*Invocation, Options.Strict);
  if (For ==
      Purpose::Host) { // Else functions are marked as never to be inlined.
    Invocation->getCodeGenOpts().setInlining(CodeGenOptions::NormalInlining);
    // The host has no fused multiply-add that gcc would take by itself.
    Invocation->getLangOpts().setDefaultFPContractMode(LangOptions::FPM_Off);
    // The options of the host's compiler may define what is else undefined.
    Invocation->getLangOpts().setSignedOverflowBehavior(
        LangOptions::SOB_Defined);
  }
  searchEmbeddedHeaders(Invocation->getHeaderSearchOpts());
  Invocation->getDiagnosticOpts().ShowColors = Options.Color;
  allowWarnings(*Diags, How.Rows, *FS);
  return Invocation;
}

/// The files that are there for clang alone.
ForcedIncludes ParsedFile::addFiles(const DeviceCommand &Command,
                                    llvm::vfs::FileSystem &FS,
                                    CompilerInvocation &To) const {
  ForcedIncludes Added = installForcedIncludes(
      To, FS, How.Rows, How.Launches.Macros, How.Declared);
  for (const auto &[Name, Text] : How.Launches.Files)
    To.getPreprocessorOpts().addRemappedFile(
        Name, llvm::MemoryBuffer::getMemBufferCopy(Text, Name).release());
  if (isWrapper(How.Through))
    Added.Files->addFile(
        Wrapper, 0,
        llvm::MemoryBuffer::getMemBufferCopy(
            "#include \"" + absoluteIn(FS, Command.File) + "\"\n"));
  return Added;
}

/// What is known when all has been read.
void ParsedFile::settle(const DeviceCommand &Command,
                        const ParseOptions &Options,
                        const FoundHeaders *Looked) {
  if (Parsed && !Recorder.HostCalls.empty())
    forEachFunction(Calls, [&](const FunctionDecl *F) {
      dropHostCalls(*F, Recorder.HostCalls);
    });
  for (const ParseError &E : errors())
    if (E.FileLoc.isValid())
      ErrorPlaces.push_back(E.FileLoc);
  if (Looked)
    Outcome.Found = Looked->found();
  if (Parsed)
    Outcome.SwitchedOffBy = switchesOf(CI->getPreprocessor(), InDoubt.Skipped);
  if (Parsed && !InDoubt.Marks.empty())
    Undefined = std::make_unique<UndefinedMacros>(*CI, Options, Command.File,
                                                  Outcome.MissingHeaders);
}

ParsedFile::Result
ParsedFile::run(const DeviceCommand &Command,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                const ParseOptions &Options, Compiled Wanted, bool WasAstray) {
  FS = withEmbeddedHeaders(std::move(FS));
  auto Diags = CompilerInstance::createDiagnostics(*FS, DiagOpts, &Recorder,
                                                   /*ShouldOwnClient=*/false);
  auto Invocation = invocationFor(Command, Options, Diags, FS);
  if (!Invocation) {
    Outcome.HadErrors = true;
    return Result::Done;
  }
  const IsOutside Outside = outsideOfRoot(Command, Options);
  auto OwnLastFolders =
      takeOwnLastFolders(Invocation->getHeaderSearchOpts(), Outside);
  if (!How.Through.empty())
    FS = withNameOf(Command.File, std::move(FS));
  ForcedIncludes Added = addFiles(Command, *FS, *Invocation);
  std::optional<SilentStore> Silent;
  std::optional<CompiledHeaders> Headers;
  bool HasPreamble = false;
  std::optional<PreambleHeaders> Behind;
  auto Below = FS;
  if (Options.Preambles && Wanted != Compiled::None) {
    Silent.emplace(*Options.Preambles);
    Headers.emplace(*Invocation, Added, *Below,
                    For == Purpose::Host ? *Silent : *Options.Preambles,
                    Outside);
    HasPreamble = Headers->use();
    if (HasPreamble && Wanted == Compiled::Leading)
      Behind = Headers->useLeading();
  }
  FS = Headers ? Headers->over(std::move(FS)) : Added.over(std::move(FS));
  llvm::IntrusiveRefCntPtr<FoundHeaders> Looked;
  if (Options.Files && !Options.Strict) {
    Looked = llvm::makeIntrusiveRefCnt<FoundHeaders>(
        std::move(FS), *Options.Files,
        isWrapper(How.Through) || How.Through.empty() ? Command.File
                                                      : How.Through);
    FS = Looked;
  }
  CI = std::make_unique<ReadOnlyCompiler>(Invocation);
  CI->setVirtualFileSystem(FS);
  CI->setVerboseOutputStream(llvm::nulls());
  CI->setDiagnostics(Diags);
  Running = std::make_unique<Action>(*this, Looked.get());
  Running->Leading = PreambleHeadersSeen{std::move(Behind)};
  Running->Outside = Outside;
  Running->OwnLastFolders = std::move(OwnLastFolders);
  Parsed = Running->parse();
  settle(Command, Options, Looked.get());
  if (HasPreamble) {
    if (!Parsed)
      return Result::NoPreamble;
    PreambleHeadersSeen &Leading = Running->Leading;
    if (Leading.isAstray())
      return Result::Astray;
    Leading.Found.HasKernels = Leading.HasKernels;
    Headers->note(Leading.Found, WasAstray);
  }
  return Result::Done;
}

std::unique_ptr<ParsedFile>
ParsedFile::parse(const DeviceCommand &Command,
                  // NOLINTNEXTLINE(performance-unnecessary-value-param)
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                  const ParseOptions &Options, ParseVariant How, Purpose For) {
  std::unique_ptr<ParsedFile> File;
  auto Parse = [&](Compiled Wanted, bool WasAstray) {
    File.reset(); // Before the next needs its memory.
    File.reset(new ParsedFile(How, For, Options));
    return File->run(Command, FS, Options, Wanted, WasAstray);
  };
  // What stands before the file's own headers is not compiled with them.
  Result Reached = Parse(
      How.Declared.empty() ? Compiled::Leading : Compiled::Toolkit, false);
  if (Reached == Result::Astray)
    Reached = Parse(Compiled::Toolkit, true);
  if (Reached == Result::NoPreamble)
    Parse(Compiled::None, false);
  return File;
}

} // namespace warplint
