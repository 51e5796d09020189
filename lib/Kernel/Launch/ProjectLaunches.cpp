//===- ProjectLaunches.cpp - Launches in other files of a build -----------===//

#include "warplint/Kernel/ProjectLaunches.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Support/Words.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace warplint {

// A kernel is launched by few files. Those that only mention it cost a parse,
// too, half a second or so. Files that are parsed already count as well: what
// is found must not depend on which files were linted before.
static constexpr unsigned MaximumUnits = 8;
// Of the files that include another somewhere in a repository, those that are
// read for a mention of its templates, and those that are parsed then.
static constexpr size_t MaximumIncluders = 64;
static constexpr unsigned MaximumUnitsFound = 3;
// Of one template's argument lists: more than are looked at, for some may not
// fit where they are used.
static constexpr size_t MaximumInstances = 32;
// Of one file's headers, those that are read for a mention.
static constexpr unsigned MaximumHeaders = 64;

namespace {

/// A kernel as several translation units can agree on it.
struct KernelIdentity {
  std::string MangledName;
  std::string DefinedIn; ///< Real path; empty when it is only declared.
  bool IsVisible = true; ///< Other translation units may mean the same.
};

/// Whether a launch of \p Launched runs \p Kernel.
bool isSame(const KernelIdentity &Launched, const KernelIdentity &Kernel) {
  if (Launched.MangledName != Kernel.MangledName)
    return false;
  if (!Launched.DefinedIn.empty())
    return Launched.DefinedIn == Kernel.DefinedIn;
  return Launched.IsVisible && Kernel.IsVisible;
}

/// Arguments of a kernel template that is defined at a place.
struct TemplateInstance {
  std::string DefinedIn; ///< Real path.
  unsigned Line = 0;
  std::string Name;
  std::vector<std::string> Arguments;
  SourcePlace Where;
};

/// The launches of one translation unit.
struct UnitLaunches {
  std::vector<std::pair<KernelIdentity, std::vector<LaunchRecord>>> Kernels;
  std::vector<LostLaunch> Lost;
  std::vector<TemplateInstance> Instances;
};

} // namespace

static std::string realPathOf(const SourceManager &SM, SourceLocation Loc) {
  OptionalFileEntryRef File =
      SM.getFileEntryRefForID(SM.getFileID(SM.getFileLoc(Loc)));
  if (!File)
    return "";
  StringRef Real = File->getFileEntry().tryGetRealPathName();
  return (Real.empty() ? File->getName() : Real).str();
}

static KernelIdentity identityOf(const FunctionDecl &Kernel) {
  ASTContext &Context = Kernel.getASTContext();
  KernelIdentity Identity;
  Identity.MangledName = ASTNameGenerator(Context).getName(&Kernel);
  Identity.IsVisible = Kernel.isExternallyVisible();
  const FunctionDecl *Definition = nullptr;
  if (Kernel.isDefined(Definition))
    Identity.DefinedIn =
        realPathOf(Context.getSourceManager(), Definition->getLocation());
  return Identity;
}

static TemplateInstance templateAt(const FunctionDecl &Pattern) {
  const SourceManager &SM = Pattern.getASTContext().getSourceManager();
  TemplateInstance T;
  T.DefinedIn = realPathOf(SM, Pattern.getLocation());
  T.Line = placeOf(SM, Pattern.getLocation()).Line;
  T.Name = Pattern.getQualifiedNameAsString();
  return T;
}

static UnitLaunches launchesIn(ASTContext &Context, const LaunchMap &Map) {
  UnitLaunches Unit;
  for (UnitInstance &Instance : kernelInstancesIn(Context)) {
    TemplateInstance T = templateAt(*Instance.Pattern);
    T.Arguments = std::move(Instance.Arguments);
    T.Where = std::move(Instance.Where);
    Unit.Instances.push_back(std::move(T));
  }
  for (const LaunchedKernel &Launched : Map.all())
    if (!Launched.Kernel->isTemplated()) // What has no name of its own yet.
      Unit.Kernels.push_back(
          {identityOf(*Launched.Kernel), Launched.Launches.vec()});
  Unit.Lost = Map.lost().vec();
  return Unit;
}

struct ProjectLaunches::Impl {
  ProjectFiles Files;
  ParseOptions Options;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  llvm::StringMap<UnitLaunches> Units;   ///< By real path of the main file.
  llvm::StringMap<std::string> Contents; ///< Of files, by path.

  std::string realPath(StringRef File) const {
    llvm::SmallString<256> Real;
    return FS->getRealPath(File, Real) ? File.str() : Real.str().str();
  }
  StringRef textOf(StringRef File);
  bool mentions(StringRef Root, StringRef Name);
  const UnitLaunches &unit(StringRef File);
};

StringRef ProjectLaunches::Impl::textOf(StringRef File) {
  auto [It, New] = Contents.try_emplace(File);
  if (New)
    if (auto Buffer = FS->getBufferForFile(File))
      It->second = (*Buffer)->getBuffer().str();
  return It->second;
}

/// The files that \p Text includes by "name", looked for beside it.
static std::vector<std::string> includedBeside(StringRef File, StringRef Text) {
  std::vector<std::string> Names;
  for (const IncludeLine &Line : includeLines(Text)) {
    if (!Line.Quoted)
      continue;
    llvm::SmallString<256> Path(path::parent_path(File));
    path::append(Path, Line.Name);
    path::remove_dots(Path, /*remove_dot_dot=*/true);
    Names.push_back(Path.str().str());
  }
  return Names;
}

/// Whether \p Root or a header beside it may launch \p Name. A header that
/// only declares the kernel does not.
bool ProjectLaunches::Impl::mentions(StringRef Root, StringRef Name) {
  if (hasWord(textOf(Root), Name))
    return true;
  std::vector<std::string> Pending = {Root.str()};
  llvm::StringSet<> Seen;
  for (unsigned Read = 0; !Pending.empty() && Read != MaximumHeaders; ++Read) {
    std::string File = std::move(Pending.back());
    Pending.pop_back();
    StringRef Text = textOf(File);
    if ((Text.contains("<<<") || Text.contains("cudaLaunch")) &&
        hasWord(Text, Name))
      return true;
    for (std::string &Header : includedBeside(File, Text))
      if (Seen.insert(Header).second)
        Pending.push_back(std::move(Header));
  }
  return false;
}

/// The launches of \p File, parsed now if need be.
const UnitLaunches &ProjectLaunches::Impl::unit(StringRef File) {
  std::string Key = realPath(File);
  if (auto It = Units.find(Key); It != Units.end())
    return It->second;
  UnitLaunches Found;
  if (std::optional<DeviceCommand> Command = Files.CommandFor(File))
    if (auto Unit = parseSource(*Command, FS, Options))
      Found = launchesIn(Unit->ast(),
                         collectLaunches(Unit->ast(), Unit->ErrorPlaces));
  return Units[Key] = std::move(Found);
}

ProjectLaunches::ProjectLaunches(
    ProjectFiles Files, ParseOptions Options,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
    : I(std::make_unique<Impl>(
          Impl{std::move(Files), std::move(Options), std::move(FS), {}, {}})) {}

ProjectLaunches::~ProjectLaunches() = default;

static std::string mainFileOf(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return realPathOf(SM, SM.getLocForStartOfFile(SM.getMainFileID()));
}

void ProjectLaunches::add(ASTContext &Context, const LaunchMap &Launches) {
  I->Units.try_emplace(mainFileOf(Context), launchesIn(Context, Launches));
}

std::vector<LaunchRecord> ProjectLaunches::of(const FunctionDecl &Kernel) {
  std::vector<LaunchRecord> Found;
  if (!Kernel.getDeclName().isIdentifier())
    return Found;
  ASTContext &Context = Kernel.getASTContext();
  KernelIdentity Identity = identityOf(Kernel);
  std::string Main = mainFileOf(Context);
  // Not even a file that includes it can launch another's kernel.
  if (!Identity.IsVisible && Kernel.isInAnonymousNamespace() &&
      Identity.DefinedIn == Main && path::extension(Main) == ".cu")
    return Found;
  unsigned Looked = 0;
  for (const std::string &File : I->Files.FilesFor(Main)) {
    if (I->realPath(File) == Main || !I->mentions(File, Kernel.getName()))
      continue;
    if (Looked++ == MaximumUnits)
      break;
    for (const auto &[Launched, Records] : I->unit(File).Kernels)
      if (isSame(Launched, Identity))
        for (const LaunchRecord &R : Records)
          if (llvm::none_of(Found, [&](const LaunchRecord &Known) {
                return Known.Where == R.Where && Known.Shape == R.Shape &&
                       Known.Arguments == R.Arguments;
              }))
            Found.push_back(R);
  }
  return Found;
}

std::vector<InstantiationRequest>
ProjectLaunches::instancesOf(const FunctionDecl &Pattern) {
  std::vector<InstantiationRequest> Found;
  if (!Pattern.getDeclName().isIdentifier())
    return Found;
  TemplateInstance Wanted = templateAt(Pattern);
  std::string Main = mainFileOf(Pattern.getASTContext());
  // A template of a .cu file is only seen by files that include that.
  StringRef OwnName = path::filename(Wanted.DefinedIn);
  bool MustInclude = path::extension(OwnName) == ".cu";
  unsigned Looked = 0;
  auto LookIn = [&](ArrayRef<std::string> Files, unsigned Maximum) {
    for (const std::string &File : Files) {
      if (Found.size() >= MaximumInstances)
        return;
      if (I->realPath(File) == Main || !I->mentions(File, Pattern.getName()) ||
          (MustInclude && !I->textOf(File).contains(OwnName)))
        continue;
      if (Looked++ == Maximum)
        return;
      for (const TemplateInstance &T : I->unit(File).Instances) {
        bool IsKnown = llvm::any_of(Found, [&](const InstantiationRequest &R) {
          return R.Arguments == T.Arguments;
        });
        if (!IsKnown && T.DefinedIn == Wanted.DefinedIn &&
            T.Line == Wanted.Line && T.Name == Wanted.Name)
          Found.push_back({T.Arguments, ArgumentSource::Project, T.Where});
      }
    }
  };
  LookIn(I->Files.FilesFor(Main), MaximumUnits);
  // Where no build tells, whoever includes the file in the repository.
  if (Found.empty() && I->Options.Files && Wanted.DefinedIn == Main) {
    std::vector<std::string> Includers =
        I->Options.Files->includersOf(Main, MaximumIncluders);
    llvm::erase_if(Includers, [](StringRef File) {
      return path::extension(File) != ".cu";
    });
    LookIn(Includers, Looked + MaximumUnitsFound);
  }
  return Found;
}

} // namespace warplint
