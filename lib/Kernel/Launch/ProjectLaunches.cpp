//===- ProjectLaunches.cpp - Launches in other files of a build -----------===//

#include "warplint/Kernel/ProjectLaunches.h"
#include "Kernel/Source/CompiledHeaders.h"
#include "SourceWords.h"
#include "UnitLaunches.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Support/Archive.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace warplint {

// Files that are parsed for the launches of one kernel, or the arguments of one
// template. Where more mention it, that is told. Files that are parsed already
// count as well: what is found must not depend on which files were linted
// before.
static constexpr unsigned MaximumUnits = 64;
// Of the files that include another somewhere in a repository, those that are
// read for a mention of its templates, and those that are parsed then.
static constexpr size_t MaximumIncluders = 64;
static constexpr unsigned MaximumUnitsFound = 3;
// Of one template's argument lists: more than are looked at, for some may not
// fit where they are used.
static constexpr size_t MaximumInstances = 32;

static std::string mainFileOf(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return realPathOf(SM, SM.getLocForStartOfFile(SM.getMainFileID()));
}

static bool hasMain(ASTContext &Context) {
  DeclarationName Main = &Context.Idents.get("main");
  return llvm::any_of(Context.getTranslationUnitDecl()->lookup(Main),
                      [](const NamedDecl *D) {
                        const auto *F = dyn_cast<FunctionDecl>(D);
                        return F && F->isMain() && F->isDefined();
                      });
}

struct ProjectLaunches::Impl {
  ProjectFiles Files;
  ParseOptions Options;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  llvm::StringMap<std::vector<UnitLaunches>> Units; ///< By real path.
  SourceWords Words;

  std::string realPath(StringRef File) const {
    llvm::SmallString<256> Real;
    return FS->getRealPath(File, Real) ? File.str() : Real.str().str();
  }
  bool mayUse(StringRef File, const KernelIdentity &Kernel) {
    return Words.mayUse(File, Kernel.Name) ||
           Words.mayUse(File, Kernel.MangledName);
  }
  bool isNamedElsewhere(const std::string &Main, StringRef Name);
  std::string launcherOf(const std::string &Main, const KernelIdentity &Kernel,
                         llvm::ArrayRef<std::string> Cuda);
  bool isClosed(const FunctionDecl &F, UnitLaunches *Into = nullptr);
  UnitLaunches read(const DeviceCommand &Command, const ParseOptions &How,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From);
  std::optional<UnitLaunches>
  tryRead(const DeviceCommand &Command, const ParseOptions &How,
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From);
  bool holds(const std::string &Main, StringRef Bytes);
  bool isOfItsOwn(llvm::ArrayRef<DeviceCommand> Commands, size_t N,
                  StringRef File);
  UnitLaunches unit(const std::string &Key, const DeviceCommand &Command);
  bool hasUnits(StringRef File, size_t First);
  llvm::ArrayRef<UnitLaunches> units(StringRef File, size_t First = 0);
};

/// Whether a file of \p Main's build, but itself, may name \p Name, or the linker is
/// given it.
bool ProjectLaunches::Impl::isNamedElsewhere(const std::string &Main,
                                             StringRef Name) {
  std::optional<std::vector<std::string>> Build = Files.SourcesFor(Main);
  // A program of its own, as far as anybody tells.
  const std::vector<std::string> All = Build ? *Build : Files.FilesFor(Main);
  return llvm::any_of(All, [&](StringRef File) {
    if (realPath(File) == Main || Words.isProgramOf(File, All))
      return Words.isLinked(File, Name);
    return (Build && !Words.missing(File).empty()) ||
           Words.isLinked(File, "-shared") || Words.mayName(File, Name) ||
           Words.foreignMayCall(File, Name);
  });
}

/// Whether the file is part of a shared library, looks functions up, or gives them
/// names for the linker, which Clang does not know (symver).
static bool isCalledByName(ASTContext &Context) {
  auto LooksUp = [](StringRef Text) {
    return Text.contains("dlsym") || Text.contains("symver");
  };
  return Context.Idents.get("__WARPLINT_IS_SHARED__").hasMacroDefinition() ||
         anyText(
             Context, /*OfSystem=*/false, [](StringRef) { return true; },
             LooksUp);
}

/// Whether no code but that of its own file, a main file, calls \p F. \p Into
/// notes what that rests on.
bool ProjectLaunches::Impl::isClosed(const FunctionDecl &F,
                                     UnitLaunches *Into) {
  if (!F.getDeclName().isIdentifier() || isa<CXXMethodDecl>(F) ||
      F.hasAttr<VisibilityAttr>() || F.hasAttr<UsedAttr>())
    return false;
  const SourceManager &SM = F.getASTContext().getSourceManager();
  for (const FunctionDecl *D : F.redecls())
    if (!SM.isInMainFile(SM.getFileLoc(D->getLocation())))
      return false;
  std::string Main = mainFileOf(F.getASTContext());
  const bool HasBuild = Files.SourcesFor(Main).has_value();
  auto IsNamed = [&](const std::string &Name) {
    const bool Is = isNamedElsewhere(Main, Name);
    if (Into)
      Into->NamedElsewhere.emplace_back(Name, Is);
    return Is;
  };
  // Other programs call what a library has.
  if (!hasMain(F.getASTContext()) && !(HasBuild && IsNamed("main")))
    return false;
  if (isCalledByName(F.getASTContext()) || IsNamed("dlsym"))
    return false;
  // Assembly has the second.
  return !IsNamed(F.getName().str()) && !IsNamed(identityOf(F).MangledName);
}

/// What \p Read returns, or nothing where the compiler crashes.
static std::optional<UnitLaunches>
recovered(llvm::function_ref<std::optional<UnitLaunches>()> Read) {
  std::optional<UnitLaunches> Found;
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext Recovery;
  const bool IsRead = Recovery.RunSafely([&] { Found = Read(); });
  llvm::CrashRecoveryContext::Disable();
  return IsRead ? std::move(Found) : std::nullopt;
}

/// A file that is not understood may launch any kernel.
UnitLaunches ProjectLaunches::Impl::read(
    const DeviceCommand &Command, const ParseOptions &How,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From) {
  if (auto Found = recovered([&] { return tryRead(Command, How, From); }))
    return std::move(*Found);
  UnitLaunches Unknown;
  Unknown.Lost.push_back({{}, {{}, LaunchSource::Elsewhere, {Command.File}}});
  return Unknown;
}

std::optional<UnitLaunches> ProjectLaunches::Impl::tryRead(
    const DeviceCommand &Command, const ParseOptions &How,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From) {
  if (auto Host = parseHost(Command, From, How)) {
    UnitLaunches Notes;
    UnitLaunches Found = launchesIn(
        *Host, [&](const FunctionDecl &F) { return isClosed(F, &Notes); });
    Found.NamedElsewhere = std::move(Notes.NamedElsewhere);
    return Found;
  }
  if (auto Unit = parseSource(Command, std::move(From), How))
    return launchesIn(Unit->ast(), collectLaunches(*Unit));
  return std::nullopt;
}

/// Whether the other files of the build are as those that \p Bytes rest on.
bool ProjectLaunches::Impl::holds(const std::string &Main, StringRef Bytes) {
  std::optional<UnitLaunches> Kept = readValue<UnitLaunches>(Bytes);
  return Kept && Kept->HasBuild == Files.SourcesFor(Main).has_value() &&
         llvm::all_of(Kept->NamedElsewhere, [&](const auto &Known) {
           return isNamedElsewhere(Main, Known.first) == Known.second;
         });
}

/// The launches of \p File under each of its commands from number \p First on,
/// parsed now if need be.
llvm::ArrayRef<UnitLaunches> ProjectLaunches::Impl::units(StringRef File,
                                                          size_t First) {
  const std::string Key = realPath(File);
  auto [It, IsNew] = Units.try_emplace(Key + std::string(First, '\n'));
  if (!IsNew)
    return It->second;
  std::vector<UnitLaunches> Found;
  const std::vector<DeviceCommand> Commands = Files.CommandsFor(File);
  for (size_t N = First; N < Commands.size(); ++N)
    if (isOfItsOwn(Commands, N, File))
      Found.push_back(unit(Key, Commands[N]));
  return Units[Key + std::string(First, '\n')] = std::move(Found);
}

/// Whether units() has any.
bool ProjectLaunches::Impl::hasUnits(StringRef File, size_t First) {
  const std::vector<DeviceCommand> Commands = Files.CommandsFor(File);
  for (size_t N = First; N < Commands.size(); ++N)
    if (isOfItsOwn(Commands, N, File))
      return true;
  return false;
}

/// Whether what \p File launches may be other under its command \p N than
/// under those before.
bool ProjectLaunches::Impl::isOfItsOwn(llvm::ArrayRef<DeviceCommand> Commands,
                                       size_t N, StringRef File) {
  return llvm::none_of(Commands.take_front(N), [&](const DeviceCommand &C) {
    return !Words.differs(Commands[N], C, File);
  });
}

UnitLaunches ProjectLaunches::Impl::unit(const std::string &Key,
                                         const DeviceCommand &Command) {
  if (!Files.Keep)
    return read(Command, Options, FS);
  std::string Bytes = Files.Keep(
      Command,
      [&](llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From,
          PreambleStore *Headers) {
        ParseOptions How = Options;
        How.Preambles = Headers;
        std::string Read;
        UnitLaunches Now = read(Command, How, std::move(From));
        Now.HasBuild = Files.SourcesFor(Key).has_value();
        writeValue(Read, Now);
        return Read;
      },
      [&](StringRef Kept) { return holds(Key, Kept); });
  StringRef Rest = Bytes;
  return readValue<UnitLaunches>(Rest).value_or(UnitLaunches());
}

/// A file of \p Main's build, of which \p Cuda are CUDA, that may launch \p Kernel
/// with any block: it does not exist, or it is not CUDA. Empty if no file may.
std::string
ProjectLaunches::Impl::launcherOf(const std::string &Main,
                                  const KernelIdentity &Kernel,
                                  llvm::ArrayRef<std::string> Cuda) {
  const std::optional<std::vector<std::string>> Build = Files.SourcesFor(Main);
  const auto Sources = Build ? llvm::ArrayRef(*Build) : Cuda;
  std::optional<bool> Launches;
  for (StringRef File : Sources) {
    const bool IsMain = realPath(File) == Main;
    if (Words.isProgramOf(File, Sources))
      continue;
    // Builds that are not made yet lack others, which know no kernel. Without a
    // build, only an option may be missing.
    if (StringRef Missing = Words.missing(File);
        Build && !IsMain && !Missing.empty() && path::extension(File) == ".cu")
      return Missing.str();
    if (Words.enumerates(File))
      return File.str();
    if (IsMain || llvm::is_contained(Cuda, File) || !mayUse(File, Kernel))
      continue;
    // Another one may launch what this one hands out.
    if (!Launches)
      Launches = Words.launches(Sources);
    if (*Launches)
      return File.str();
  }
  return {};
}

ProjectLaunches::ProjectLaunches(
    ProjectFiles Files, ParseOptions Options,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
    : I(std::make_unique<Impl>(
          Impl{Files, std::move(Options), FS, {}, {Files.CommandsFor, FS}})) {}

ProjectLaunches::~ProjectLaunches() = default;

bool ProjectLaunches::isClosed(const FunctionDecl &F) { return I->isClosed(F); }

std::vector<LaunchRecord>
ProjectLaunches::of(const FunctionDecl &Kernel,
                    const std::function<bool()> &MayCompile) {
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
  auto Add = [&](const UnitLaunches &Unit) {
    for (LaunchRecord &R : Unit.of(Identity))
      if (llvm::none_of(Found, [&](const LaunchRecord &Known) {
            return Known.Where == R.Where && Known.Shape == R.Shape &&
                   Known.Arguments == R.Arguments;
          }))
        Found.push_back(std::move(R));
  };
  auto AddUnknown = [&](StringRef From) {
    Found.push_back({{}, LaunchSource::Elsewhere, {From.str()}});
  };
  auto AddFile = [&](const std::string &File, size_t First) {
    if (!MayCompile || !I->hasUnits(File, First) || MayCompile())
      llvm::for_each(I->units(File, First), Add);
    else
      AddUnknown(File);
  };
  // What the file itself launches, but under another command.
  AddFile(Main, /*First=*/1);
  unsigned Looked = 0;
  const std::vector<std::string> Files = I->Files.FilesFor(Main);
  for (const std::string &File : Files) {
    if (I->realPath(File) == Main || !I->mayUse(File, Identity))
      continue;
    if (Looked++ == MaximumUnits) {
      AddUnknown(File);
      return Found;
    }
    AddFile(File, /*First=*/0);
  }
  if (std::string File = I->launcherOf(Main, Identity, Files); !File.empty())
    AddUnknown(File);
  return Found;
}

TemplateRequests ProjectLaunches::instancesOf(const FunctionDecl &Pattern) {
  TemplateRequests Asked;
  std::vector<InstantiationRequest> &Found = Asked.Lists;
  if (!Pattern.getDeclName().isIdentifier())
    return Asked;
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
      if (I->realPath(File) == Main ||
          !I->Words.mayUse(File, Pattern.getName()) ||
          (MustInclude && !I->Words.includes(File, OwnName)))
        continue;
      if (Looked++ == Maximum) {
        Asked.NotRead = File;
        return;
      }
      for (const UnitLaunches &Unit : I->units(File))
        for (const TemplateInstance &T : Unit.Instances) {
          bool IsKnown =
              llvm::any_of(Found, [&](const InstantiationRequest &R) {
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
  return Asked;
}

} // namespace warplint
