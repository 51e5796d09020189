//===- ProjectLaunches.cpp - Launches in other files of a build -----------===//

#include "warplint/Kernel/ProjectLaunches.h"
#include "UnitLaunches.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Support/Archive.h"
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
// Of one file's headers, those that are read for a mention.
static constexpr unsigned MaximumHeaders = 64;

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
  llvm::StringMap<UnitLaunches> Units = {}; ///< By real path of the main file.
  llvm::StringMap<std::string> Contents = {}; ///< Of files, by path.
  /// Of files and the headers beside them, where they paste words together: all
  /// words. Null where they do not.
  llvm::StringMap<std::unique_ptr<llvm::StringSet<>>> Pasted = {};

  std::string realPath(StringRef File) const {
    llvm::SmallString<256> Real;
    return FS->getRealPath(File, Real) ? File.str() : Real.str().str();
  }
  StringRef textOf(StringRef File);
  bool anyTextBeside(StringRef Root, bool Else,
                     llvm::function_ref<bool(StringRef)> Is);
  bool mayPaste(StringRef Root, StringRef Name);
  bool mentions(StringRef Root, StringRef Name);
  bool mayName(StringRef Root, StringRef Name);
  bool isNamedElsewhere(const std::string &Main, StringRef Name);
  bool isClosed(const FunctionDecl &F, UnitLaunches *Into = nullptr);
  UnitLaunches read(const DeviceCommand &Command, const ParseOptions &How,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From);
  bool holds(const std::string &Main, StringRef Bytes);
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

/// Whether \p Is holds for the text of \p Root or of a header beside it;
/// \p Else where there are more headers than are read.
bool ProjectLaunches::Impl::anyTextBeside(
    StringRef Root, bool Else, llvm::function_ref<bool(StringRef)> Is) {
  std::vector<std::string> Pending = {Root.str()};
  llvm::StringSet<> Seen;
  for (unsigned Read = 0; !Pending.empty(); ++Read) {
    if (Read == MaximumHeaders)
      return Else;
    std::string File = std::move(Pending.back());
    Pending.pop_back();
    StringRef Text = textOf(File);
    if (Is(Text))
      return true;
    for (std::string &Header : includedBeside(File, Text))
      if (Seen.insert(Header).second)
        Pending.push_back(std::move(Header));
  }
  return false;
}

/// Whether words of \p Root and the headers beside it, of two letters at least or
/// of digits and underscores, make \p Name when `##` joins them.
bool ProjectLaunches::Impl::mayPaste(StringRef Root, StringRef Name) {
  auto [It, IsNew] = Pasted.try_emplace(Root);
  if (IsNew) {
    const auto HasPaste = [](StringRef Text) { return Text.contains("##"); };
    if (anyTextBeside(Root, /*Else=*/true, HasPaste)) {
      It->second = std::make_unique<llvm::StringSet<>>();
      anyTextBeside(Root, /*Else=*/true, [&](StringRef Text) {
        addWords(Text, *It->second);
        return false;
      });
    }
  }
  if (!It->second)
    return false;
  llvm::SmallVector<bool> Reached(Name.size() + 1);
  Reached[0] = true;
  for (size_t Begin = 0; Begin != Name.size(); ++Begin)
    for (size_t End = Begin + 1; Reached[Begin] && End <= Name.size(); ++End) {
      StringRef Part = Name.slice(Begin, End);
      if ((Part.size() > 1 || !llvm::isAlpha(Part.front())) &&
          It->second->contains(Part))
        Reached[End] = true;
    }
  return Reached[Name.size()];
}

/// Whether \p Root or a header beside it may launch \p Name. A header that
/// only declares the kernel does not.
bool ProjectLaunches::Impl::mentions(StringRef Root, StringRef Name) {
  return hasWord(textOf(Root), Name) ||
         anyTextBeside(Root, /*Else=*/false,
                       [&](StringRef Text) {
                         return (Text.contains("<<<") ||
                                 Text.contains("cudaLaunch")) &&
                                hasWord(Text, Name);
                       }) ||
         mayPaste(Root, Name);
}

/// Whether the text of \p Root or of a header beside it has the word \p Name;
/// also where there are more headers than are read.
bool ProjectLaunches::Impl::mayName(StringRef Root, StringRef Name) {
  return anyTextBeside(Root, /*Else=*/true,
                       [&](StringRef Text) { return hasWord(Text, Name); }) ||
         mayPaste(Root, Name);
}

/// Whether a file of \p Main's build, but itself, may name \p Name.
bool ProjectLaunches::Impl::isNamedElsewhere(const std::string &Main,
                                             StringRef Name) {
  std::optional<std::vector<std::string>> Build = Files.SourcesFor(Main);
  // A program of its own, as far as anybody tells.
  return llvm::any_of(Build ? *Build : Files.FilesFor(Main),
                      [&](StringRef File) {
                        return realPath(File) != Main && mayName(File, Name);
                      });
}

/// Whether no code but that of its own file, a main file, calls \p F. \p Into
/// notes what that rests on.
bool ProjectLaunches::Impl::isClosed(const FunctionDecl &F,
                                     UnitLaunches *Into) {
  if (!F.getDeclName().isIdentifier() || isa<CXXMethodDecl>(F))
    return false;
  const SourceManager &SM = F.getASTContext().getSourceManager();
  for (const FunctionDecl *D : F.redecls())
    if (!SM.isInMainFile(SM.getFileLoc(D->getLocation())))
      return false;
  std::string Main = mainFileOf(F.getASTContext());
  if (!hasMain(F.getASTContext()) && !Files.SourcesFor(Main))
    return false;
  const bool IsNamed = isNamedElsewhere(Main, F.getName());
  if (Into)
    Into->NamedElsewhere.emplace_back(F.getName(), IsNamed);
  return !IsNamed;
}

UnitLaunches ProjectLaunches::Impl::read(
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
    return launchesIn(Unit->ast(),
                      collectLaunches(Unit->ast(), Unit->ErrorPlaces));
  return {};
}

/// Whether the other files of the build are as those that \p Bytes rest on.
bool ProjectLaunches::Impl::holds(const std::string &Main, StringRef Bytes) {
  std::optional<UnitLaunches> Kept = readValue<UnitLaunches>(Bytes);
  return Kept && Kept->HasBuild == Files.SourcesFor(Main).has_value() &&
         llvm::all_of(Kept->NamedElsewhere, [&](const auto &Known) {
           return isNamedElsewhere(Main, Known.first) == Known.second;
         });
}

/// The launches of \p File, parsed now if need be.
const UnitLaunches &ProjectLaunches::Impl::unit(StringRef File) {
  std::string Key = realPath(File);
  if (auto It = Units.find(Key); It != Units.end())
    return It->second;
  UnitLaunches Found;
  std::optional<DeviceCommand> Command = Files.CommandFor(File);
  if (Command && !Files.Keep) {
    Found = read(*Command, Options, FS);
  } else if (Command) {
    std::string Bytes = Files.Keep(
        *Command,
        [&](llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> From,
            PreambleStore *Headers) {
          ParseOptions How = Options;
          How.Preambles = Headers;
          std::string Read;
          UnitLaunches Now = read(*Command, How, std::move(From));
          Now.HasBuild = Files.SourcesFor(Key).has_value();
          writeValue(Read, Now);
          return Read;
        },
        [&](StringRef Kept) { return holds(Key, Kept); });
    StringRef Rest = Bytes;
    Found = readValue<UnitLaunches>(Rest).value_or(UnitLaunches());
  }
  return Units[Key] = std::move(Found);
}

ProjectLaunches::ProjectLaunches(
    ProjectFiles Files, ParseOptions Options,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
    : I(std::make_unique<Impl>(
          Impl{std::move(Files), std::move(Options), std::move(FS)})) {}

ProjectLaunches::~ProjectLaunches() = default;

bool ProjectLaunches::isClosed(const FunctionDecl &F) { return I->isClosed(F); }

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
    if (Looked++ == MaximumUnits) {
      Found.push_back({{}, LaunchSource::Elsewhere, {File}});
      break;
    }
    for (LaunchRecord &R : I->unit(File).of(Identity))
      if (llvm::none_of(Found, [&](const LaunchRecord &Known) {
            return Known.Where == R.Where && Known.Shape == R.Shape &&
                   Known.Arguments == R.Arguments;
          }))
        Found.push_back(std::move(R));
  }
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
      if (I->realPath(File) == Main || !I->mentions(File, Pattern.getName()) ||
          (MustInclude && !I->textOf(File).contains(OwnName)))
        continue;
      if (Looked++ == Maximum) {
        Asked.NotRead = File;
        return;
      }
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
  return Asked;
}

} // namespace warplint
