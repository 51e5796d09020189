//===- Repository.cpp - Where the files of a project are ------------------===//

#include "warplint/Frontend/Repository.h"
#include "MacroDefinitions.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/SearchUp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <mutex>

using namespace warplint;
using llvm::StringRef;
namespace path = llvm::sys::path;

// Of a repository: more than any that is known has. Of a folder that is none,
// which might be a home folder: as much as a small project has.
static constexpr size_t MaximumFiles = 1'000'000;
static constexpr size_t MaximumLooseFiles = 10'000;
static constexpr int MaximumLooseLevels = 4;
// Files that are read: more than any repository of the study has.
static constexpr size_t MaximumFilesRead = 16'384;
// Includers of includers that are followed.
static constexpr unsigned MaximumChain = 5;

namespace {

/// The files below one root.
struct FileIndex {
  /// By name of the file: its folders, relative to the root ("" or "src/a").
  llvm::StringMap<std::vector<std::string>> Folders;
  std::vector<std::string> Sources; ///< Of C++ and CUDA, absolute.
  /// What headers are made of: config.h.in.
  std::vector<std::string> Templates;
  bool IsWhole = true; ///< No folder or file was left out.
};

/// Who includes whom below a root: for a fragment, a file that only stands
/// behind others' declarations, the files through which it can be parsed. A
/// textual search: #include lines are read without a preprocessor, conditionals
/// and macros ignored; a name that does not stand beside its includer matches
/// every file whose path ends in it. All files are read once, when the first is
/// asked for.
class IncludeIndex {
public:
  /// \p Sources: absolute. Of very many, those nearest to \p First are read.
  IncludeIndex(llvm::vfs::FileSystem &From, std::vector<std::string> Sources,
               StringRef First)
      : FS(From) {
    if (Sources.size() > MaximumFilesRead) {
      sortByNearness(Sources, First);
      Sources.resize(MaximumFilesRead);
    }
    for (const std::string &Source : Sources) {
      auto Buffer = FS.getBufferForFile(Source);
      if (!Buffer)
        continue;
      for (const IncludeLine &Line : includeLines((*Buffer)->getBuffer()))
        ByName[path::filename(Line.Name)].push_back({Line, Source});
    }
  }

  /// As Repository::includersOf. \p File is absolute.
  std::vector<std::string> includersOf(StringRef File, size_t Maximum) const {
    auto IsCuda = [](StringRef File) { return path::extension(File) == ".cu"; };
    std::vector<std::string> Found, Last;
    std::vector<std::string> Frontier = {File.str()};
    llvm::StringSet<> Seen;
    Seen.insert(File);
    for (unsigned Length = 0;
         Length != MaximumChain && !Frontier.empty() && Found.size() < Maximum;
         ++Length) {
      std::vector<std::string> Next;
      for (const std::string &Of : Frontier) {
        bool IsIncluded = false;
        for (const Inclusion &Line : ByName.lookup(path::filename(Of)))
          if (Line.By != Of && means(Line, Of)) {
            IsIncluded = true;
            if (Seen.insert(Line.By).second)
              Next.push_back(Line.By);
          }
        if (!IsIncluded && Of != File && !IsCuda(Of))
          Last.push_back(Of);
      }
      sortByNearness(Next, File);
      llvm::copy_if(Next, std::back_inserter(Found), IsCuda);
      Frontier = std::move(Next);
    }
    sortByNearness(Last, File);
    llvm::append_range(Found, Last);
    if (Found.size() > Maximum)
      Found.resize(Maximum);
    return Found;
  }

private:
  struct Inclusion : IncludeLine {
    std::string By; ///< Absolute.
  };

  bool means(const Inclusion &Line, StringRef File) const {
    if (Line.Quoted || path::is_absolute(Line.Name)) {
      std::string Beside = absolutePath(path::parent_path(Line.By), Line.Name);
      if (Beside == File)
        return true;
      if (FS.exists(Beside))
        return false;
    }
    return endsInPath(File, Line.Name);
  }

  llvm::vfs::FileSystem &FS;
  llvm::StringMap<std::vector<Inclusion>> ByName; ///< Without folders.
};

} // namespace

struct Repository::Impl {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, Texts;
  std::string GivenRoot;
  std::mutex Mutex; ///< Guards the rest.
  llvm::StringMap<FileIndex> Indices;
  llvm::StringMap<IncludeIndex> Includes; ///< By root.
  llvm::StringMap<std::optional<llvm::StringMap<unsigned>>> Definitions;
  unsigned Lookups = 0;

  std::string absolute(StringRef File) const {
    return absolutePath("/", absoluteIn(*FS, File));
  }
  bool isRepository(StringRef Root) const {
    return !GivenRoot.empty() || FS->exists(joinPath(Root, ".git"));
  }
  const FileIndex &index(StringRef Root);
};

Repository::Repository(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                       StringRef Root,
                       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Texts)
    : I(std::make_unique<Impl>()) {
  I->Texts = Texts ? std::move(Texts) : FS;
  I->FS = std::move(FS);
  if (!Root.empty())
    I->GivenRoot = I->absolute(Root);
}

Repository::~Repository() = default;

std::string Repository::rootOf(StringRef File) const {
  if (!I->GivenRoot.empty())
    return I->GivenRoot;
  std::string Absolute = I->absolute(File);
  StringRef Own = path::parent_path(Absolute);
  for (StringRef Folder = Own; !Folder.empty();
       Folder = nextFolderUp(Folder, *I->FS))
    if (I->FS->exists(joinPath(Folder, ".git")))
      return Folder.str();
  return Own.str();
}

bool Repository::isInside(StringRef Root, StringRef File) const {
  llvm::SmallString<256> RealRoot, RealFile;
  if (I->FS->getRealPath(Root, RealRoot) || I->FS->getRealPath(File, RealFile))
    return false;
  StringRef Rest = RealFile;
  return Rest.consume_front(RealRoot) && Rest.starts_with("/");
}

/// Whether a file of this name is one of C++ or CUDA.
static bool isSource(StringRef Name) {
  return llvm::is_contained({".cu", ".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl",
                             ".inc", ".ipp", ".tpp", ".cpp", ".cc", ".cxx"},
                            path::extension(Name));
}

static FileIndex walk(llvm::vfs::FileSystem &FS, StringRef Root, bool IsLoose) {
  FileIndex Index;
  size_t Left = IsLoose ? MaximumLooseFiles : MaximumFiles;
  std::error_code Error;
  for (auto It = llvm::vfs::recursive_directory_iterator(FS, Root, Error),
            End = llvm::vfs::recursive_directory_iterator();
       It != End; It.increment(Error)) {
    if (Error) { // A folder that can't be read.
      Index.IsWhole = false;
      continue;
    }
    StringRef Path = It->path();
    StringRef Name = path::filename(Path);
    if (It->type() == llvm::sys::fs::file_type::directory_file) {
      bool IsDeep = IsLoose && It.level() + 1 >= MaximumLooseLevels;
      Index.IsWhole &= !IsDeep;
      if (Name.starts_with(".") || IsDeep)
        It.no_push();
      continue;
    }
    if (Left-- == 0) {
      Index.IsWhole = false;
      break;
    }
    StringRef Folder = path::parent_path(Path);
    Folder.consume_front(Root);
    Folder.consume_front("/");
    Index.Folders[Name].push_back(Folder.str());
    if (isSource(Name))
      Index.Sources.push_back(Path.str());
    else if (Name.ends_with(".in") || Name.ends_with(".cmake"))
      Index.Templates.push_back(Path.str());
  }
  return Index;
}

const FileIndex &Repository::Impl::index(StringRef Root) {
  std::lock_guard<std::mutex> Lock(Mutex);
  ++Lookups;
  auto [It, IsNew] = Indices.try_emplace(Root);
  if (IsNew)
    It->second = walk(*FS, Root, !isRepository(Root));
  return It->second;
}

std::optional<HeaderMatch>
Repository::findHeader(StringRef Root, StringRef Name, StringRef Includer) {
  if (path::is_absolute(Name))
    return std::nullopt;
  llvm::SmallString<256> Wanted(Name);
  path::remove_dots(Wanted, /*remove_dot_dot=*/true);
  std::string Self = I->absolute(Includer);
  std::vector<std::string> Matches;
  for (StringRef Folder :
       I->index(Root).Folders.lookup(path::filename(Wanted))) {
    std::string Below = joinPath(Folder, path::filename(Wanted));
    std::string File = joinPath(Root, StringRef(Below));
    if (endsInPath("/" + Below, Wanted) && File != Self && isInside(Root, File))
      Matches.push_back(std::move(File));
  }
  if (Matches.empty())
    return std::nullopt;
  sortByNearness(Matches, Self);
  HeaderMatch Match{Matches.front(), {}};
  auto TextOf = [&](StringRef File) {
    auto Buffer = I->FS->getBufferForFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  };
  std::string Text = TextOf(Match.File);
  for (std::string &Other : llvm::drop_begin(Matches))
    if (sharedFolders(Other, Self) == sharedFolders(Match.File, Self) &&
        TextOf(Other) != Text)
      Match.Others.push_back(std::move(Other));
  return Match;
}

std::vector<std::string> Repository::cudaFilesBelow(StringRef Folder) {
  std::string Absolute = I->absolute(Folder);
  std::vector<std::string> Found;
  llvm::copy_if(I->index(rootOf(joinPath(Absolute, "any.cu"))).Sources,
                std::back_inserter(Found), [&](StringRef File) {
                  return path::extension(File) == ".cu" &&
                         isInside(Absolute, File);
                });
  llvm::sort(Found);
  return Found;
}

std::optional<unsigned> Repository::definitions(StringRef Folder,
                                                StringRef Macro) {
  std::lock_guard<std::mutex> Lock(I->Mutex);
  auto [It, IsNew] = I->Definitions.try_emplace(Folder);
  if (IsNew) {
    // A toolkit is no home folder.
    bool IsLoose = !I->isRepository(Folder) &&
                   !I->Texts->exists(joinPath(Folder, "cuda_runtime.h"));
    FileIndex Index = walk(*I->Texts, Folder, IsLoose);
    llvm::append_range(Index.Sources, Index.Templates);
    if (Index.IsWhole && Index.Sources.size() <= MaximumFilesRead)
      It->second = countDefinitions(*I->Texts, Index.Sources);
  }
  return It->second ? std::optional(It->second->lookup(Macro)) : std::nullopt;
}

unsigned Repository::lookups() const {
  std::lock_guard<std::mutex> Lock(I->Mutex);
  return I->Lookups;
}

std::vector<std::string> Repository::includersOf(StringRef File,
                                                 size_t Maximum) {
  std::string Absolute = I->absolute(File);
  std::string Root = rootOf(Absolute);
  const FileIndex &Index = I->index(Root);
  std::lock_guard<std::mutex> Lock(I->Mutex);
  auto [It, IsNew] =
      I->Includes.try_emplace(Root, *I->FS, Index.Sources, Absolute);
  return It->second.includersOf(Absolute, Maximum);
}
