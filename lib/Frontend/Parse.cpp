//===- Parse.cpp - One device-side parse: AST and LLVM IR -----------------===//

#include "warplint/Frontend/Parse.h"
#include "DeviceCode.h"
#include "Doubts.h"
#include "ErrorRecorder.h"
#include "FoundHeaders.h"
#include "FragmentName.h"
#include "KernelTemplates.h"
#include "Prelude.h"
#include "ResourceDirectory.h"
#include "SharedObjects.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace clang;

namespace warplint {
namespace {

/// How a file is parsed, beyond its command.
struct Attempt {
  /// The main file, where the file is parsed through one that includes it.
  std::string Through;
  /// Such attempts are compared by the functions that have code, not by those
  /// that would have if they were instantiated.
  bool CountsCode = false;
  DialectRows Rows;
  /// Classes whose objects in shared memory clang refused.
  llvm::StringSet<> SharedClasses;
  /// Headers that __has_include asks for and that no folder has.
  llvm::StringSet<> Unasked;
};

/// How good a parse is: the whole functions, then the fewest errors.
struct Score {
  unsigned Whole = 0;
  size_t Errors = 0;
  bool operator>(const Score &Other) const {
    return std::tuple(Whole, Other.Errors) > std::tuple(Other.Whole, Errors);
  }
};

/// All of one parse that consumers share.
struct ParseState {
  CompilerInstance &CI;
  ErrorRecorder &Errors;
  ParseOutcome &Outcome;
  const Doubts &InDoubt;
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

/// Notes what FoundHeaders answered to __has_include, where a build would
/// have answered no: the parse is to be done again without.
class HasIncludeGuard : public PPCallbacks {
public:
  explicit HasIncludeGuard(llvm::StringSet<> &Unasked) : Unasked(Unasked) {}
  void HasInclude(SourceLocation, StringRef FileName, bool,
                  OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind) override {
    if (File && FoundHeaders::isOffered(File->getName()))
      Unasked.insert(FileName);
  }

private:
  llvm::StringSet<> &Unasked;
};

using ConsumerFactory =
    llvm::function_ref<std::unique_ptr<ASTConsumer>(ParseState)>;

class ParseAction : public ASTFrontendAction {
public:
  ParseAction(ErrorRecorder &Errors, ParseOutcome &Outcome,
              FoundHeaders *Headers, llvm::StringSet<> &Unasked,
              ConsumerFactory MakeConsumer)
      : Errors(Errors), Outcome(Outcome), Headers(Headers), Unasked(Unasked),
        MakeConsumer(MakeConsumer) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    Preprocessor &PP = CI.getPreprocessor();
    PP.addPPCallbacks(
        std::make_unique<DoubtRecorder>(PP, Headers, InDoubt, Outcome));
    if (Headers) {
      Headers->install(CI);
      PP.addPPCallbacks(std::make_unique<HasIncludeGuard>(Unasked));
    }
    // A missing header would otherwise be fatal: clang then stops instantiating
    // templates and hides all later errors.
    CI.getDiagnostics().setFatalsAsError(true);
    return MakeConsumer({CI, Errors, Outcome, InDoubt});
  }

private:
  ErrorRecorder &Errors;
  ParseOutcome &Outcome;
  FoundHeaders *Headers;
  llvm::StringSet<> &Unasked;
  ConsumerFactory MakeConsumer;
  Doubts InDoubt;
};

/// The driver's arguments for \p How.
std::vector<std::string> arguments(const DeviceCommand &Command,
                                   const ParseOptions &Options,
                                   const Attempt &How) {
  std::vector<std::string> Args = {"clang++"};
  llvm::append_range(Args, Command.Arguments);
  for (const DialectRow *Row : How.Rows) {
    if (Row->Kind == DialectKind::Macro)
      Args.push_back(("-D" + Row->Remedy).str());
    SmallVector<StringRef> Flags;
    if (Row->Kind == DialectKind::Flag)
      Row->Remedy.split(Flags, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef Flag : Flags)
      Args.push_back(Flag.str());
  }
  static const std::string Found = findResourceDirectory();
  Args.push_back("-resource-dir=" +
                 (Options.ResourceDir.empty() ? Found : Options.ResourceDir));
  Args.push_back("-fsyntax-only");
  Args.push_back(How.Through.empty() ? Command.File : How.Through);
  return Args;
}

/// Errors that are warnings to clang, and that a row turns off. The command's
/// own -W options stay without effect.
void allowWarnings(DiagnosticsEngine &Diags, const DialectRows &Rows,
                   llvm::vfs::FileSystem &FS) {
  DiagnosticOptions Allowed;
  for (const DialectRow *Row : Rows)
    if (StringRef Flag = Row->Remedy;
        Row->Kind == DialectKind::Flag && Flag.consume_front("-W"))
      Allowed.Warnings.push_back(Flag.str());
  if (!Allowed.Warnings.empty())
    ProcessWarningOptions(Diags, Allowed, FS, /*ReportDiags=*/false);
}

/// A main file of one line that includes the file: for a header that includes
/// itself in a circle, which no main file can do without being read twice.
constexpr StringRef Wrapper = "/__warplint__/wrapper.cu";

bool isWrapper(StringRef Through) { return Through == Wrapper; }

/// \p FS with what a parse of \p File through another file needs.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
throughIncluder(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                StringRef File, StringRef Through) {
  if (!isWrapper(Through))
    return llvm::makeIntrusiveRefCnt<FragmentName>(std::move(FS), File);
  SmallString<256> Absolute(File);
  (void)FS->makeAbsolute(Absolute);
  auto Virtual = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Virtual->addFile(Wrapper, 0,
                   llvm::MemoryBuffer::getMemBufferCopy(
                       ("#include \"" + Absolute + "\"\n").str()));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<FragmentName>(std::move(FS), File));
  Overlay->pushOverlay(std::move(Virtual));
  return Overlay;
}

} // namespace

/// Parses once. True when it has to be done again, with more in \p How.Unasked.
static bool parseOnce(const DeviceCommand &Command,
                      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                      const ParseOptions &Options, Attempt &How,
                      ConsumerFactory MakeConsumer, ParseOutcome &Outcome) {
  Outcome = ParseOutcome();
  DiagnosticOptions DiagOpts;
  DiagOpts.ShowColors = Options.Color;
  ErrorRecorder Recorder(Outcome, DiagOpts);
  auto Diags = CompilerInstance::createDiagnostics(*FS, DiagOpts, &Recorder,
                                                   /*ShouldOwnClient=*/false);
  std::vector<std::string> Words = arguments(Command, Options, How);
  std::vector<const char *> Args;
  for (const std::string &Word : Words)
    Args.push_back(Word.c_str());
  CreateInvocationOptions InvocationOptions;
  InvocationOptions.Diags = Diags;
  InvocationOptions.VFS = FS;
  std::shared_ptr<CompilerInvocation> Invocation =
      createInvocation(Args, InvocationOptions);
  if (!Invocation) {
    Outcome.HadErrors = true;
    return false;
  }
  configure(*Invocation);
  Invocation->getDiagnosticOpts().ShowColors = Options.Color;
  allowWarnings(*Diags, How.Rows, *FS);

  if (!How.Through.empty())
    FS = throughIncluder(std::move(FS), Command.File, How.Through);
  FS = installPrelude(*Invocation, std::move(FS), How.Rows);
  llvm::IntrusiveRefCntPtr<FoundHeaders> Headers;
  if (Options.Files && !Options.Strict) {
    Headers = llvm::makeIntrusiveRefCnt<FoundHeaders>(
        std::move(FS), *Options.Files,
        isWrapper(How.Through) || How.Through.empty() ? Command.File
                                                      : How.Through,
        How.Unasked);
    FS = Headers;
  }
  size_t Known = How.Unasked.size();
  CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(FS);
  CI.setVerboseOutputStream(llvm::nulls());
  CI.setDiagnostics(Diags);
  ParseAction Action(Recorder, Outcome, Headers.get(), How.Unasked,
                     MakeConsumer);
  CI.ExecuteAction(Action);
  if (Headers)
    Outcome.Found = Headers->found();
  return How.Unasked.size() != Known;
}

namespace {

/// Parses a file, with remedies for what clang refuses of it, and uses the best
/// of the results. A remedy is tried while the parse before is still there, at
/// whose end the errors are known: no parse is made twice.
class DeviceParse {
public:
  DeviceParse(const DeviceCommand &Command,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
              const ParseOptions &Options,
              llvm::function_ref<void(DeviceUnit &)> Use)
      : Command(Command), FS(std::move(FS)), Options(Options), Use(Use) {}

  ParseOutcome run() {
    run(Attempt(), std::nullopt);
    return std::move(Final);
  }

  /// At the end of a parse: true when one with more remedies was used.
  bool tryBetter(const ParseState &State, const Attempt &How, Score Reached,
                 const llvm::StringSet<> &Refused);
  /// At the end of a parse of the file alone, in which \p Whole of its
  /// functions are whole: true when it was parsed through a file that includes
  /// it, and more of them are.
  bool tryIncluders(const Attempt &How, unsigned Whole, size_t Errors,
                    bool CountsCode, bool IncludesItself);

  const ParseOptions &options() const { return Options; }
  const std::string &file() const { return Command.File; }
  const llvm::function_ref<void(DeviceUnit &)> &user() const { return Use; }

private:
  /// Rounds of remedies, each for the errors that the last one laid bare.
  static constexpr unsigned MaximumRounds = 3;
  /// Parses of one attempt: each may find another __has_include.
  static constexpr unsigned MaximumStarts = 4;
  /// Files through which a fragment is parsed, and seconds after which no
  /// further one is begun with.
  static constexpr size_t MaximumIncluders = 3;
  static constexpr std::chrono::seconds IncluderTime{20};

  /// True when this parse or a better one was used; that has to be better than
  /// \p ToBeat.
  bool run(Attempt How, std::optional<Score> ToBeat);

  const DeviceCommand &Command;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  const ParseOptions &Options;
  llvm::function_ref<void(DeviceUnit &)> Use;
  unsigned Rounds = 0;
  bool TriedIncluders = false;
  ParseOutcome Final;
};

class RecordingConsumer : public ASTConsumer {
public:
  RecordingConsumer(DeviceParse &Parse, ParseState State, const Attempt &How,
                    std::optional<Score> ToBeat, bool &Used, bool &Superseded)
      : Parse(Parse), State(State), How(How), KnownUnasked(How.Unasked.size()),
        ToBeat(ToBeat), Used(Used), Superseded(Superseded) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      Shared.take(D);
    Announced.push_back(Group);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *F) override {
    Shared.take(F);
    Announced.push_back(InlineDefinition{F});
  }
  void HandleTagDeclDefinition(TagDecl *D) override {
    Shared.takeClass(State.CI, D, How.SharedClasses);
    Announced.push_back(TagDefinition{D});
  }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *V) override {
    Announced.push_back(StaticMemberInstantiation{V});
  }
  void CompleteTentativeDefinition(VarDecl *V) override {
    Announced.push_back(TentativeDefinition{V});
  }

  void HandleTranslationUnit(ASTContext &AST) override {
    if (How.Unasked.size() != KnownUnasked)
      return; // To be done again.
    if (State.Errors.Errors.empty() && !ToBeat)
      return use(AST); // May still find that templates lack arguments.
    WholeFunctions Whole(AST, State.Errors.Errors);
    Score Reached{count(AST, Whole), State.Errors.Errors.size()};
    if (ToBeat && !(Reached > *ToBeat))
      return;
    Superseded =
        Parse.tryBetter(State, How, Reached, refusedClasses(Announced)) ||
        completedByIncluder(AST, Whole);
    if (!Superseded)
      use(AST);
  }

private:
  bool isFragment() const { return !How.Through.empty(); }
  OwnFile ownFile(ASTContext &AST) const {
    return {AST.getSourceManager(), isFragment() ? Parse.file() : ""};
  }

  unsigned count(ASTContext &AST, WholeFunctions &Whole) const {
    if (isFragment())
      return countOwn(ownFile(AST), Announced, Whole, How.CountsCode).Whole;
    return countWhole(AST.getSourceManager(), Announced, Whole);
  }

  /// Errors of the file's own text may be those of a fragment that stands
  /// alone.
  bool completedByIncluder(ASTContext &AST, WholeFunctions &Whole) {
    OwnFile Own = ownFile(AST);
    OwnCount Count = countOwn(Own, Announced, Whole, /*CountsCode=*/false);
    bool IncludesItself = false, HasError = Count.Broken != 0;
    for (const ParseError &E : Whole.errors()) {
      IncludesItself |= StringRef(E.Message).starts_with("redefinition of ");
      HasError |= Own.holds(E.FileLoc) &&
                  !StringRef(E.Message).ends_with("file not found");
    }
    return HasError &&
           Parse.tryIncluders(How, Count.Whole, Whole.errors().size(),
                              /*CountsCode=*/false, IncludesItself);
  }

  /// Templates for which no arguments were found have some where the file is
  /// included.
  bool instantiatedByIncluder(ASTContext &AST, WholeFunctions &Whole,
                              const KernelTemplates &Templates) {
    bool IsLacking =
        llvm::any_of(Templates.Templates, [](const KernelTemplate &T) {
          return T.Instances.empty() && !T.IsInstantiated;
        });
    if (!IsLacking || isFragment())
      return false;
    OwnCount Count =
        countOwn(ownFile(AST), Announced, Whole, /*CountsCode=*/true);
    return Count.Whole != Count.All &&
           Parse.tryIncluders(How, Count.Whole, /*Errors=*/0,
                              /*CountsCode=*/true,
                              /*IncludesItself=*/false);
  }

  void use(ASTContext &AST) {
    WholeFunctions Patterns(AST, State.Errors.Errors);
    TemplateOptions Wanted = Parse.options().Templates;
    if (isFragment())
      Wanted.File = Parse.file();
    KernelTemplates Templates =
        instantiateTemplates(State.CI.getSema(), Patterns, Wanted);
    if (instantiatedByIncluder(AST, Patterns, Templates)) {
      Superseded = true;
      return;
    }
    Used = true;
    for (const DialectRow *Row : How.Rows)
      State.Outcome.Remedies.push_back(Row->What.str());
    if (!isWrapper(How.Through))
      State.Outcome.Through = How.Through;
    Shared.giveBack();
    WholeFunctions Whole(AST, State.Errors.Errors, &State.InDoubt);
    std::unique_ptr<DeviceUnit> Unit = buildDeviceCode(
        State.CI, std::move(Announced), Whole, ownFile(AST), isFragment());
    if (!Unit)
      return;
    Unit->Templates = std::move(Templates);
    if (isFragment())
      Unit->Fragment = Parse.file();
    State.Outcome.Parsed = true;
    Parse.user()(*Unit);
  }

  DeviceParse &Parse;
  ParseState State;
  const Attempt &How;
  size_t KnownUnasked;
  std::optional<Score> ToBeat;
  bool &Used;
  bool &Superseded;
  std::vector<Announcement> Announced;
  SharedObjects Shared;
};

bool DeviceParse::run(Attempt How, std::optional<Score> ToBeat) {
  bool Used = false, Superseded = false;
  ParseOutcome Own;
  auto MakeConsumer = [&](ParseState State) {
    return std::make_unique<RecordingConsumer>(*this, State, How, ToBeat, Used,
                                               Superseded);
  };
  unsigned Starts = 1;
  while (parseOnce(Command, FS, Options, How, MakeConsumer, Own) &&
         Starts++ < MaximumStarts)
    ;
  if (Used || (!ToBeat && !Superseded))
    Final = std::move(Own);
  return Used || Superseded;
}

bool DeviceParse::tryBetter(const ParseState &State, const Attempt &How,
                            Score Reached, const llvm::StringSet<> &Refused) {
  if (Options.Strict || State.Errors.Errors.empty() || Rounds == MaximumRounds)
    return false;
  Attempt Next = How;
  llvm::append_range(Next.Rows, remediesFor(State.Errors.Errors, How.Rows));
  for (const auto &Class : Refused)
    Next.SharedClasses.insert(Class.getKey());
  if (Next.Rows.size() == How.Rows.size() &&
      Next.SharedClasses.size() == How.SharedClasses.size())
    return false;
  ++Rounds;
  return run(std::move(Next), Reached);
}

bool DeviceParse::tryIncluders(const Attempt &How, unsigned Whole,
                               size_t Errors, bool CountsCode,
                               bool IncludesItself) {
  if (Options.Strict || !Options.Files || !How.Through.empty() ||
      std::exchange(TriedIncluders, true))
    return false;
  auto Begin = std::chrono::steady_clock::now();
  std::vector<std::string> Includers =
      Options.Files->includersOf(Command.File, MaximumIncluders);
  if (IncludesItself)
    Includers.insert(Includers.begin(), Wrapper.str());
  for (std::string &Includer : Includers) {
    Attempt Next = How;
    Next.Through = std::move(Includer);
    Next.CountsCode = CountsCode;
    Rounds = 0;
    // The file alone again: fewer errors are better, too.
    Score ToBeat{Whole, isWrapper(Next.Through) ? Errors : 0};
    if (run(std::move(Next), ToBeat))
      return true;
    if (std::chrono::steady_clock::now() - Begin > IncluderTime)
      break;
  }
  return false;
}

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

} // namespace

ParseOutcome parseDevice(const DeviceCommand &Command,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                         const ParseOptions &Options,
                         llvm::function_ref<void(DeviceUnit &)> Use) {
  return DeviceParse(Command, std::move(FS), Options, Use).run();
}

ParseOutcome parseSource(const DeviceCommand &Command,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                         const ParseOptions &Options,
                         llvm::function_ref<void(ASTContext &)> Use) {
  auto MakeConsumer = [&](ParseState State) {
    return std::make_unique<SourceConsumer>(State.Outcome, Use);
  };
  ParseOutcome Outcome;
  Attempt How;
  parseOnce(Command, std::move(FS), Options, How, MakeConsumer, Outcome);
  return Outcome;
}

} // namespace warplint
