//===- TrialInstantiation.cpp - Instantiating kernels for a trial ---------===//

#include "TrialInstantiation.h"
#include "TemplateArgumentText.h"
#include "warplint/Frontend/Parse.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateDeduction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace clang;
using std::chrono::steady_clock;

namespace warplint {

// One list of those that are only measured.
static constexpr std::chrono::seconds MaximumMeasure{4};

namespace {

/// Counts errors and keeps the first one; prints nothing.
class ErrorCounter : public DiagnosticConsumer {
public:
  ErrorCounter(const Sema &S, SourceRange Body) : S(S), Body(Body) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &D) override {
    if (Level < DiagnosticsEngine::Error)
      return;
    ++Count;
    if (!First.empty())
      return;
    Reached = reached(D.getLocation());
    llvm::SmallString<128> Text;
    D.FormatDiagnostic(Text);
    if (D.hasSourceManager() && D.getLocation().isValid()) {
      SourcePlace P = placeOf(D.getSourceManager(), D.getLocation());
      First =
          (llvm::sys::path::filename(P.File) + ":" + llvm::Twine(P.Line) + ": ")
              .str();
    }
    First += Text;
  }

  unsigned Count = 0;
  std::string First;
  /// How far in the body the first error stands; 0: before it.
  uint32_t Reached = 0;
  /// The body itself is done, and what it calls is being instantiated.
  bool IsBehindBody = false;

private:
  static constexpr uint32_t BehindBody = uint32_t(1) << 30;

  uint32_t reached(SourceLocation Error) const {
    uint32_t From = IsBehindBody ? BehindBody : 0;
    if (uint32_t Offset = offset(Error))
      return From + Offset;
    for (const Sema::CodeSynthesisContext &C : S.CodeSynthesisContexts)
      if (uint32_t Offset = offset(C.PointOfInstantiation))
        return From + Offset;
    return From;
  }
  uint32_t offset(SourceLocation Loc) const {
    const SourceManager &SM = S.getSourceManager();
    if (Loc.isInvalid() || Body.isInvalid())
      return 0;
    auto [File, At] = SM.getDecomposedLoc(SM.getFileLoc(Loc));
    auto [BodyFile, Begin] =
        SM.getDecomposedLoc(SM.getFileLoc(Body.getBegin()));
    auto [EndFile, End] = SM.getDecomposedLoc(SM.getFileLoc(Body.getEnd()));
    return File == BodyFile && At >= Begin && At <= End ? At - Begin + 1 : 0;
  }

  const Sema &S;
  SourceRange Body;
};

/// Gives the diagnostics of a scope to an ErrorCounter.
class DiagnosticsAside {
public:
  DiagnosticsAside(Sema &S, SourceRange Body)
      : Errors(S, Body), Diags(S.getDiagnostics()), Before(Diags.getClient()),
        Owned(Diags.takeClient()) {
    Diags.setClient(&Errors, /*ShouldOwnClient=*/false);
  }
  ~DiagnosticsAside() {
    bool IsOwned = Owned != nullptr;
    Diags.setClient(IsOwned ? Owned.release() : Before, IsOwned);
  }

  ErrorCounter Errors;

private:
  DiagnosticsEngine &Diags;
  DiagnosticConsumer *Before;
  std::unique_ptr<DiagnosticConsumer> Owned;
};

} // namespace

TrialInstantiation::TrialInstantiation(Sema &S, std::chrono::seconds Limit)
    : S(S), FileScope(std::make_unique<Scope>(nullptr, Scope::DeclScope,
                                              S.getDiagnostics())),
      Deadline(steady_clock::now() + Limit) {
  FileScope->setEntity(S.Context.getTranslationUnitDecl());
}

TrialInstantiation::~TrialInstantiation() = default;

//===----------------------------------------------------------------------===//
// One list
//===----------------------------------------------------------------------===//

static TemplateArgumentLoc typeArgument(Sema &S, QualType T,
                                        SourceLocation Loc) {
  return TemplateArgumentLoc(TemplateArgument(T),
                             S.Context.getTrivialTypeSourceInfo(T, Loc));
}

/// \p Value as an argument for \p Parameter; nothing where that is no number.
static std::optional<TemplateArgumentLoc>
numberArgument(Sema &S, const NamedDecl &Parameter, int64_t Value,
               SourceLocation Loc) {
  const auto *P = dyn_cast<NonTypeTemplateParmDecl>(&Parameter);
  if (!P)
    return std::nullopt;
  QualType T = P->getType().getUnqualifiedType();
  if (T->isDependentType() || T->isUndeducedType())
    T = S.Context.IntTy;
  if (!T->isIntegralOrEnumerationType() || T->isIncompleteType())
    return std::nullopt;
  llvm::APInt Bits(64, static_cast<uint64_t>(Value), /*isSigned=*/true);
  llvm::APSInt Number(
      Bits.sextOrTrunc(static_cast<unsigned>(S.Context.getIntWidth(T))),
      T->isUnsignedIntegerOrEnumerationType());
  ExprResult E = S.BuildExpressionFromNonTypeTemplateArgument(
      TemplateArgument(S.Context, Number, T), Loc);
  if (E.isInvalid())
    return std::nullopt;
  return TemplateArgumentLoc(TemplateArgument(E.get(), /*IsCanonical=*/false),
                             E.get());
}

std::optional<TemplateArgumentLoc> trialArgument(Sema &S,
                                                 const NamedDecl &Parameter,
                                                 const TrialArgument &Value,
                                                 SourceLocation Loc) {
  if (const auto *T = std::get_if<QualType>(&Value))
    return typeArgument(S, *T, Loc);
  if (const auto *N = std::get_if<int64_t>(&Value))
    return numberArgument(S, Parameter, *N, Loc);
  if (NamedDecl *const *Named = std::get_if<NamedDecl *>(&Value))
    if (auto *Template = dyn_cast<TemplateDecl>(*Named))
      return TemplateArgumentLoc(
          S.Context, TemplateArgument(TemplateName(Template)), SourceLocation(),
          NestedNameSpecifierLoc(), Loc);
  if (NamedDecl *const *Named = std::get_if<NamedDecl *>(&Value))
    if (auto *F = dyn_cast<FunctionDecl>(*Named)) {
      Expr *E = S.BuildDeclRefExpr(F, F->getType(), VK_LValue, Loc);
      return TemplateArgumentLoc(TemplateArgument(E, /*IsCanonical=*/false), E);
    }
  return std::nullopt;
}

bool TrialInstantiation::build(const KernelPattern &Pattern, TrialList &List,
                               TemplateArgumentListInfo &Into) {
  SourceLocation Loc = Pattern.Pattern->getLocation();
  const TemplateParameterList &Parameters = Pattern.parameters();
  if (!List.Text.empty()) {
    TemplateArgumentText Reader(S, Pattern.Pattern->getDeclContext(), Loc);
    for (const std::string &Text : List.Text) {
      std::optional<TemplateArgumentLoc> A = Reader.read(Text);
      if (!A) {
        List.Error = Reader.Error;
        return false;
      }
      Into.addArgument(*A);
    }
    return true;
  }
  for (auto [I, Value] : llvm::enumerate(List.Values)) {
    if (std::holds_alternative<std::monostate>(Value))
      break; // The rest is left to the template.
    auto A = trialArgument(S, *Parameters.getParam(I), Value, Loc);
    if (!A) {
      List.Error =
          "'" + Parameters.getParam(I)->getNameAsString() + "' is no integer";
      return false;
    }
    Into.addArgument(*A);
  }
  return true;
}

/// The kernel of the class that \p Arguments make.
FunctionDecl *TrialInstantiation::member(const KernelPattern &Pattern,
                                         TemplateArgumentListInfo &Arguments) {
  SourceLocation Loc = Pattern.Pattern->getLocation();
  QualType T = S.CheckTemplateIdType(
      ElaboratedTypeKeyword::None, TemplateName(Pattern.Class), Loc, Arguments,
      /*Scope=*/nullptr,
      /*ForNestedNameSpecifier=*/false);
  if (T.isNull() || !S.isCompleteType(Loc, T))
    return nullptr;
  for (Decl *D : T->getAsCXXRecordDecl()->decls())
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->getInstantiatedFromMemberFunction() == Pattern.Pattern)
      return F;
  return nullptr;
}

static std::string reasonOf(TemplateDeductionResult Result,
                            sema::TemplateDeductionInfo &Info,
                            const TemplateParameterList &Parameters) {
  switch (Result) {
  case TemplateDeductionResult::Incomplete:
    return "an argument is missing";
  case TemplateDeductionResult::TooManyArguments:
  case TemplateDeductionResult::InvalidExplicitArguments: {
    auto *P = dyn_cast_or_null<NamedDecl>(
        dyn_cast<TemplateTypeParmDecl *>(Info.Param)
            ? static_cast<Decl *>(cast<TemplateTypeParmDecl *>(Info.Param))
        : dyn_cast<NonTypeTemplateParmDecl *>(Info.Param)
            ? static_cast<Decl *>(cast<NonTypeTemplateParmDecl *>(Info.Param))
            : nullptr);
    if (P && P->getDeclName())
      return "this is no argument for '" + P->getNameAsString() + "'";
    return "the arguments do not fit the parameters, of which there are " +
           std::to_string(Parameters.size());
  }
  case TemplateDeductionResult::ConstraintsNotSatisfied:
    return "the template's constraints are not satisfied";
  default:
    return "the declaration can not have these arguments";
  }
}

FunctionDecl *TrialInstantiation::declare(const KernelPattern &Pattern,
                                          TrialList &List,
                                          TemplateArgumentListInfo &Arguments) {
  if (!Pattern.Function)
    return member(Pattern, Arguments);
  FunctionDecl *Kernel = nullptr;
  sema::TemplateDeductionInfo Info(Pattern.Pattern->getLocation());
  TemplateDeductionResult Result =
      S.DeduceTemplateArguments(Pattern.Function, &Arguments, Kernel, Info);
  if (Result == TemplateDeductionResult::Success)
    return Kernel;
  List.Error = reasonOf(Result, Info, Pattern.parameters());
  if (Info.hasSFINAEDiagnostic()) {
    PartialDiagnosticAt Why = {SourceLocation(),
                               PartialDiagnostic::NullDiagnostic()};
    Info.takeSFINAEDiagnostic(Why);
    llvm::SmallString<128> Text;
    Why.second.EmitToString(S.getDiagnostics(), Text);
    List.Error = Text.str().str();
  }
  return nullptr;
}

bool TrialInstantiation::attempt(const KernelPattern &Pattern, TrialList &List,
                                 bool IsCopy, TrialScore *Score) {
  const Stmt *Body = Pattern.Pattern->getBody();
  DiagnosticsAside Aside(S, Body ? Body->getSourceRange() : SourceRange());
  Sema::ContextRAII AtTop(S, S.Context.getTranslationUnitDecl());
  llvm::SaveAndRestore<Scope *> InFile(S.TUScope, FileScope.get());
  // What a kernel's callees may not do on the device is told at the end of the
  // translation unit, which is over; only the copy may ask again.
  if (IsCopy)
    S.DeclsToCheckForDeferredDiags.clear();
  SourceLocation Loc = Pattern.Pattern->getLocation();
  TemplateArgumentListInfo Arguments(Loc, Loc);
  FunctionDecl *Kernel = nullptr;
  {
    EnterExpressionEvaluationContext Constant(
        S, Sema::ExpressionEvaluationContext::ConstantEvaluated);
    if (build(Pattern, List, Arguments))
      Kernel = declare(Pattern, List, Arguments);
  }
  if (Kernel && !Kernel->isInvalidDecl()) {
    List.IsKnown =
        Kernel->getPointOfInstantiation().isValid() ||
        Kernel->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
    if (!List.IsKnown) {
      if (Pattern.Function)
        Kernel->setTemplateSpecializationKind(TSK_ImplicitInstantiation, Loc);
      S.InstantiateFunctionDefinition(Loc, Kernel, /*Recursive=*/false,
                                      /*DefinitionRequired=*/true,
                                      /*AtEndOfTU=*/true);
      Aside.Errors.IsBehindBody = true;
      S.PerformPendingInstantiations();
      if (IsCopy)
        S.emitDeferredDiags();
    }
  }
  bool IsWhole = Kernel && !Kernel->isInvalidDecl() && Kernel->hasBody() &&
                 Aside.Errors.Count == 0;
  if (!IsWhole && (List.Error.empty() || Kernel) && !Aside.Errors.First.empty())
    List.Error = Aside.Errors.First;
  if (!IsWhole && List.Error.empty())
    List.Error = "the template can not be instantiated";
  if (Score)
    *Score = {Aside.Errors.Reached, Aside.Errors.Count, IsWhole};
  if (IsWhole)
    List.Kernel = Kernel;
  else if (Kernel && !IsCopy) // Never handed to CodeGen.
    Kernel->setInvalidDecl();
  return IsWhole;
}

//===----------------------------------------------------------------------===//
// All lists
//===----------------------------------------------------------------------===//

/// Goes past groups that are done. True when none is left.
bool TrialInstantiation::isOver(const std::vector<TrialGroup> &Groups,
                                Position &At) {
  while (At.Group != Groups.size()) {
    const TrialGroup &G = Groups[At.Group];
    if (At.List != G.Lists.size() && !G.isDone())
      return false;
    ++At.Group;
    At.List = 0;
  }
  return true;
}

void TrialInstantiation::advance(std::vector<TrialGroup> &Groups, Position &At,
                                 bool Succeeded) {
  TrialGroup &G = Groups[At.Group];
  ++G.Attempts;
  G.Succeeded += Succeeded;
  ++At.List;
}

namespace {

/// What the copy says of one list: a length, then so many bytes, the error. Of
/// a list that succeeded the length is 0.
using ErrorLength = uint16_t;

bool writeAll(int Pipe, const void *Bytes, size_t Size) {
  const char *At = static_cast<const char *>(Bytes);
  while (Size) {
    ssize_t Written = ::write(Pipe, At, Size);
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return false;
    At += Written;
    Size -= static_cast<size_t>(Written);
  }
  return true;
}

/// The copy must end quietly, whatever happens to it.
void becomeQuiet() {
  for (int Signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGINT,
                     SIGTERM, SIGPIPE})
    ::signal(Signal, SIG_DFL);
  rlimit NoCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &NoCore);
  if (int Null = ::open("/dev/null", O_RDWR); Null >= 0) {
    ::dup2(Null, STDIN_FILENO);
    ::dup2(Null, STDOUT_FILENO);
    ::dup2(Null, STDERR_FILENO);
  }
}

enum class ReadResult : uint8_t { Done, Ended, Late };

ReadResult readAll(int Pipe, void *Bytes, size_t Size,
                   steady_clock::time_point Deadline) {
  char *At = static_cast<char *>(Bytes);
  while (Size) {
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        Deadline - steady_clock::now());
    if (Left.count() <= 0)
      return ReadResult::Late;
    pollfd Wait = {Pipe, POLLIN, 0};
    int Ready = ::poll(&Wait, 1, static_cast<int>(Left.count()));
    if (Ready < 0 && errno == EINTR)
      continue;
    if (Ready == 0)
      return ReadResult::Late;
    ssize_t Read = ::read(Pipe, At, Size);
    if (Read < 0 && errno == EINTR)
      continue;
    if (Read <= 0)
      return ReadResult::Ended;
    At += Read;
    Size -= static_cast<size_t>(Read);
  }
  return ReadResult::Done;
}

} // namespace

/// Runs in the copy.
void TrialInstantiation::tryAll(std::vector<TrialGroup> &Groups, Position At,
                                int Pipe) {
  while (!isOver(Groups, At)) {
    TrialGroup &Group = Groups[At.Group];
    TrialList &List = Group.Lists[At.List];
    bool Succeeded = attempt(Group.Pattern, List, /*IsCopy=*/true);
    StringRef Error = Succeeded ? StringRef() : StringRef(List.Error);
    Error = Error.take_front(1024);
    auto Length = static_cast<ErrorLength>(Error.size());
    if (!writeAll(Pipe, &Length, sizeof(Length)) ||
        !writeAll(Pipe, Error.data(), Error.size()) || !Succeeded)
      return;
    advance(Groups, At, true);
  }
}

/// A copy of the process that tries the lists from a position on.
class TrialInstantiation::Copy {
public:
  template <typename Work> explicit Copy(Work Run) {
    int Ends[2];
    if (::pipe(Ends) != 0)
      return;
    Process = ::fork();
    if (Process == 0) {
      ::close(Ends[0]);
      becomeQuiet();
      Run(Ends[1]);
      ::_exit(0);
    }
    ::close(Ends[1]);
    Pipe = Ends[0];
  }
  Copy(const Copy &) = delete;
  ~Copy() {
    if (Pipe >= 0)
      ::close(Pipe);
    if (Process <= 0)
      return;
    ::kill(Process, SIGKILL);
    while (::waitpid(Process, nullptr, 0) < 0 && errno == EINTR)
      ;
  }

  bool isRunning() const { return Process > 0; }

  /// Whether the next list succeeded; else \p Error says why.
  bool succeeded(std::string &Error, steady_clock::time_point Deadline) {
    ErrorLength Length = 0;
    ReadResult Result = readAll(Pipe, &Length, sizeof(Length), Deadline);
    if (Result == ReadResult::Done && Length) {
      Error.resize(Length);
      Result = readAll(Pipe, Error.data(), Length, Deadline);
    }
    if (Result == ReadResult::Ended)
      Error = "the compiler crashes on these arguments";
    if (Result == ReadResult::Late)
      Error = "it takes too long";
    return Error.empty();
  }

  std::optional<TrialScore> score(steady_clock::time_point Deadline) {
    TrialScore Score;
    if (readAll(Pipe, &Score, sizeof(Score), Deadline) != ReadResult::Done)
      return std::nullopt;
    return Score;
  }

private:
  int Pipe = -1;
  pid_t Process = -1;
};

std::optional<TrialScore>
TrialInstantiation::measure(const KernelPattern &Pattern,
                            const TrialArguments &Values) {
  auto Now = steady_clock::now();
  if (Now >= Deadline)
    return std::nullopt;
  Copy Trying([&](int Pipe) {
    TrialList List;
    List.Values = Values;
    TrialScore Score;
    attempt(Pattern, List, /*IsCopy=*/true, &Score);
    (void)writeAll(Pipe, &Score, sizeof(Score));
  });
  if (!Trying.isRunning())
    return std::nullopt;
  return Trying.score(std::min(Deadline, Now + MaximumMeasure));
}

void TrialInstantiation::run(std::vector<TrialGroup> &Groups) {
  Position At;
  while (!isOver(Groups, At)) {
    if (steady_clock::now() >= Deadline) {
      Groups[At.Group].Lists[At.List].Error = "it takes too long";
      advance(Groups, At, false);
      continue;
    }
    Copy Trying([&](int Pipe) { tryAll(Groups, At, Pipe); });
    for (bool Goes = true; Goes && !isOver(Groups, At);) {
      TrialGroup &Group = Groups[At.Group];
      TrialList &List = Group.Lists[At.List];
      if (!Trying.isRunning())
        List.Error = "no process could be started to try it";
      Goes = List.Error.empty() && Trying.succeeded(List.Error, Deadline) &&
             attempt(Group.Pattern, List, /*IsCopy=*/false);
      advance(Groups, At, Goes);
    }
  }
}

} // namespace warplint
