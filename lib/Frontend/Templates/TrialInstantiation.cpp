//===- TrialInstantiation.cpp - Instantiating kernels for a trial ---------===//

#include "TrialInstantiation.h"
#include "TrialCopy.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Messages/Skipped.h"
#include "warplint/Support/Archive.h"
#include "warplint/Warp/Limits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateDeduction.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <cassert>

using namespace clang;
using std::chrono::seconds;

namespace warplint {

// What the lists of one file may take together.
static constexpr uint64_t MaximumSteps = 4000000;
// Steps decide, so that a slow machine answers as a fast one does: this is several
// times what they take.
static constexpr seconds MaximumTime(300);
// What starting a copy of the process costs, and one that crashed took.
static constexpr uint64_t StepsOfCopy = 4000;
static constexpr uint64_t StepsOfCrash = 20000;

namespace {

/// Keeps the errors of a scope; prints nothing.
class ErrorsAside : public DiagnosticConsumer {
public:
  explicit ErrorsAside(Sema &S)
      : Diags(S.getDiagnostics()), Before(Diags.getClient()) {
    assert(!Diags.ownsClient() && "a parse owns its recorder");
    Diags.setClient(this, /*ShouldOwnClient=*/false);
  }
  ~ErrorsAside() override {
    Diags.setClient(Before, /*ShouldOwnClient=*/false);
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &D) override {
    if (Level >= DiagnosticsEngine::Error && !isTakenByNvcc(D))
      Errors.push_back(describe(D));
    else if (Level == DiagnosticsEngine::Note && !Errors.empty())
      Errors.back().Notes.push_back(D.getLocation());
  }

  /// The first, and its place.
  std::string first() const {
    const ParseError &E = Errors.front();
    return (E.FileLoc.isValid()
                ? shortPlaceOf(Diags.getSourceManager(), E.FileLoc) + ": "
                : "") +
           E.Message;
  }
  std::vector<LackedName> lacked() const {
    std::vector<LackedName> Names;
    for (const ParseError &E : Errors)
      if (auto Name = LackedName::of(E, Diags.getSourceManager()))
        Names.push_back(std::move(*Name));
    return Names;
  }

  std::vector<ParseError> Errors;

private:
  DiagnosticsEngine &Diags;
  DiagnosticConsumer *Before;
};

} // namespace

/// Counts the steps of a copy, and ends it at a limit.
class TrialInstantiation::StepCounter : public TemplateInstantiationCallback {
public:
  void initialize(const Sema &) override {}
  void finalize(const Sema &) override {}
  void atTemplateBegin(const Sema &,
                       const Sema::CodeSynthesisContext &) override {
    if (++Count > Limit)
      TrialCopy::giveUp();
  }
  void atTemplateEnd(const Sema &,
                     const Sema::CodeSynthesisContext &) override {}

  uint64_t Count = 0;
  uint64_t Limit = ~uint64_t(0); ///< Of a copy only.
};

TrialInstantiation::TrialInstantiation(Sema &S, const TemplateOptions &Options)
    : S(S), Options(Options),
      FileScope(std::make_unique<Scope>(nullptr, Scope::DeclScope,
                                        S.getDiagnostics())),
      StepsLeft(MaximumSteps), TimeEnds(processorTime() + MaximumTime) {
  FileScope->setEntity(S.Context.getTranslationUnitDecl());
  auto Counter = std::make_unique<StepCounter>();
  Steps = Counter.get();
  S.TemplateInstCallbacks.push_back(std::move(Counter));
}

TrialInstantiation::~TrialInstantiation() {
  llvm::erase_if(S.TemplateInstCallbacks,
                 [&](const auto &C) { return C.get() == Steps; });
}

//===----------------------------------------------------------------------===//
// One list
//===----------------------------------------------------------------------===//

/// \p Value as an argument for \p Parameter; nothing where it is none.
static std::optional<TemplateArgumentLoc>
trialArgument(Sema &S, const NamedDecl &Parameter, const TrialArgument &Value,
              SourceLocation Loc) {
  if (const auto *T = std::get_if<QualType>(&Value))
    return S.getTrivialTemplateArgumentLoc(TemplateArgument(*T), {}, Loc);
  const auto *P = dyn_cast<NonTypeTemplateParmDecl>(&Parameter);
  if (!P)
    return std::nullopt;
  QualType T = P->getType().getUnqualifiedType();
  if (T->isDependentType() || T->isUndeducedType())
    T = S.Context.IntTy;
  if (!T->isIntegralOrEnumerationType() || T->isIncompleteType())
    return std::nullopt;
  llvm::APSInt Number = S.Context.MakeIntValue(std::get<int64_t>(Value), T);
  return S.getTrivialTemplateArgumentLoc(TemplateArgument(S.Context, Number, T),
                                         T, Loc);
}

/// A function template that the parser takes to have any parameters: which ones
/// is asked when a call is resolved, and there is none.
static FunctionTemplateDecl *
templateOfAny(ASTContext &Context, IdentifierInfo *Name, SourceLocation Loc) {
  DeclContext *Unit = Context.getTranslationUnitDecl();
  QualType T = Context.getFunctionType(Context.VoidTy, {}, {});
  auto *F = FunctionDecl::Create(Context, Unit, Loc, Loc, Name, T,
                                 Context.getTrivialTypeSourceInfo(T), SC_None);
  auto *Parameters = TemplateParameterList::Create(Context, Loc, Loc, {}, Loc,
                                                   /*RequiresClause=*/nullptr);
  return FunctionTemplateDecl::Create(Context, Unit, Loc, Name, Parameters, F);
}

/// Reads template arguments that a user wrote in an option or a comment, or that
/// another translation unit has, as Clang's parser reads them behind the name of
/// a template in \p From. False where they are none, with or without an error.
static bool readTemplateArguments(Sema &S, DeclContext *From,
                                  llvm::ArrayRef<std::string> Texts,
                                  TemplateArgumentListInfo &Into) {
  constexpr StringRef Name = "__warplint_template";
  std::string Text = (Name + "<" + llvm::join(Texts, ", ") + ">").str();
  for (char LineEnd : {'\n', '\r'}) // Behind which a directive may stand.
    llvm::replace(Text, LineEnd, ' ');
  // The preprocessor must not have looked ahead to the end when it is there.
  constexpr StringRef Behind = ";;;;";
  Preprocessor &PP = S.getPreprocessor();
  SourceManager &SM = S.getSourceManager();
  FileID File = SM.createFileID(llvm::MemoryBuffer::getMemBufferCopy(
      (Text + Behind).str(), "<template arguments>"));
  PP.EnterSourceFile(File, /*Dir=*/nullptr, SourceLocation());

  // The parser of the file is gone, with its scopes.
  SmallVector<DeclContext *> Around;
  for (; From; From = From->getParent())
    if (!From->isDependentContext() &&
        (From->isFileContext() || From->isRecord()))
      Around.push_back(From);
  Sema::ContextRAII In(S, Around.front());
  Parser P(PP, S, /*SkipFunctionBodies=*/true);
  for (DeclContext *Context : llvm::reverse(Around)) {
    P.EnterScope(Scope::DeclScope);
    P.getCurScope()->setEntity(Context);
  }
  P.EnterScope(Scope::DeclScope);
  S.PushOnScopeChains(templateOfAny(S.Context, PP.getIdentifierInfo(Name),
                                    SM.getLocForStartOfFile(File)),
                      P.getCurScope(), /*AddToContext=*/false);

  P.ConsumeToken();
  ExprResult Read = P.ParseExpression();
  bool IsAll = SM.getFileOffset(P.getCurToken().getLocation()) == Text.size();
  while (P.getCurToken().isNot(tok::eof))
    P.ConsumeAnyToken();
  while (P.getCurScope())
    P.ExitScope();
  const auto *Named = Read.isUsable() && IsAll
                          ? dyn_cast<UnresolvedLookupExpr>(Read.get())
                          : nullptr;
  if (Named)
    Named->copyTemplateArgumentsInto(Into);
  return Named;
}

/// What is wrong with arguments that a user wrote.
static std::string textError(llvm::ArrayRef<ParseError> Errors) {
  static constexpr unsigned UnknownName[] = {
      diag::err_undeclared_var_use,
      diag::err_undeclared_var_use_suggest,
      diag::err_no_member,
      diag::err_no_member_suggest,
      diag::err_no_template,
      diag::err_no_template_suggest,
      diag::err_typename_nested_not_found};
  if (Errors.empty())
    return messages::NoArguments();
  const ParseError &E = Errors.front();
  return llvm::is_contained(UnknownName, E.Id)
             ? (UnknownNameError + E.Name + "'").str()
             : E.Message;
}

/// The arguments of \p List; false, with its error or one of Clang's, where they
/// are none.
static bool build(Sema &S, const KernelPattern &Pattern, TrialList &List,
                  TemplateArgumentListInfo &Into) {
  if (!List.Arguments.empty())
    return readTemplateArguments(S, Pattern.Pattern->getDeclContext(),
                                 List.Arguments, Into);
  const std::vector<const NamedDecl *> Parameters = Pattern.parameters();
  for (auto [I, Value] : llvm::enumerate(List.Values)) {
    if (std::holds_alternative<std::monostate>(Value))
      break; // The rest is left to the template.
    auto A = trialArgument(S, *Parameters[I], Value, Into.getLAngleLoc());
    if (!A) {
      List.Error = messages::NoInteger(Parameters[I]->getNameAsString());
      return false;
    }
    Into.addArgument(*A);
  }
  return true;
}

static std::string reasonOf(TemplateDeductionResult Result,
                            sema::TemplateDeductionInfo &Info,
                            size_t NumParameters) {
  switch (Result) {
  case TemplateDeductionResult::Incomplete:
    return messages::ArgumentMissing();
  case TemplateDeductionResult::TooManyArguments:
  case TemplateDeductionResult::InvalidExplicitArguments: {
    const NamedDecl *P = Info.Param ? getAsNamedDecl(Info.Param) : nullptr;
    if (P && P->getDeclName())
      return messages::ArgumentUnfit(P->getNameAsString());
    return messages::ArgumentsUnfit(NumParameters);
  }
  case TemplateDeductionResult::ConstraintsNotSatisfied:
    return messages::ConstraintsFail();
  default:
    return messages::DeclarationUnfit();
  }
}

/// The kernel with \p Arguments; null where it has none such, with its error or
/// one of Clang's.
static FunctionDecl *declare(Sema &S, const KernelPattern &Pattern,
                             TrialList &List,
                             TemplateArgumentListInfo &Arguments) {
  FunctionTemplateDecl *Function = Pattern.Function;
  if (Pattern.Class) {
    SourceLocation Loc = Pattern.Pattern->getLocation();
    TemplateArgumentListInfo OfClass(Loc, Loc), Rest(Loc, Loc);
    size_t NumOfClass = Pattern.Class->getTemplateParameters()->size();
    for (auto [I, A] : llvm::enumerate(Arguments.arguments()))
      (Function && I >= NumOfClass ? Rest : OfClass).addArgument(A);
    QualType T = S.CheckTemplateIdType(
        ElaboratedTypeKeyword::None, TemplateName(Pattern.Class), Loc, OfClass,
        /*Scope=*/nullptr, /*ForNestedNameSpecifier=*/false);
    if (T.isNull() || !S.isCompleteType(Loc, T))
      return nullptr;
    const auto *Class = T->castAsCXXRecordDecl();
    if (!Function)
      return memberInstance(*Class, *Pattern.Pattern);
    Function = memberInstance(*Class, *Function);
    Arguments = Rest;
  }
  if (!Function)
    return nullptr;
  FunctionDecl *Kernel = nullptr;
  sema::TemplateDeductionInfo Info(Pattern.Pattern->getLocation());
  TemplateDeductionResult Result =
      S.DeduceTemplateArguments(Function, &Arguments, Kernel, Info);
  if (Result == TemplateDeductionResult::Success)
    return Kernel;
  List.Error = reasonOf(Result, Info, Pattern.parameters().size());
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

/// Why no block can run \p Kernel, an instance; empty when one may.
static std::string whyTooLarge(const FunctionDecl &Kernel) {
  const ASTContext &Context = Kernel.getASTContext();
  int64_t Total = 0;
  for (const Decl *D : Kernel.decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasAttr<CUDASharedAttr>() || V->hasExternalStorage() ||
        V->getType()->isIncompleteType())
      continue;
    int64_t Bytes = Context.getTypeSizeInChars(V->getType()).getQuantity();
    if (!Bytes)
      return messages::NoElements(V->getNameAsString());
    Total += Bytes;
  }
  if (Total > int64_t(MaxStaticShared))
    return messages::SharedTooLarge(Total);
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  if (const Expr *E = Bounds ? Bounds->getMaxThreads() : nullptr)
    if (auto Threads = E->getIntegerConstantExpr(Context);
        Threads && (*Threads < 1 || *Threads > int64_t(MaxBlockThreads)))
      return messages::BoundsTooLarge(toString(*Threads, 10));
  return "";
}

bool TrialInstantiation::attempt(const KernelPattern &Pattern, TrialList &List,
                                 bool IsCopy) {
  ErrorsAside Aside(S);
  Sema::ContextRAII AtTop(S, S.Context.getTranslationUnitDecl());
  llvm::SaveAndRestore<Scope *> InFile(S.TUScope, FileScope.get());
  // Errors about a kernel's callees on the device are emitted at the end of the
  // translation unit, which is over; only the copy may emit them again.
  if (IsCopy)
    S.DeclsToCheckForDeferredDiags.clear();
  SourceLocation Loc = Pattern.Pattern->getLocation();
  TemplateArgumentListInfo Arguments(Loc, Loc);
  FunctionDecl *Kernel = nullptr;
  {
    EnterExpressionEvaluationContext Constant(
        S, Sema::ExpressionEvaluationContext::ConstantEvaluated);
    if (build(S, Pattern, List, Arguments) && Aside.Errors.empty())
      Kernel = declare(S, Pattern, List, Arguments);
    else if (List.Error.empty())
      List.Error = textError(std::exchange(Aside.Errors, {}));
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
      S.PerformPendingInstantiations();
      if (IsCopy)
        S.emitDeferredDiags();
    }
  }
  bool IsWhole = Kernel && !Kernel->isInvalidDecl() && Kernel->hasBody() &&
                 Aside.Errors.empty();
  if (IsWhole && List.From == ArgumentSource::Trial) {
    List.Error = whyTooLarge(*Kernel);
    IsWhole = List.Error.empty();
  }
  if (!IsWhole && (List.Error.empty() || Kernel) && !Aside.Errors.empty())
    List.Error = Aside.first();
  if (!IsWhole && List.Error.empty())
    List.Error = messages::Uninstantiable();
  if (!IsWhole)
    List.Lacked = Aside.lacked();
  if (IsWhole)
    List.Kernel = Kernel;
  else if (Kernel && !IsCopy) // Never handed to CodeGen.
    Kernel->setInvalidDecl();
  return IsWhole;
}

//===----------------------------------------------------------------------===//
// All lists
//===----------------------------------------------------------------------===//

/// The first group that has a list to be tried; null where none has.
static TrialGroup *nextOf(std::vector<TrialGroup> &Groups) {
  auto *Next = llvm::find_if(llvm::MutableArrayRef(Groups),
                             [](const TrialGroup &G) { return !G.isDone(); });
  return Next == Groups.data() + Groups.size() ? nullptr : Next;
}

namespace {

/// What the copy says of one list.
struct ListEnd {
  uint64_t Steps = 0;
  std::string Error; ///< Empty where it succeeded.
  std::vector<LackedName> Lacked;
};

/// Reads whether the next list succeeded; else its error says why. The steps
/// that it took.
uint64_t readEnd(TrialCopy &Copy, TrialList &List, uint64_t StepsLeft) {
  std::optional<std::string> Answer = Copy.read();
  StringRef Bytes = Answer ? StringRef(*Answer) : "";
  if (auto End = readValue<ListEnd>(Bytes)) {
    List.Error = std::move(End->Error);
    List.Lacked = std::move(End->Lacked);
    return End->Steps;
  }
  if (Copy.tookTooLong()) {
    List.Error = messages::TakesTooLong();
    return StepsLeft;
  }
  List.Error = messages::ClangCrashes();
  return StepsOfCrash;
}

} // namespace

/// Runs in the copy.
void TrialInstantiation::tryAll(std::vector<TrialGroup> &Groups, int Socket) {
  Steps->Limit = StepsLeft;
  Steps->Count = 0;
  while (TrialGroup *Group = nextOf(Groups)) {
    uint64_t Before = Steps->Count;
    TrialList &List = Group->next();
    bool Succeeded = attempt(Group->Pattern, List, /*IsCopy=*/true);
    std::string Answer;
    writeValue(Answer, ListEnd{Steps->Count - Before, List.Error, List.Lacked});
    if (!sendText(Socket, Answer) || !Succeeded)
      return;
    Group->advance(Succeeded);
  }
}

void TrialInstantiation::run(std::vector<TrialGroup> &Groups) {
  while (TrialGroup *Group = nextOf(Groups)) {
    auto TimeLeft = duration_cast<seconds>(TimeEnds - processorTime()).count();
    const bool IsSpent = !StepsLeft || TimeLeft <= 0;
    std::optional<TrialCopy> Copy;
    // Another thread may hold a lock, which a copy would wait for in vain.
    if (!IsSpent &&
        (Options.MayCopyProcess ? Options.MayCopyProcess() : hasOneThread()))
      Copy.emplace(TimeLeft, [&](int Socket) { tryAll(Groups, Socket); });
    if (!Copy || !Copy->isRunning()) {
      Group->next().Error =
          IsSpent ? messages::TakesTooLong() : messages::NoProcess();
      Group->advance(false);
      continue;
    }
    StepsLeft -= std::min(StepsLeft, StepsOfCopy);
    for (bool Goes = true; Goes && (Group = nextOf(Groups));) {
      TrialList &List = Group->next();
      StepsLeft -= std::min(StepsLeft, readEnd(*Copy, List, StepsLeft));
      Goes =
          List.Error.empty() && attempt(Group->Pattern, List, /*IsCopy=*/false);
      Group->advance(Goes);
    }
  }
}

} // namespace warplint
