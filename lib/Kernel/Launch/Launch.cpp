//===- Launch.cpp - Where kernels are launched ----------------------------===//

#include "warplint/Kernel/Launch.h"
#include "BrokenStatements.h"
#include "Kernel/Host/ForeignHeaders.h"
#include "Kernel/Host/HostConstants.h"
#include "Kernel/Host/HostText.h"
#include "LaunchRecords.h"
#include "LaunchSites.h"
#include "TensorMaps.h"
#include "UnparsedLaunches.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Warp/Limits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

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

/// One launch of one kernel.
struct Launch {
  const Decl *Kernel; ///< Function, template, or null when it can't be told.
  LaunchRecord With;
  const LaunchSite *Site;
};

} // namespace

/// Evaluates what launches say.
class LaunchCollector {
public:
  explicit LaunchCollector(ParsedUnit &Unit)
      : Unit(Unit), Context(Unit.ast()), Constants(Context),
        Maps(Context, Constants), Errors(Unit.ErrorPlaces),
        Dropped(Context, Errors), Sites(Context) {}

  LaunchMap collect(bool OnDevice) {
    if (OnDevice)
      llvm::erase_if(Sites.All, [](const LaunchSite &Site) {
        return !isOfDevice(Site.Function);
      });
    for (const LaunchSite &Site : Sites.All)
      if (!addDependent(Site))
        addLaunch(Site);
    LaunchMap Map = finish();
    // By its name, or in what holds it.
    if (!OnDevice && !Sites.Kernels.empty() &&
        ForeignHeaders(Context).findKernels())
      Map.Lost.push_back({{}, {{}, LaunchSource::Address, {}}});
    return Map;
  }

private:
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
    auto Calls = Sites.Callers.find(Site.Function);
    if (!Parameter || Calls == Sites.Callers.end())
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
    Map.Escaped = std::move(Sites.Escaped);
    llvm::append_range(Map.Lost, Sites.ByName);
    auto IsSet = [&](llvm::StringRef Macro) {
      return Context.Idents.get(Macro).hasMacroDefinition();
    };
    Map.IsOfCompiler =
        !Launches.empty() && (IsSet("__WARPLINT_HOST_IS_OPEN__") ||
                              Sites.NeedsCompiler || asksCompiler(Context));
    Map.IsOfDevice = dependsOnOthers(Context, Sites.Kernels) ||
                     ((!Launches.empty() || spellsLaunch(Context)) &&
                      (Sites.NeedsHost || asksForDevice(Context) ||
                       IsSet("__WARPLINT_HOST_HAS_OWN_TYPES__")));
    if (!Errors.empty()) {
      llvm::append_range(
          Map.Lost, findLostLaunches(Context, Sites.Seen, Errors, Dropped));
      // Host code that would tell who launches these does not compile.
      for (const Decl *Kernel : Map.Escaped)
        if (std::string Name = cast<NamedDecl>(Kernel)->getNameAsString();
            Map.lostOf(Name).empty())
          Map.Lost.push_back({{Name}, {{}, LaunchSource::Address, {}}});
    }
    return Map;
  }

  ParsedUnit &Unit;
  ASTContext &Context;
  HostConstants Constants;
  TensorMaps Maps;
  llvm::ArrayRef<SourceLocation> Errors;
  BrokenStatements Dropped;
  LaunchSites Sites;
  std::vector<Launch> Launches;
};

LaunchMap collectLaunches(ParsedUnit &Unit) {
  return LaunchCollector(Unit).collect(/*OnDevice=*/false);
}

LaunchMap collectLaunches(HostUnit &Unit, bool OnDevice) {
  return LaunchCollector(Unit).collect(OnDevice);
}

} // namespace warplint
