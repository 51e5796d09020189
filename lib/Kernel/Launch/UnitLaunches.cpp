//===- UnitLaunches.cpp - The launches of one file, as plain data ---------===//

#include "UnitLaunches.h"
#include "Kernel/Host/HostLaunches.h"
#include "LaunchRecords.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

std::string realPathOf(const SourceManager &SM, SourceLocation Loc) {
  OptionalFileEntryRef File =
      SM.getFileEntryRefForID(SM.getFileID(SM.getFileLoc(Loc)));
  if (!File)
    return "";
  StringRef Real = File->getFileEntry().tryGetRealPathName();
  return (Real.empty() ? File->getName() : Real).str();
}

/// The name of the kernel itself: on the host a kernel's own name is that of the
/// function that launches it.
static std::string mangledName(const FunctionDecl &Kernel) {
  std::unique_ptr<MangleContext> Mangle(
      Kernel.getASTContext().createMangleContext());
  if (!Mangle->shouldMangleDeclName(&Kernel))
    return Kernel.getNameAsString();
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  Mangle->mangleName(Kernel.hasAttr<CUDAGlobalAttr>()
                         ? GlobalDecl(&Kernel, KernelReferenceKind::Kernel)
                         : GlobalDecl(&Kernel),
                     Out);
  return Name;
}

KernelIdentity identityOf(const FunctionDecl &Kernel) {
  ASTContext &Context = Kernel.getASTContext();
  KernelIdentity Identity;
  Identity.MangledName = mangledName(Kernel);
  if (const IdentifierInfo *Name = Kernel.getIdentifier())
    Identity.Name = Name->getName();
  Identity.IsVisible = Kernel.isExternallyVisible();
  const FunctionDecl *Definition = nullptr;
  if (Kernel.isDefined(Definition))
    Identity.DefinedIn =
        realPathOf(Context.getSourceManager(), Definition->getLocation());
  return Identity;
}

bool isSame(const KernelIdentity &Launched, const KernelIdentity &Kernel) {
  if (Launched.MangledName != Kernel.MangledName)
    return false;
  if (!Launched.DefinedIn.empty())
    return Launched.DefinedIn == Kernel.DefinedIn;
  return Launched.IsVisible && Kernel.IsVisible;
}

TemplateInstance templateAt(const FunctionDecl &Pattern) {
  const SourceManager &SM = Pattern.getASTContext().getSourceManager();
  TemplateInstance T;
  T.DefinedIn = realPathOf(SM, Pattern.getLocation());
  T.Line = placeOf(SM, Pattern.getLocation()).Line;
  T.Name = Pattern.getQualifiedNameAsString();
  return T;
}

std::vector<LaunchRecord> UnitLaunches::of(const KernelIdentity &Kernel) const {
  std::vector<LaunchRecord> Found;
  for (const auto &[Launched, Records] : Kernels)
    if (isSame(Launched, Kernel))
      llvm::append_range(Found, Records);
  for (const LostLaunch &L : Lost)
    if (L.Kernels.empty() || llvm::is_contained(L.Kernels, Kernel.Name))
      Found.push_back(L.Record);
  for (const KernelIdentity &Known : Escaped)
    if (isSame(Known, Kernel)) {
      llvm::append_range(Found, ThroughAddress);
      if (ThroughAddress.empty() || Known.LeavesFile)
        Found.push_back({{}, LaunchSource::Address, {}});
      break;
    }
  return Found;
}

GridCount UnitLaunches::gridAt(const SourcePlace &Where) const {
  std::optional<GridCount> One;
  for (const auto &[Place, Grid] : Grids)
    if (Place == Where && One.value_or(Grid) == Grid)
      One = Grid;
    else if (Place == Where)
      return {};
  return One.value_or(GridCount());
}

void UnitLaunches::forgetValues() {
  Grids.clear();
  auto Forget = [](std::vector<LaunchRecord> &Records) {
    for (LaunchRecord &R : Records)
      R = {{}, R.Source, R.Where};
    settleRecords(Records);
  };
  for (auto &[Kernel, Records] : Kernels)
    Forget(Records);
  Forget(ThroughAddress);
}

static std::vector<TemplateInstance> instancesIn(ASTContext &Context) {
  std::vector<TemplateInstance> Found;
  for (UnitInstance &Instance : kernelInstancesIn(Context)) {
    TemplateInstance T = templateAt(*Instance.Pattern);
    T.Arguments = std::move(Instance.Arguments);
    T.Where = std::move(Instance.Where);
    Found.push_back(std::move(T));
  }
  return Found;
}

UnitLaunches launchesIn(ASTContext &Context, const LaunchMap &Map) {
  UnitLaunches Unit;
  Unit.Instances = instancesIn(Context);
  for (const LaunchedKernel &Launched : Map.all())
    if (!Launched.Kernel->isTemplated()) // What has no name of its own yet.
      Unit.Kernels.push_back(
          {identityOf(*Launched.Kernel), Launched.Launches.vec()});
  Unit.ThroughAddress = Map.unresolved().vec();
  Unit.Lost = Map.lost().vec();
  if (Map.isOfCompiler())
    Unit.forgetValues();
  return Unit;
}

/// Gives \p Records the places and tensor maps that the text has.
static void takeFromText(std::vector<LaunchRecord> &Records,
                         const LaunchMap &Text,
                         llvm::ArrayRef<LaunchRecord> Written) {
  const size_t Count = Records.size();
  for (size_t N = 0; N != Count; ++N) {
    Records[N].Where = Text.placeOf(Records[N].Where);
    // Calls of one function may pass several.
    for (const LaunchRecord &W : Written) {
      if (W.TensorMaps.empty() || W.Where != Records[N].Where)
        continue;
      const bool IsFirst = Records[N].TensorMaps.empty();
      if (!IsFirst)
        Records.push_back(Records[N]);
      (IsFirst ? Records[N] : Records.back()).TensorMaps = W.TensorMaps;
    }
  }
}

UnitLaunches
launchesIn(HostUnit &Host,
           llvm::function_ref<bool(const FunctionDecl &)> IsClosed) {
  UnitLaunches Unit;
  Unit.IsCompiled = true;
  Unit.Instances = instancesIn(Host.ast());
  const LaunchMap Text = collectLaunches(Host, /*OnDevice=*/false);
  HostLaunches All = readHostLaunches(Host, IsClosed);
  llvm::DenseMap<const Decl *, size_t> NumberOf;
  for (HostLaunch &L : All.Launches) {
    Unit.Grids.push_back({Text.placeOf(L.With.Where), L.Grid});
    if (!L.Kernel) {
      Unit.ThroughAddress.push_back(std::move(L.With));
      continue;
    }
    auto [It, IsNew] =
        NumberOf.try_emplace(L.Kernel->getCanonicalDecl(), Unit.Kernels.size());
    if (IsNew)
      Unit.Kernels.push_back({identityOf(*L.Kernel), {}});
    Unit.Kernels[It->second].second.push_back(std::move(L.With));
  }
  for (LaunchRecord &R : Unit.ThroughAddress)
    R.Where = Text.placeOf(R.Where);
  for (const auto &[Kernel, Number] : NumberOf) {
    std::vector<LaunchRecord> &Records = Unit.Kernels[Number].second;
    takeFromText(Records, Text, Text.of(cast<FunctionDecl>(Kernel)));
    settleRecords(Records);
  }
  for (const auto &[Kernel, LeavesFile] : All.Escaped) {
    Unit.Escaped.push_back(identityOf(*Kernel));
    Unit.Escaped.back().LeavesFile = LeavesFile;
  }
  // What the host's code does not have.
  const LaunchMap OnDevice = collectLaunches(Host, /*OnDevice=*/true);
  for (const LaunchedKernel &Launched : OnDevice.all())
    Unit.Kernels.push_back(
        {identityOf(*Launched.Kernel), Launched.Launches.vec()});
  Unit.Lost = Text.lost().vec();
  if (Text.isOfCompiler())
    Unit.forgetValues();
  return Unit;
}

} // namespace warplint
