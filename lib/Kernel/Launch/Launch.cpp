//===- Launch.cpp - Where kernels are launched ----------------------------===//

#include "warplint/Kernel/Launch.h"
#include "BrokenStatements.h"
#include "HostValues.h"
#include "TensorMaps.h"
#include "UnparsedLaunches.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <numeric>

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

/// The integer fields of \p Type that a launch may give constants: those of
/// nested structs, too.
static void addFields(QualType Type,
                      llvm::SmallVectorImpl<const FieldDecl *> &Path,
                      llvm::function_ref<void()> Use) {
  constexpr unsigned MaximumDepth = 3;
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isUnion() || Record->isInvalidDecl() ||
      Path.size() == MaximumDepth)
    return;
  for (const FieldDecl *Field : Record->fields()) {
    Path.push_back(Field);
    if (Field->getType()->isIntegralOrEnumerationType())
      Use();
    else
      addFields(Field->getType(), Path, Use);
    Path.pop_back();
  }
}

/// \p Block, and what else \p Site passes to \p Kernel, which may be null, as
/// \p Values was entered: without the place.
static LaunchRecord configurationOf(const LaunchSite &Site,
                                    const LaunchShape &Block,
                                    HostValues &Values,
                                    const FunctionDecl *Kernel) {
  LaunchRecord With{Block, "launch", {}};
  With.Grid = Values.grid(Site.Grid, Site.Config);
  With.DynamicSharedBytes = Values.sharedBytes(Site.SharedBytes, Site.Config);
  With.DynamicSharedMultiple =
      With.DynamicSharedBytes.value_or(0)
          ? *With.DynamicSharedBytes
          : Values.sharedBytesMultiple(Site.SharedBytes, Site.Config);
  size_t Count = std::min<size_t>(Kernel ? Kernel->getNumParams() : 0,
                                  Site.Arguments.size());
  for (unsigned I = 0; I != Count; ++I) {
    QualType Type = Kernel->getParamDecl(I)->getType();
    llvm::SmallVector<const FieldDecl *, 3> Path;
    auto Add = [&] {
      QualType Of = Path.empty() ? Type : Path.back()->getType();
      auto Value = Values.constant(Site.Arguments[I], Path, Of);
      if (!Value || Value->getBitWidth() > 64)
        return;
      std::string Name;
      for (const FieldDecl *Field : Path)
        Name += "." + Field->getNameAsString();
      // The bits of the value: a size_t may have the highest one.
      int64_t Bits = Value->isSigned()
                         ? Value->getSExtValue()
                         : static_cast<int64_t>(Value->getZExtValue());
      With.Arguments.push_back({I, Name, Bits});
    };
    if (Type->isDependentType() || Site.Arguments[I]->isTypeDependent())
      continue;
    if (Type->isIntegralOrEnumerationType())
      Add();
    else
      addFields(Type, Path, Add);
  }
  return With;
}

// How far a block is followed through the callers of the function that
// launches. Wrappers of launches are one or two calls deep.
static constexpr unsigned MaximumCallers = 4;
static constexpr unsigned MaximumEvaluations = 64;
// Launches of one kernel with one block that are told apart by what else they
// pass; beyond that the block alone is kept.
static constexpr unsigned MaximumVariants = 12;

static bool isComplete(const LaunchShape &Shape) {
  return Shape.X && Shape.Y && Shape.Z;
}

/// Keeps the block alone where too many launches have it.
static void forgetVariants(std::vector<LaunchRecord> &Records) {
  for (size_t I = 0; I < Records.size(); ++I) {
    auto SameBlock = [&, Block = Records[I].Shape](const LaunchRecord &R) {
      return R.Shape == Block;
    };
    if (llvm::count_if(Records, SameBlock) <= MaximumVariants)
      continue;
    uint64_t Multiple = 0;
    for (const LaunchRecord &R : Records)
      if (SameBlock(R))
        Multiple = std::gcd(Multiple, R.DynamicSharedMultiple);
    Records[I] = {Records[I].Shape, Records[I].Source, Records[I].Where};
    Records[I].DynamicSharedMultiple = Multiple;
    Records.erase(
        std::remove_if(Records.begin() + I + 1, Records.end(), SameBlock),
        Records.end());
  }
}

/// All that is known of two launches but their places is the same.
static bool isLike(const LaunchRecord &A, const LaunchRecord &B) {
  return A.Shape == B.Shape && A.Grid == B.Grid &&
         A.DynamicSharedBytes == B.DynamicSharedBytes &&
         A.DynamicSharedMultiple == B.DynamicSharedMultiple &&
         A.Arguments == B.Arguments && A.TensorMaps == B.TensorMaps;
}

/// Visits every host body, instantiations included, and notes launches and
/// calls; evaluates the launches afterwards, when all callers are known.
class LaunchCollector : public DynamicRecursiveASTVisitor {
public:
  LaunchCollector(ASTContext &Context, llvm::ArrayRef<SourceLocation> Errors)
      : Context(Context), Values(Context), MapValues(Context),
        Maps(Context, MapValues), Errors(Errors), Dropped(Context, Errors) {
    ShouldVisitTemplateInstantiations = true;
  }

  LaunchMap collect() {
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

  bool TraverseDecl(Decl *D) override {
    const auto *Inner = dyn_cast_or_null<FunctionDecl>(D);
    HasMain |= Inner && Inner->isMain();
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
  void noteRuntimeCall(const CallExpr &Call, const FunctionDecl &Callee) {
    if (!Callee.getDeclName().isIdentifier())
      return;
    // The _ptsz names stand for the same with a per-thread default stream.
    llvm::StringRef Name = Callee.getName();
    Name.consume_back("_ptsz");
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

  /// \p Spelled stands where the text has the launch.
  void noteSite(LaunchSite Site, const Expr &Spelled) {
    Seen.insert(
        Context.getSourceManager().getSpellingLoc(Spelled.getExprLoc()));
    Site.Function = Function;
    Site.Number = Sites.size();
    Sites.push_back(Site);
  }

  /// Takes back what a dropped statement may have changed.
  void forgetDropped(Launch &Found, const HostCall *Frame) const {
    auto MayChange = [&](const Expr *E) { return Dropped.mayChange(E); };
    const LaunchSite &Site = *Found.Site;
    bool HasDroppedCall = false;
    for (; Frame; Frame = Frame->Caller)
      HasDroppedCall |= llvm::any_of(Frame->Arguments, MayChange);
    if (HasDroppedCall || MayChange(Site.Block) || MayChange(Site.Config))
      Found.With.Shape = {};
    if (HasDroppedCall || MayChange(Site.Config) || MayChange(Site.Grid) ||
        MayChange(Site.SharedBytes) || llvm::any_of(Site.Arguments, MayChange))
      Found.With = {Found.With.Shape, "launch", {}};
  }

  /// Adds the launches at \p Site when its function was entered through \p Frame.
  /// Gives the function whose callers tell more of it. For kernel and block they
  /// always count. That every caller passes the same argument means little where
  /// there may be others.
  const FunctionDecl *addLaunches(const LaunchSite &Site, const HostCall *Frame,
                                  std::vector<Launch> &Found) {
    Values.enter(Site.Call, Site.Function, Frame);
    const FunctionDecl *ForBlock = nullptr, *ForArguments = nullptr;
    auto NoteMissing = [&](const FunctionDecl *&For) {
      if (const FunctionDecl *Missing = Values.takeMissingCaller();
          Missing && !For)
        For = Missing;
    };
    bool Restarted = false, Complete = true;
    do {
      if (Restarted) {
        Found.clear();
        Complete = true;
      }
      LaunchShape Block = Values.block(Site.Block, Site.Config);
      auto Kernels = Values.functions(Site.Kernel);
      Complete &= isComplete(Block) && !Kernels.empty();
      NoteMissing(ForBlock);
      if (Kernels.empty())
        Kernels.push_back(nullptr);
      for (const FunctionDecl *Kernel : Kernels) {
        Found.push_back({Kernel ? Kernel->getCanonicalDecl() : nullptr,
                         configurationOf(Site, Block, Values, Kernel), &Site});
        if (Kernel)
          Found.back().With.TensorMaps =
              Maps.of(*Kernel, Site.Arguments, Frame);
        NoteMissing(ForArguments);
      }
    } while (Values.nextAlternative(Restarted));
    if (!Errors.empty())
      for (Launch &L : Found)
        forgetDropped(L, Frame);
    if (ForBlock && !Complete)
      return ForBlock;
    return ForArguments && allCallersAreHere(*ForArguments) ? ForArguments
                                                            : nullptr;
  }

  /// Nobody outside of the translation unit calls \p Function, as far as can be
  /// seen: it has no linkage, or this is the file of a program's main.
  bool allCallersAreHere(const FunctionDecl &Function) {
    return HasMain || !Function.isExternallyVisible();
  }

  /// In a template's pattern kernel<T> may only name the template.
  bool addDependent(const LaunchSite &Site) {
    const Expr *Kernel = Site.Kernel->IgnoreParenCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Kernel))
      Kernel = Unary->getSubExpr()->IgnoreParenCasts();
    const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Kernel);
    if (!Lookup)
      return false;
    std::vector<Launch> Found;
    addLaunches(Site, nullptr, Found);
    for (const NamedDecl *Candidate : Lookup->decls())
      if (const FunctionDecl *Named = Candidate->getAsFunction()) {
        const Decl *Template = templateOf(*Named);
        for (const Launch &L : Found)
          add({Template ? Template : Named->getCanonicalDecl(), L.With, &Site});
      }
    return true;
  }

  /// Evaluates \p Site as reached through the calls from \p Outermost to
  /// \p Innermost (null: nothing is known of them). Where it depends on a
  /// parameter, once for each call of that function.
  void evaluate(const LaunchSite &Site, const HostCall *Innermost,
                HostCall *Outermost, unsigned Depth) {
    ++Evaluations;
    std::vector<Launch> Found;
    const FunctionDecl *Missing = addLaunches(Site, Innermost, Found);
    if (Missing && Depth < MaximumCallers && Evaluations < MaximumEvaluations)
      if (auto Calls = Callers.find(Missing); Calls != Callers.end()) {
        for (const CallExpr *Call : Calls->second) {
          HostCall Frame{Missing, HostValues::arguments(*Call), nullptr};
          if (Outermost)
            Outermost->Caller = &Frame;
          evaluate(Site, Innermost ? Innermost : &Frame, &Frame, Depth + 1);
        }
        if (Outermost)
          Outermost->Caller = nullptr;
        return;
      }
    for (Launch &L : Found)
      add(std::move(L));
  }

  void add(Launch Found) {
    if (llvm::none_of(Launches, [&](const Launch &Known) {
          return Known.Kernel == Found.Kernel && Known.Site == Found.Site &&
                 isLike(Known.With, Found.With);
        }))
      Launches.push_back(std::move(Found));
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
      if (IsPattern(L) &&
          Instantiated.contains({L.Kernel, L.Site->Call->getBeginLoc()}))
        continue;
      std::vector<LaunchRecord> &Records = !L.Kernel ? Map.Unresolved
                                           : isa<FunctionTemplateDecl>(L.Kernel)
                                               ? Map.Dependent[L.Kernel]
                                               : Map.Exact[L.Kernel];
      if (L.Kernel && llvm::any_of(Records, [&](const LaunchRecord &Known) {
            return isLike(Known, L.With);
          }))
        continue;
      Records.push_back(L.With);
      Records.back().Where =
          toPlace(Context.getSourceManager(), Context.getLangOpts(),
                  L.Site->Call->getSourceRange());
    }
    for (auto &[Kernel, Records] : Map.Exact)
      forgetVariants(Records);
    for (auto &[Kernel, Records] : Map.Dependent)
      forgetVariants(Records);
    if (!Errors.empty())
      Map.Lost = findLostLaunches(Context, Seen, Errors);
    return Map;
  }

  ASTContext &Context;
  HostValues Values;
  HostValues MapValues; ///< Enters other functions than those of the launch.
  TensorMaps Maps;
  llvm::ArrayRef<SourceLocation> Errors;
  BrokenStatements Dropped;
  llvm::DenseSet<SourceLocation> Seen;    ///< Spelled places of launches.
  const FunctionDecl *Function = nullptr; ///< Around the visited node.
  std::vector<LaunchSite> Sites;
  llvm::DenseMap<const FunctionDecl *, std::vector<const CallExpr *>> Callers;
  std::vector<Launch> Launches;
  unsigned Evaluations = 0; ///< Of the current site.
  bool HasMain = false;
};

LaunchMap collectLaunches(ASTContext &Context,
                          llvm::ArrayRef<SourceLocation> Errors) {
  return LaunchCollector(Context, Errors).collect();
}

} // namespace warplint
