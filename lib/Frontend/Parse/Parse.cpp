//===- Parse.cpp - One device-side parse: AST and LLVM IR -----------------===//

#include "warplint/Frontend/Parse.h"
#include "CompiledPreamble.h"
#include "DeviceCode.h"
#include "Frontend/Headers/FragmentFile.h"
#include "Frontend/Recovery/DialectEdits.h"
#include "Frontend/Templates/KernelTemplates.h"
#include "ParseOnce.h"
#include "SharedObjects.h"
#include "Support/ProcessorTime.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>

using namespace clang;

namespace warplint {
namespace {

/// How good a parse is: the whole functions, then the fewest errors.
struct Score {
  unsigned Whole = 0;
  size_t Errors = 0;
  bool operator>(const Score &Other) const {
    return std::tuple(Whole, Other.Errors) > std::tuple(Other.Whole, Errors);
  }
};

std::vector<SourceLocation> placesOf(llvm::ArrayRef<ParseError> Errors) {
  std::vector<SourceLocation> Places;
  for (const ParseError &E : Errors)
    if (E.FileLoc.isValid())
      Places.push_back(E.FileLoc);
  return Places;
}

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
  /// Files through which a fragment is parsed, and seconds of processor time
  /// after which no further one is begun with.
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

/// Who walks over all declarations looks for the user's: what a preamble has is
/// not to be loaded for that.
void leavePreambleAlone(ASTContext &AST) {
  AST.getTranslationUnitDecl()->setHasExternalLexicalStorage(false);
}

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
  /// What a preamble has, once something uses it.
  void HandleInterestingDecl(DeclGroupRef Group) override {
    if (Late)
      Late(Group);
    else
      Announced.push_back(Group);
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

  bool shouldSkipFunctionBody(Decl *D) override {
    return isBodyOfNoInterest(D);
  }

  void HandleTranslationUnit(ASTContext &AST) override {
    leavePreambleAlone(AST);
    if (How.Unasked.size() != KnownUnasked || State.isAstray())
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
    repairTemplates(State.CI.getSema(), Patterns, Wanted, Templates);
    Used = true;
    for (const DialectRow *Row : How.Rows)
      State.Outcome.Remedies.push_back(Row->What.str());
    State.Outcome.IsReworded = !How.Edits.empty();
    if (isFragment() && !isWrapper(How.Through)) {
      State.Outcome.Through = How.Through;
      // What is wrong with the includer's own code is not the fragment's.
      State.Outcome.HadErrors =
          llvm::any_of(State.Errors.Errors, [&](const ParseError &E) {
            return !AST.getSourceManager().isInMainFile(E.FileLoc);
          });
    }
    Shared.giveBack();
    WholeFunctions Whole(AST, State.Errors.Errors, &State.InDoubt);
    std::unique_ptr<DeviceUnit> Unit =
        buildDeviceCode(State.CI, std::move(Announced), Late, Whole,
                        ownFile(AST), isFragment());
    if (!Unit)
      return;
    Unit->Templates = std::move(Templates);
    Unit->ErrorPlaces = placesOf(State.Errors.Errors);
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
  LateDeclarations Late;
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
  bool IsEdited = addTextRemedies(
      State.Errors.Errors, State.CI.getSourceManager(), Next.Rows, Next.Edits);
  for (const auto &Class : Refused)
    Next.SharedClasses.insert(Class.getKey());
  if (!IsEdited && Next.Rows.size() == How.Rows.size() &&
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
  std::chrono::microseconds Begin = processorTime();
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
    if (processorTime() - Begin > IncluderTime)
      break;
  }
  return false;
}

using SourceUse = llvm::function_ref<void(
    ASTContext &, llvm::ArrayRef<SourceLocation> Errors)>;

class SourceConsumer : public ASTConsumer {
public:
  SourceConsumer(ParseState State, SourceUse Use) : State(State), Use(Use) {}

  bool shouldSkipFunctionBody(Decl *D) override {
    return isBodyOfNoInterest(D);
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    leavePreambleAlone(Context);
    if (State.isAstray())
      return;
    State.Outcome.Parsed = true;
    Use(Context, placesOf(State.Errors.Errors));
  }

private:
  ParseState State;
  SourceUse Use;
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
                         const ParseOptions &Options, SourceUse Use) {
  auto MakeConsumer = [&](ParseState State) {
    return std::make_unique<SourceConsumer>(State, Use);
  };
  ParseOutcome Outcome;
  Attempt How;
  parseOnce(Command, std::move(FS), Options, How, MakeConsumer, Outcome);
  return Outcome;
}

} // namespace warplint
