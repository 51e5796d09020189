//===- Launch.cpp - Where kernels are launched ----------------------------===//

#include "warplint/Kernel/Launch.h"
#include "BrokenStatements.h"
#include "Frontend/Text/SourceFiles.h"
#include "HostText.h"
#include "Kernel/Host/HostConstants.h"
#include "Kernel/Host/RuntimeCalls.h"
#include "LaunchRecords.h"
#include "TensorMaps.h"
#include "UnparsedLaunches.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Warp/Limits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

static const FunctionTemplateDecl *templateOf(const FunctionDecl &Function) {
  const FunctionTemplateDecl *Template =
      Function.getDescribedFunctionTemplate();
  if (!Template)
    Template = Function.getPrimaryTemplate();
  return Template ? Template->getCanonicalDecl() : nullptr;
}

static llvm::ArrayRef<LaunchRecord>
recordsOf(const llvm::DenseMap<const Decl *, std::vector<LaunchRecord>> &Map,
          const Decl *D) {
  auto Found = Map.find(D);
  if (Found == Map.end())
    return {};
  return Found->second;
}

llvm::ArrayRef<LaunchRecord> LaunchMap::of(const FunctionDecl *Kernel) const {
  return recordsOf(Exact, Kernel ? Kernel->getCanonicalDecl() : nullptr);
}

llvm::ArrayRef<LaunchRecord>
LaunchMap::byTemplate(const FunctionDecl *Kernel) const {
  return recordsOf(Dependent, Kernel ? templateOf(*Kernel) : nullptr);
}

std::vector<LaunchedKernel> LaunchMap::all() const {
  std::vector<LaunchedKernel> Kernels;
  for (const auto &[Kernel, Records] : Exact)
    Kernels.push_back({cast<FunctionDecl>(Kernel), Records});
  return Kernels;
}

SourcePlace LaunchMap::placeOf(const SourcePlace &Where) const {
  for (const SourcePlace &P : Places)
    if (P.Line == Where.Line && P.Column == Where.Column &&
        P.File == Where.File)
      return P;
  return Where;
}

bool LaunchMap::escapes(const FunctionDecl &Kernel) const {
  return Escaped.contains(Kernel.getCanonicalDecl());
}

std::vector<LaunchRecord> LaunchMap::lostOf(llvm::StringRef Name) const {
  std::vector<LaunchRecord> Records;
  for (const LostLaunch &L : Lost)
    if (L.Kernels.empty() || llvm::is_contained(L.Kernels, Name))
      Records.push_back(L.Record);
  return Records;
}

namespace {

/// A launch as found in the AST, not yet evaluated.
struct LaunchSite {
  const CallExpr *Call = nullptr;
  const Expr *Kernel = nullptr;
  const Expr *Grid = nullptr;
  const Expr *Block = nullptr;
  const Expr *SharedBytes = nullptr;
  const Expr *Config = nullptr; ///< Instead of those: the pointer to all.
  /// What the kernel is called with, where it is written out.
  llvm::ArrayRef<const Expr *> Arguments = {};
  const FunctionDecl *Function = nullptr; ///< That holds it; may be null.
  size_t Number = 0;                      ///< In the order of the visit.
};

/// One launch of one kernel.
struct Launch {
  const Decl *Kernel; ///< Function, template, or null when it can't be told.
  LaunchRecord With;
  const LaunchSite *Site;
};

} // namespace

/// Visits every host body, instantiations included, and notes launches, and
/// mentions of kernels that are none.
class LaunchCollector : public DynamicRecursiveASTVisitor {
public:
  explicit LaunchCollector(ParsedUnit &Unit)
      : Unit(Unit), Context(Unit.ast()), Constants(Context),
        Maps(Context, Constants), Errors(Unit.ErrorPlaces),
        Dropped(Context, Errors) {
    ShouldVisitTemplateInstantiations = true;
  }

  LaunchMap collect(bool OnDevice) {
    const SourceManager &SM = Context.getSourceManager();
    traverseUserDecls(*this, Context);
    llvm::sort(Sites, [&](const LaunchSite &A, const LaunchSite &B) {
      SourceLocation BeginA = A.Call->getBeginLoc();
      SourceLocation BeginB = B.Call->getBeginLoc();
      if (BeginA == BeginB) // Instantiations of one template.
        return A.Number < B.Number;
      return SM.isBeforeInTranslationUnit(BeginA, BeginB);
    });
    if (OnDevice)
      llvm::erase_if(Sites, [](const LaunchSite &Site) {
        return !isOfDevice(Site.Function);
      });
    for (const LaunchSite &Site : Sites)
      if (!addDependent(Site))
        addLaunch(Site);
    return finish();
  }

  bool TraverseDecl(Decl *D) override {
    const auto *Inner = dyn_cast_or_null<FunctionDecl>(D);
    llvm::SaveAndRestore<const FunctionDecl *> In(Function,
                                                  Inner ? Inner : Function);
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitCallExpr(CallExpr *Call) override {
    // kernel<<<grid, block>>>: the configuration is itself a call, of
    // __cudaPushCallConfiguration(grid, block, ...).
    if (const auto *Chevrons = dyn_cast<CUDAKernelCallExpr>(Call)) {
      const CallExpr *Config = Chevrons->getConfig();
      if (Config && Config->getNumArgs() >= 2) {
        LaunchSite Site{Call, Call->getCallee(), Config->getArg(0),
                        Config->getArg(1)};
        if (Config->getNumArgs() >= 3)
          Site.SharedBytes = Config->getArg(2);
        Site.Arguments = {Call->getArgs(), Call->getNumArgs()};
        noteSite(Site, *Config->getCallee());
      }
      return true;
    }
    if (const FunctionDecl *Callee = Call->getDirectCallee()) {
      noteRuntimeCall(*Call, *Callee);
      if (const FunctionDecl *Definition = Callee->getDefinition())
        if (!Call->isValueDependent() && !Call->isTypeDependent())
          Callers[Definition].push_back(Call);
      return true;
    }
    // In a template's pattern, a call with dependent arguments names no overload.
    const Expr *Callee = Call->getCallee();
    if (const auto *Lookup = dyn_cast_or_null<UnresolvedLookupExpr>(
            Callee ? Callee->IgnoreParenImpCasts() : nullptr))
      for (const NamedDecl *Candidate : Lookup->decls())
        if (const FunctionDecl *Named = Candidate->getAsFunction()) {
          noteRuntimeCall(*Call, *Named);
          break;
        }
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    notePromised(F->getTemplateSpecializationKind());
    if (!F->hasAttr<CUDAGlobalAttr>())
      return true;
    // Launches of it may be those of another.
    NeedsHost |= F->hasAttr<AsmLabelAttr>();
    if (F->getDeclName().isIdentifier())
      Kernels.insert(F->getName());
    return true;
  }
  bool VisitClassTemplateSpecializationDecl(
      ClassTemplateSpecializationDecl *C) override {
    notePromised(C->getTemplateSpecializationKind());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    const auto *Named = dyn_cast<FunctionDecl>(Reference->getDecl());
    if (Named && Named->hasAttr<CUDAGlobalAttr>() &&
        !OnlyLaunched.contains(Reference))
      Escaped.insert(Named->getCanonicalDecl());
    return true;
  }

  // What is only asked for its type does not run.
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc, bool) override { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override {
    return true;
  }

  bool TraverseIfStmt(IfStmt *If) override {
    const size_t Before = Sites.size();
    DynamicRecursiveASTVisitor::TraverseIfStmt(If);
    bool Condition;
    if (const Expr *Of = If->getCond())
      NeedsHost |= Sites.size() != Before && !Of->isValueDependent() &&
                   Of->EvaluateAsBooleanCondition(Condition, Context);
    return true;
  }

  /// A lambda's body belongs to its call operator. The visitor walks the operator
  /// of a generic lambda as written, but not its instantiations.
  bool TraverseLambdaExpr(LambdaExpr *Lambda) override {
    llvm::SaveAndRestore<const FunctionDecl *> In(Function,
                                                  Lambda->getCallOperator());
    DynamicRecursiveASTVisitor::TraverseLambdaExpr(Lambda);
    if (FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator())
      for (FunctionDecl *Instance : Generic->specializations())
        if (Instance->doesThisDeclarationHaveABody()) {
          Function = Instance;
          TraverseStmt(Instance->getBody());
        }
    return true;
  }

private:
  void notePromised(TemplateSpecializationKind Kind) {
    NeedsHost |= Kind == TSK_ExplicitInstantiationDeclaration;
  }

  /// \p Call may give kernels of this file to who launches them.
  void noteSearch(const CallExpr &Call, RuntimeCall Kind) {
    if (Kind == RuntimeCall::Asks)
      for (const Expr *Asked : Call.arguments())
        noteOnlyLaunched(Asked);
    else if (Kind == RuntimeCall::FindsKernel && Call.getNumArgs() > 2)
      noteNamed(stringOf(*Call.getArg(2)));
    else if (Kind == RuntimeCall::FindsAny)
      noteNamed(std::nullopt);
    else if (Kind == RuntimeCall::FindsCall && Call.getNumArgs()) {
      auto Found = stringOf(*Call.getArg(0));
      if (!Found || runtimeCallOf(*Found) != RuntimeCall::Other)
        noteNamed(std::nullopt);
    }
  }

  void noteRuntimeCall(const CallExpr &Call, const FunctionDecl &Callee) {
    if (!Callee.getDeclName().isIdentifier())
      return;
    // The _ptsz names stand for the same with a per-thread default stream.
    llvm::StringRef Name = Callee.getName();
    Name.consume_back("_ptsz");
    noteSearch(Call, runtimeCallOf(Name));
    llvm::ArrayRef<const Expr *> Given(Call.getArgs(), Call.getNumArgs());
    LaunchSite Site{&Call};
    if ((Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel") &&
        Given.size() >= 3) { // (function, grid, block, args, bytes, stream)
      Site.Kernel = Given[0];
      Site.Grid = Given[1];
      Site.Block = Given[2];
      if (Given.size() >= 5)
        Site.SharedBytes = Given[4];
    } else if ((Name == "cudaLaunchKernelEx" ||
                Name == "cudaLaunchKernelExC") &&
               Given.size() >= 2) { // (&config, function, ...)
      Site.Config = Given[0];
      Site.Kernel = Given[1];
      // cudaLaunchKernelExC is handed pointers to the arguments.
      if (Name == "cudaLaunchKernelEx")
        Site.Arguments = Given.drop_front(2);
    } else {
      return;
    }
    noteSite(Site, *Call.getCallee());
  }

  static std::optional<llvm::StringRef> stringOf(const Expr &E) {
    const auto *Text = dyn_cast<StringLiteral>(E.IgnoreParenImpCasts());
    return Text && Text->getCharByteWidth() == 1
               ? std::optional(Text->getString())
               : std::nullopt;
  }

  /// The kernel of that name, or any, may be launched as anything.
  void noteNamed(std::optional<llvm::StringRef> Name) {
    LostLaunch &Any = ByName.emplace_back();
    Any.Record.Source = LaunchSource::Address;
    if (Name && !Name->starts_with("_Z"))
      Any.Kernels.push_back(Name->str());
  }

  /// \p Spelled stands where the text has the launch.
  void noteSite(LaunchSite Site, const Expr &Spelled) {
    Seen.insert(
        Context.getSourceManager().getSpellingLoc(Spelled.getExprLoc()));
    Site.Function = Function;
    Site.Number = Sites.size();
    Sites.push_back(Site);
    noteOnlyLaunched(Site.Kernel);
  }

  /// What \p E names is launched there, or asked about.
  void noteOnlyLaunched(const Stmt *E) {
    if (const auto *Reference = dyn_cast_or_null<DeclRefExpr>(E))
      OnlyLaunched.insert(Reference);
    if (E)
      for (const Stmt *Child : E->children())
        noteOnlyLaunched(Child);
  }

  /// Takes back what a dropped statement may have changed.
  void forgetDropped(LaunchRecord &With, const LaunchSite &Site) const {
    auto MayChange = [&](const Expr *E) { return Dropped.mayChange(E); };
    const bool IsInDoubt =
        Site.Function && Unit.isOpenToHeaders(*Site.Function);
    if (IsInDoubt || MayChange(Site.Block) || MayChange(Site.Config))
      With.Shape = {};
    if (IsInDoubt || MayChange(Site.Config) || MayChange(Site.Grid) ||
        MayChange(Site.SharedBytes) || llvm::any_of(Site.Arguments, MayChange))
      With = {With.Shape, LaunchSource::Launch, {}};
  }

  /// What \p Site spells out.
  LaunchRecord recordOf(const LaunchSite &Site, const FunctionDecl *Kernel,
                        const HostCall *Frame = nullptr) {
    LaunchRecord With{
        Constants.shape(Site.Block, MaxBlockExtents), LaunchSource::Launch, {}};
    if (With.Shape.isKnown() && With.Shape.threads() > MaxBlockThreads)
      With.Shape = {};
    With.Grid = Constants.shape(Site.Grid, MaxGridExtents);
    const auto Bytes = Constants.integer(Site.SharedBytes);
    if (Bytes) {
      With.DynamicSharedBytes = Bytes->extOrTrunc(64).getZExtValue();
      With.DynamicSharedMultiple =
          std::max<uint64_t>(1, *With.DynamicSharedBytes);
    }
    const size_t Count = std::min<size_t>(Kernel ? Kernel->getNumParams() : 0,
                                          Site.Arguments.size());
    for (unsigned I = 0; I != Count; ++I) {
      const QualType Type = Kernel->getParamDecl(I)->getType();
      if (Type->isDependentType() || !Type->isIntegralOrEnumerationType())
        continue;
      if (const auto V = Constants.integer(Site.Arguments[I]);
          V && V->getBitWidth() <= 64)
        // The bits of the value: a size_t may have the highest one.
        With.Arguments.push_back(
            {I, "",
             V->isSigned() ? V->getSExtValue() : int64_t(V->getZExtValue())});
    }
    if (Kernel && !Kernel->isDependentContext())
      With.TensorMaps = Maps.of(*Kernel, Site.Arguments, Frame);
    if (!Errors.empty())
      forgetDropped(With, Site);
    return With;
  }

  const FunctionDecl *kernelNamed(const Expr *E) {
    const FunctionDecl *Named = Constants.function(E);
    return Named && Named->hasAttr<CUDAGlobalAttr>() ? Named : nullptr;
  }

  /// The launches at \p Site of a kernel that is a parameter of its function, as
  /// its callers name it.
  void addPassed(const LaunchSite &Site) {
    const auto *Reference =
        dyn_cast<DeclRefExpr>(Site.Kernel->IgnoreParenImpCasts());
    const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(
        Reference ? Reference->getDecl() : nullptr);
    auto Calls = Callers.find(Site.Function);
    if (!Parameter || Calls == Callers.end())
      return;
    const unsigned Index = Parameter->getFunctionScopeIndex();
    for (const CallExpr *Call : Calls->second) {
      const HostCall Frame{Site.Function, HostValues::arguments(*Call)};
      const FunctionDecl *Kernel = Index < Frame.Arguments.size()
                                       ? kernelNamed(Frame.Arguments[Index])
                                       : nullptr;
      if (Kernel)
        Launches.push_back({Kernel->getCanonicalDecl(),
                            recordOf(Site, Kernel, &Frame), &Site});
    }
  }

  void addLaunch(const LaunchSite &Site) {
    const FunctionDecl *Kernel = kernelNamed(Site.Kernel);
    if (!Kernel)
      addPassed(Site);
    Launches.push_back({Kernel ? Kernel->getCanonicalDecl() : nullptr,
                        recordOf(Site, Kernel), &Site});
  }

  /// In a template's pattern kernel<T> may only name the template.
  bool addDependent(const LaunchSite &Site) {
    const Expr *Kernel = Site.Kernel->IgnoreParenCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Kernel))
      Kernel = Unary->getSubExpr()->IgnoreParenCasts();
    const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Kernel);
    if (!Lookup)
      return false;
    const LaunchRecord With = recordOf(Site, nullptr);
    for (const NamedDecl *Candidate : Lookup->decls())
      if (const FunctionDecl *Named = Candidate->getAsFunction()) {
        const Decl *Template = templateOf(*Named);
        Launches.push_back(
            {Template ? Template : Named->getCanonicalDecl(), With, &Site});
      }
    return true;
  }

  bool mayBeInstantiatedByDropped(const Launch &L) const {
    const DeclarationName Name = L.Site->Function->getDeclName();
    return !Name.isIdentifier() ||
           Dropped.mention(Name.getAsIdentifierInfo()->getName());
  }

  static bool isOfDevice(const FunctionDecl *F) {
    return F && (F->hasAttr<CUDAGlobalAttr>() ||
                 (F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>()));
  }

  LaunchMap finish() {
    // What a template's pattern tells is only of use where no instantiation is.
    llvm::DenseSet<std::pair<const Decl *, SourceLocation>> Instantiated;
    auto IsPattern = [](const Launch &L) {
      return L.Site->Function && L.Site->Function->isDependentContext();
    };
    for (const Launch &L : Launches)
      if (!IsPattern(L))
        Instantiated.insert({L.Kernel, L.Site->Call->getBeginLoc()});

    LaunchMap Map;
    for (const Launch &L : Launches) {
      if (IsPattern(L) && !mayBeInstantiatedByDropped(L) &&
          Instantiated.contains({L.Kernel, L.Site->Call->getBeginLoc()}))
        continue;
      std::vector<LaunchRecord> &Records = !L.Kernel ? Map.Unresolved
                                           : isa<FunctionTemplateDecl>(L.Kernel)
                                               ? Map.Dependent[L.Kernel]
                                               : Map.Exact[L.Kernel];
      Records.push_back(L.With);
      Records.back().Where =
          toPlace(Context.getSourceManager(), Context.getLangOpts(),
                  L.Site->Call->getSourceRange());
      Map.Places.push_back(Records.back().Where);
      // Of instances that errors keep from being known.
      if (const auto *Any = dyn_cast_or_null<FunctionTemplateDecl>(L.Kernel);
          Any && !Errors.empty())
        Map.Lost.push_back({{Any->getNameAsString()}, Records.back()});
    }
    for (auto *Known : {&Map.Exact, &Map.Dependent})
      for (auto &[Kernel, Records] : *Known)
        settleRecords(Records);
    Map.Escaped = std::move(Escaped);
    llvm::append_range(Map.Lost, ByName);
    Map.IsOfCompiler =
        !Launches.empty() &&
        (Context.Idents.get("__warplint_host_is_open__").hasMacroDefinition() ||
         asksCompiler(Context));
    Map.IsOfDevice = dependsOnOthers(Context, Kernels) ||
                     ((!Launches.empty() || spellsLaunch(Context)) &&
                      (NeedsHost || asksForDevice(Context)));
    if (!Errors.empty())
      llvm::append_range(Map.Lost,
                         findLostLaunches(Context, Seen, Errors, Dropped));
    return Map;
  }

  ParsedUnit &Unit;
  ASTContext &Context;
  HostConstants Constants;
  TensorMaps Maps;
  llvm::ArrayRef<SourceLocation> Errors;
  BrokenStatements Dropped;
  llvm::DenseSet<SourceLocation> Seen;    ///< Spelled places of launches.
  const FunctionDecl *Function = nullptr; ///< Around the visited node.
  std::vector<LaunchSite> Sites;
  llvm::DenseMap<const FunctionDecl *, std::vector<const CallExpr *>> Callers;
  llvm::DenseSet<const DeclRefExpr *> OnlyLaunched;
  llvm::DenseSet<const Decl *> Escaped;
  std::vector<Launch> Launches;
  std::vector<LostLaunch> ByName;
  llvm::StringSet<> Kernels; ///< Names.
  bool NeedsHost = false;    ///< See LaunchMap::isOfDevice.
};

LaunchMap collectLaunches(ParsedUnit &Unit) {
  return LaunchCollector(Unit).collect(/*OnDevice=*/false);
}

LaunchMap collectLaunches(HostUnit &Unit, bool OnDevice) {
  return LaunchCollector(Unit).collect(OnDevice);
}

} // namespace warplint
