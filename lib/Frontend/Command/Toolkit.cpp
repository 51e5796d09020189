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

static bool setVersion(Toolkit &T, StringRef Text) {
  llvm::VersionTuple Version = versionOf(Text);
  T.Major = Version.getMajor();
  T.Minor = Version.getMinor().value_or(0);
  return Version.getMinor().has_value();
}

static std::string contentsOf(StringRef File, llvm::vfs::FileSystem &FS) {
  auto Buffer = FS.getBufferForFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// #define CUDA_VERSION 13000: what the headers themselves say, and what clang
/// reads.
static bool readCudaHeader(Toolkit &T, llvm::vfs::FileSystem &FS) {
  std::string Text = contentsOf(joinPath(T.Path, "include", "cuda.h"), FS);
  StringRef Number = StringRef(Text).split("#define CUDA_VERSION ").second;
  unsigned Version;
  if (Number.ltrim().consumeInteger(10, Version))
    return false;
  T.Major = Version / 1000;
  T.Minor = Version % 1000 / 10;
  return true;
}

/// version.json: {"cuda": {"version": "12.4.1"}, "cuda_nvcc": {"version": ...}}
static bool readVersionJson(Toolkit &T, StringRef Root,
                            llvm::vfs::FileSystem &FS) {
  Expected<llvm::json::Value> Json =
      parseForeignJson(contentsOf(joinPath(Root, "version.json"), FS));
  if (!Json) {
    llvm::consumeError(Json.takeError());
    return false;
  }
  auto VersionOf = [&](StringRef Component) -> StringRef {
    const llvm::json::Object *All = Json->getAsObject();
    const llvm::json::Object *One = All ? All->getObject(Component) : nullptr;
    return One ? One->getString("version").value_or("") : "";
  };
  T.Build = versionOf(VersionOf("cuda_nvcc")).getSubminor().value_or(0);
  return T.Major || setVersion(T, VersionOf("cuda"));
}

/// version.txt: CUDA Version 11.0.228
static bool readVersionText(Toolkit &T, StringRef Root,
                            llvm::vfs::FileSystem &FS) {
  std::string Text = contentsOf(joinPath(Root, "version.txt"), FS);
  StringRef Version(Text);
  return Version.consume_front("CUDA Version ") &&
         setVersion(T, Version.trim());
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
  bool Known = readCudaHeader(T, FS);
  Known |= readVersionJson(T, Root, FS);
  if (!Known && !readVersionText(T, Root, FS))
    return llvm::createStringError(
        "no version in " + joinPath(T.Path, "include", "cuda.h") + ", " +
        joinPath(Root, "version.json") + " or version.txt");
  T.SystemIncludes = {joinPath(T.Path, "include", "cccl")};
  // site-packages/nvidia/cuda_runtime holds the runtime's headers alone.
  if (StringRef(T.Path).ends_with("/nvidia/cuda_runtime"))
    for (StringRef Package : {"cuda_nvcc", "cuda_cccl", "curand"})
      T.SystemIncludes.push_back(
          joinPath(path::parent_path(T.Path), Package, "include"));
  llvm::erase_if(T.SystemIncludes,
                 [&](StringRef Folder) { return !FS.exists(Folder); });
  auto HasCurand = [&](StringRef Folder) {
    return FS.exists(joinPath(Folder, "curand_mtgp32_kernel.h"));
  };
  T.HasCurand = HasCurand(joinPath(T.Path, "include")) ||
                llvm::any_of(T.SystemIncludes, HasCurand);
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
