//===- Launch.cpp - Where kernels are launched ----------------------------===//

#include "warplint/Kernel/Launch.h"
#include "HostValues.h"
#include "warplint/Kernel/AsWritten.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

llvm::ArrayRef<LaunchRecord> LaunchMap::of(const FunctionDecl *Kernel) const {
  auto Found = Exact.find(Kernel ? Kernel->getCanonicalDecl() : nullptr);
  if (Found == Exact.end())
    return {};
  return Found->second;
}

static const FunctionTemplateDecl *templateOf(const FunctionDecl &Function) {
  if (const FunctionTemplateDecl *Template =
          Function.getDescribedFunctionTemplate())
    return Template->getCanonicalDecl();
  if (const FunctionTemplateDecl *Template = Function.getPrimaryTemplate())
    return Template->getCanonicalDecl();
  return nullptr;
}

llvm::ArrayRef<LaunchRecord>
LaunchMap::byTemplate(const FunctionDecl *Kernel) const {
  auto Found = Dependent.find(Kernel ? templateOf(*Kernel) : nullptr);
  if (Found == Dependent.end())
    return {};
  return Found->second;
}

std::optional<unsigned> maximumThreads(const FunctionDecl &Kernel) {
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  const Expr *Maximum = Bounds ? Bounds->getMaxThreads() : nullptr;
  if (!Maximum || Maximum->isValueDependent())
    return std::nullopt;
  Expr::EvalResult Result;
  if (!Maximum->EvaluateAsInt(Result, Kernel.getASTContext()))
    return std::nullopt;
  llvm::APSInt Threads = Result.Val.getInt();
  if (Threads.isNegative() || Threads.isZero() || Threads.getActiveBits() > 31)
    return std::nullopt;
  return static_cast<unsigned>(Threads.getZExtValue());
}

/// How the runtime's launch functions take their arguments.
enum class LaunchCall : uint8_t { None, Direct, Config };

static LaunchCall launchCall(const FunctionDecl &Callee) {
  if (!Callee.getDeclName().isIdentifier())
    return LaunchCall::None;
  // The _ptsz names stand for the same with a per-thread default stream.
  llvm::StringRef Name = Callee.getName();
  Name.consume_back("_ptsz");
  return llvm::StringSwitch<LaunchCall>(Name)
      .Cases({"cudaLaunchKernel", "cudaLaunchCooperativeKernel"},
             LaunchCall::Direct)
      .Cases({"cudaLaunchKernelEx", "cudaLaunchKernelExC"}, LaunchCall::Config)
      .Default(LaunchCall::None);
}

namespace {

/// A launch as found in the AST, not yet evaluated.
struct LaunchSite {
  const CallExpr *Call = nullptr;
  const Expr *Kernel = nullptr;
  const Expr *Block = nullptr; ///< dim3, or the pointer to the configuration.
  bool IsConfig = false;
  const FunctionDecl *Function = nullptr; ///< That holds it; may be null.
  size_t Number = 0;                      ///< In the order of the visit.
};

/// One launch of one kernel with the block that one way of getting there gives.
struct Launch {
  const Decl *Kernel; ///< Function, template, or null when it can't be told.
  LaunchShape Shape;
  const LaunchSite *Site;
  friend bool operator==(const Launch &, const Launch &) = default;
};

} // namespace

/// Visits every host body, instantiations included, and notes launches and
/// calls; evaluates the launches afterwards, when all callers are known.
class LaunchCollector : public DynamicRecursiveASTVisitor {
public:
  explicit LaunchCollector(ASTContext &Context)
      : Context(Context), Values(Context) {
    ShouldVisitTemplateInstantiations = true;
  }

  LaunchMap collect();

  bool TraverseDecl(Decl *D) override;
  bool VisitCallExpr(CallExpr *Call) override;
  bool TraverseLambdaExpr(LambdaExpr *Lambda) override;

private:
  void noteRuntimeCall(const CallExpr &Call, const FunctionDecl &Callee);
  void noteSite(const CallExpr &Call, const Expr *Kernel, const Expr *Block,
                bool IsConfig);
  llvm::SmallVector<LaunchShape, 2> shapes(const LaunchSite &Site,
                                           const CallFrame *Frame);
  bool addDependent(const LaunchSite &Site);
  void evaluate(const LaunchSite &Site, const CallFrame *Innermost,
                CallFrame *Outermost, unsigned Depth);
  void add(Launch Found);
  LaunchMap finish();

  ASTContext &Context;
  HostValues Values;
  const FunctionDecl *Function = nullptr; ///< Around the visited node.
  std::vector<LaunchSite> Sites;
  llvm::DenseMap<const FunctionDecl *, std::vector<const CallExpr *>> Callers;
  std::vector<Launch> Launches;
  unsigned Evaluations = 0; ///< Of the current site.
};

// How far a block is followed through the callers of the function that
// launches. Wrappers of launches are one or two calls deep.
static constexpr unsigned MaximumCallers = 4;
static constexpr unsigned MaximumEvaluations = 64;

LaunchMap LaunchCollector::collect() {
  const SourceManager &SM = Context.getSourceManager();
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (D->getLocation().isValid() && !SM.isInSystemHeader(D->getLocation()))
      TraverseDecl(D);
  llvm::sort(Sites, [&](const LaunchSite &A, const LaunchSite &B) {
    SourceLocation BeginA = A.Call->getBeginLoc();
    SourceLocation BeginB = B.Call->getBeginLoc();
    if (BeginA == BeginB) // Instantiations of one template.
      return A.Number < B.Number;
    return SM.isBeforeInTranslationUnit(BeginA, BeginB);
  });
  for (const LaunchSite &Site : Sites) {
    Evaluations = 0;
    if (!addDependent(Site))
      evaluate(Site, nullptr, nullptr, 0);
  }
  return finish();
}

bool LaunchCollector::TraverseDecl(Decl *D) {
  const auto *Inner = dyn_cast_or_null<FunctionDecl>(D);
  llvm::SaveAndRestore<const FunctionDecl *> In(Function,
                                                Inner ? Inner : Function);
  return DynamicRecursiveASTVisitor::TraverseDecl(D);
}

bool LaunchCollector::VisitCallExpr(CallExpr *Call) {
  // kernel<<<grid, block>>>: the configuration is itself a call, of
  // __cudaPushCallConfiguration(grid, block, ...).
  if (const auto *Chevrons = dyn_cast<CUDAKernelCallExpr>(Call)) {
    const CallExpr *Config = Chevrons->getConfig();
    if (Config && Config->getNumArgs() >= 2)
      noteSite(*Call, Call->getCallee(), Config->getArg(1), false);
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

/// A lambda's body belongs to its call operator. The visitor walks the operator
/// of a generic lambda as written, but not its instantiations.
bool LaunchCollector::TraverseLambdaExpr(LambdaExpr *Lambda) {
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

void LaunchCollector::noteSite(const CallExpr &Call, const Expr *Kernel,
                               const Expr *Block, bool IsConfig) {
  Sites.push_back({&Call, Kernel, Block, IsConfig, Function, Sites.size()});
}

void LaunchCollector::noteRuntimeCall(const CallExpr &Call,
                                      const FunctionDecl &Callee) {
  switch (launchCall(Callee)) {
  case LaunchCall::None:
    break;
  case LaunchCall::Direct: // (function, grid, block, ...)
    if (Call.getNumArgs() >= 3)
      noteSite(Call, Call.getArg(0), Call.getArg(2), false);
    break;
  case LaunchCall::Config: // (&config, function, ...)
    if (Call.getNumArgs() >= 2)
      noteSite(Call, Call.getArg(1), Call.getArg(0), true);
    break;
  }
}

/// The blocks of \p Site when its function was entered through \p Frame.
llvm::SmallVector<LaunchShape, 2>
LaunchCollector::shapes(const LaunchSite &Site, const CallFrame *Frame) {
  Values.enter(Site.Call, Site.Function, Frame);
  llvm::SmallVector<LaunchShape, 2> Shapes;
  bool Restarted = false;
  do {
    if (Restarted)
      Shapes.clear();
    Shapes.push_back(Site.IsConfig ? Values.blockShapeOfConfig(Site.Block)
                                   : Values.blockShape(Site.Block));
  } while (Values.nextAlternative(Restarted));
  return Shapes;
}

void LaunchCollector::add(Launch Found) {
  if (!llvm::is_contained(Launches, Found))
    Launches.push_back(std::move(Found));
}

/// In a template's pattern kernel<T> may only name the template.
bool LaunchCollector::addDependent(const LaunchSite &Site) {
  const Expr *Kernel = Site.Kernel->IgnoreParenCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Kernel))
    Kernel = Unary->getSubExpr()->IgnoreParenCasts();
  const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Kernel);
  if (!Lookup)
    return false;
  llvm::SmallVector<LaunchShape, 2> Shapes = shapes(Site, nullptr);
  for (const NamedDecl *Candidate : Lookup->decls())
    if (const FunctionDecl *Named = Candidate->getAsFunction()) {
      const Decl *Template = templateOf(*Named);
      for (const LaunchShape &Shape : Shapes)
        add({Template ? Template : Named->getCanonicalDecl(), Shape, &Site});
    }
  return true;
}

static bool isComplete(const LaunchShape &Shape) {
  return Shape.X && Shape.Y && Shape.Z;
}

/// Evaluates \p Site as reached through the calls from \p Outermost to
/// \p Innermost (null: nothing is known of them). Where kernel or block depend
/// on a parameter, once for each call of that function.
void LaunchCollector::evaluate(const LaunchSite &Site,
                               const CallFrame *Innermost, CallFrame *Outermost,
                               unsigned Depth) {
  ++Evaluations;
  llvm::SmallVector<LaunchShape, 2> Shapes = shapes(Site, Innermost);
  auto Kernels = Values.functions(Site.Kernel);
  const FunctionDecl *Missing = Values.missingCaller();
  if (Missing && Depth < MaximumCallers && Evaluations < MaximumEvaluations &&
      (Kernels.empty() || !llvm::all_of(Shapes, isComplete)))
    if (auto Calls = Callers.find(Missing); Calls != Callers.end()) {
      for (const CallExpr *Call : Calls->second) {
        CallFrame Frame{Missing, HostValues::arguments(*Call), nullptr};
        if (Outermost)
          Outermost->Caller = &Frame;
        evaluate(Site, Innermost ? Innermost : &Frame, &Frame, Depth + 1);
      }
      if (Outermost)
        Outermost->Caller = nullptr;
      return;
    }
  for (const LaunchShape &Shape : Shapes) {
    for (const FunctionDecl *Kernel : Kernels)
      add({Kernel->getCanonicalDecl(), Shape, &Site});
    if (Kernels.empty())
      add({nullptr, Shape, &Site});
  }
}

LaunchMap LaunchCollector::finish() {
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
    if (IsPattern(L) &&
        Instantiated.contains({L.Kernel, L.Site->Call->getBeginLoc()}))
      continue;
    std::vector<LaunchRecord> &Records = !L.Kernel ? Map.Unresolved
                                         : isa<FunctionTemplateDecl>(L.Kernel)
                                             ? Map.Dependent[L.Kernel]
                                             : Map.Exact[L.Kernel];
    if (L.Kernel && llvm::any_of(Records, [&](const LaunchRecord &Known) {
          return Known.Shape == L.Shape;
        }))
      continue;
    Records.push_back(
        {L.Shape, "launch",
         toPlace(Context.getSourceManager(), Context.getLangOpts(),
                 L.Site->Call->getSourceRange())});
  }
  return Map;
}

LaunchMap collectLaunches(ASTContext &Context) {
  return LaunchCollector(Context).collect();
}

} // namespace warplint
