//===- Toolkit.cpp - Finding the CUDA toolkit -----------------------------===//

#include "warplint/Frontend/Toolkit.h"
#include "warplint/Support/ForeignJson.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/VersionTuple.h"

using namespace warplint;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace path = llvm::sys::path;

static std::vector<std::string> foldersIn(StringRef Folder,
                                          llvm::vfs::FileSystem &FS) {
  std::vector<std::string> Names;
  std::error_code EC;
  for (auto I = FS.dir_begin(Folder, EC), E = llvm::vfs::directory_iterator();
       !EC && I != E; I.increment(EC))
    Names.push_back(path::filename(I->path()).str());
  llvm::sort(Names);
  return Names;
}

/// "13.0.88"; 0 where it is none.
static llvm::VersionTuple versionOf(StringRef Text) {
  llvm::VersionTuple Version;
  return Version.tryParse(Text) ? llvm::VersionTuple() : Version;
}

static std::string contentsOf(StringRef File, llvm::vfs::FileSystem &FS) {
  auto Buffer = FS.getBufferForFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// #define CUDA_VERSION 13000: what clang reads, and goes no further without.
static unsigned versionIn(StringRef Header) {
  StringRef Number = Header.split("#define CUDA_VERSION ").second.ltrim();
  unsigned Version;
  return Number.consumeInteger(10, Version) ? 0 : Version;
}

/// version.json: {"cuda_nvcc": {"version": "13.0.88"}}
static unsigned buildIn(StringRef Text) {
  Expected<llvm::json::Value> Json = parseForeignJson(Text);
  if (!Json) {
    llvm::consumeError(Json.takeError());
    return 0;
  }
  const auto *All = Json->getAsObject();
  const auto *Nvcc = All ? All->getObject("cuda_nvcc") : nullptr;
  return versionOf(Nvcc ? Nvcc->getString("version").value_or("") : "")
      .getSubminor()
      .value_or(0);
}

/// \p Root, or the folder of it that holds include/cuda_runtime.h.
static std::string headerRoot(StringRef Root, llvm::vfs::FileSystem &FS) {
  auto HasHeader = [&](StringRef Folder) {
    return FS.exists(joinPath(Folder, "include", "cuda_runtime.h"));
  };
  if (HasHeader(Root))
    return Root.str();
  std::string Targets = joinPath(Root, "targets");
  std::vector<std::string> Names = foldersIn(Targets, FS);
  // The usual host before what it cross compiles to.
  Names.insert(Names.begin(), "x86_64-linux");
  for (StringRef Name : Names)
    if (HasHeader(joinPath(Targets, Name)))
      return joinPath(Targets, Name);
  return "";
}

Expected<Toolkit> warplint::readToolkit(StringRef Path,
                                        llvm::vfs::FileSystem &FS) {
  std::string Root = absolutePath("/", absoluteIn(FS, Path));
  Toolkit T;
  T.Path = headerRoot(Root, FS);
  if (T.Path.empty())
    return llvm::createStringError("no cuda_runtime.h in " +
                                   joinPath(Root, "include") + " or " +
                                   joinPath(Root, "targets", "*", "include"));
  std::string Header = joinPath(T.Path, "include", "cuda.h");
  unsigned Version = versionIn(contentsOf(Header, FS));
  if (!Version)
    return llvm::createStringError("no CUDA_VERSION in " + Header);
  T.Major = Version / 1000;
  T.Minor = Version % 1000 / 10;
  T.Build = buildIn(contentsOf(joinPath(Root, "version.json"), FS));
  T.SystemIncludes = {joinPath(T.Path, "include", "cccl")};
  // site-packages/nvidia/cuda_runtime holds the runtime's headers alone.
  if (StringRef(T.Path).ends_with("/nvidia/cuda_runtime"))
    for (StringRef Package : {"cuda_nvcc", "cuda_cccl", "curand"})
      T.SystemIncludes.push_back(
          joinPath(path::parent_path(T.Path), Package, "include"));
  llvm::erase_if(T.SystemIncludes,
                 [&](StringRef Folder) { return !FS.exists(Folder); });
  return T;
}

namespace {

/// Tries one folder after another and remembers why each was none.
class Search {
public:
  explicit Search(llvm::vfs::FileSystem &FS) : FS(FS) {}

  bool tryFolder(StringRef Folder, const Twine &FoundBy) {
    Expected<Toolkit> T = readToolkit(Folder, FS);
    if (!T) {
      Tried.push_back(
          (FoundBy + " (" + llvm::toString(T.takeError()) + ")").str());
      return false;
    }
    Found = std::move(*T);
    Found.FoundBy = FoundBy.str();
    return true;
  }

  /// The folder above bin/nvcc. The HPC SDK keeps nvcc in compilers/bin and the
  /// toolkit in cuda beside it; Debian's /usr/bin/nvcc belongs to /usr/lib/cuda.
  bool tryAboveNvcc(StringRef Folder, const Twine &FoundBy) {
    std::string Root = Folder.str();
    if (path::filename(Root) == "compilers")
      Root = joinPath(path::parent_path(Root), "cuda");
    else if (Root == "/usr" && FS.exists("/usr/lib/cuda"))
      Root = "/usr/lib/cuda";
    return tryFolder(Root, FoundBy);
  }

  bool tryVariable(StringRef Name) {
    auto Value = llvm::sys::Process::GetEnv(Name);
    if (Value && !Value->empty())
      return tryFolder(*Value, Name);
    Tried.push_back((Name + " (not set)").str());
    return false;
  }

  /// nvcc is often linked to: the link's goal counts before its place.
  bool tryNvccOnPath() {
    constexpr StringRef By = "nvcc on PATH";
    std::string Path = llvm::sys::Process::GetEnv("PATH").value_or("");
    const size_t Before = Tried.size();
    for (StringRef Folder : llvm::split(Path, ':')) {
      std::string File = joinPath(Folder, "nvcc");
      if (Folder.empty() || !FS.exists(File))
        continue;
      llvm::SmallString<256> Real;
      if (FS.getRealPath(File, Real))
        Real = File;
      for (StringRef Nvcc : {StringRef(Real), StringRef(File)})
        if (tryAboveNvcc(path::parent_path(path::parent_path(Nvcc)), By))
          return true;
    }
    if (Tried.size() == Before)
      Tried.push_back((By + " (not there)").str());
    return false;
  }

  bool tryUsualFolders() {
    std::vector<std::string> Versioned = foldersIn("/usr/local", FS);
    llvm::erase_if(Versioned,
                   [](StringRef Name) { return !Name.starts_with("cuda-"); });
    llvm::sort(Versioned, [](StringRef L, StringRef R) {
      return versionOf(L.drop_front(5)) > versionOf(R.drop_front(5));
    });
    Versioned.insert(Versioned.begin(), "cuda");
    Versioned.insert(Versioned.end(), {"/usr/lib/cuda", "/opt/cuda"});
    for (StringRef Name : Versioned) {
      std::string Folder = absolutePath("/usr/local", Name);
      if (!FS.exists(Folder))
        Tried.push_back(Folder + " (not there)");
      else if (tryFolder(Folder, Folder))
        return true;
    }
    return false;
  }

  Toolkit Found;
  std::vector<std::string> Tried;

private:
  llvm::vfs::FileSystem &FS;
};

} // namespace

Expected<Toolkit> warplint::findToolkit(StringRef CudaPathOption,
                                        llvm::vfs::FileSystem &FS,
                                        StringRef OfCommand) {
  constexpr StringRef Advice =
      "install the CUDA toolkit or pass --cuda-path=DIR (its folder, such as "
      "/usr/local/cuda)";
  Search S(FS);
  if (!CudaPathOption.empty()) {
    if (S.tryFolder(CudaPathOption, "--cuda-path"))
      return S.Found;
    return llvm::createStringError("no CUDA toolkit in '" + CudaPathOption +
                                   "': tried " + S.Tried.front() + "; " +
                                   Advice);
  }
  if (!OfCommand.empty() && S.tryAboveNvcc(OfCommand, "compile command"))
    return S.Found;
  if (S.tryVariable("CUDA_PATH") || S.tryVariable("CUDA_HOME") ||
      S.tryNvccOnPath() || S.tryUsualFolders())
    return S.Found;
  return llvm::createStringError("no CUDA toolkit found; tried " +
                                 llvm::join(S.Tried, ", ") + "; " + Advice);
}
