//===- Toolkit.cpp - Finding the CUDA toolkit -----------------------------===//

#include "warplint/Frontend/Toolkit.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Process.h"

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

/// "13.0.88": up to three numbers.
static std::vector<unsigned> numbersOf(StringRef Version) {
  std::vector<unsigned> Numbers;
  for (StringRef Part : llvm::split(Version, '.')) {
    unsigned Number;
    if (Part.consumeInteger(10, Number))
      break;
    Numbers.push_back(Number);
  }
  return Numbers;
}

static bool setVersion(Toolkit &T, StringRef Version) {
  std::vector<unsigned> Numbers = numbersOf(Version);
  if (Numbers.size() < 2)
    return false;
  T.Major = Numbers[0];
  T.Minor = Numbers[1];
  return true;
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
      llvm::json::parse(contentsOf(joinPath(Root, "version.json"), FS));
  if (!Json) {
    llvm::consumeError(Json.takeError());
    return false;
  }
  auto VersionOf = [&](StringRef Component) -> StringRef {
    const llvm::json::Object *All = Json->getAsObject();
    const llvm::json::Object *One = All ? All->getObject(Component) : nullptr;
    return One ? One->getString("version").value_or("") : "";
  };
  if (auto Nvcc = numbersOf(VersionOf("cuda_nvcc")); Nvcc.size() >= 3)
    T.Build = Nvcc[2];
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

static void addIfThere(Toolkit &T, const std::string &Folder,
                       llvm::vfs::FileSystem &FS) {
  if (FS.exists(Folder))
    T.SystemIncludes.push_back(Folder);
}

/// site-packages/nvidia/cuda_runtime holds the runtime's headers alone.
static void addPipSiblings(Toolkit &T, llvm::vfs::FileSystem &FS) {
  StringRef Parent = path::parent_path(T.Path);
  if (path::filename(T.Path) != "cuda_runtime" ||
      path::filename(Parent) != "nvidia")
    return;
  for (StringRef Package : {"cuda_nvcc", "cuda_cccl", "curand"})
    addIfThere(T, joinPath(Parent, Package, "include"), FS);
}

Expected<Toolkit> warplint::readToolkit(StringRef Path,
                                        llvm::vfs::FileSystem &FS) {
  llvm::SmallString<256> Root(Path);
  if (FS.makeAbsolute(Root))
    Root = Path;
  path::remove_dots(Root, /*remove_dot_dot=*/true);
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
  addIfThere(T, joinPath(T.Path, "include", "cccl"), FS);
  addPipSiblings(T, FS);
  constexpr StringRef Curand = "curand_mtgp32_kernel.h";
  T.HasCurand = FS.exists(joinPath(T.Path, "include", Curand)) ||
                llvm::any_of(T.SystemIncludes, [&](StringRef Folder) {
                  return FS.exists(joinPath(Folder, Curand));
                });
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

  bool tryNvccOnPath() {
    std::string Path = llvm::sys::Process::GetEnv("PATH").value_or("");
    llvm::SmallVector<StringRef, 16> Folders;
    StringRef(Path).split(Folders, ':', -1, /*KeepEmpty=*/false);
    bool Any = false;
    for (StringRef Folder : Folders)
      if (std::string File = joinPath(Folder, "nvcc"); FS.exists(File)) {
        Any = true;
        if (tryNvcc(File))
          return true;
      }
    if (!Any)
      Tried.push_back("nvcc on PATH (not there)");
    return false;
  }

  bool tryUsualFolders() {
    std::vector<std::string> Versioned = foldersIn("/usr/local", FS);
    llvm::erase_if(Versioned,
                   [](StringRef Name) { return !Name.starts_with("cuda-"); });
    llvm::sort(Versioned, [](StringRef L, StringRef R) {
      return numbersOf(L.drop_front(5)) > numbersOf(R.drop_front(5));
    });
    std::vector<std::string> Folders = {"/usr/local/cuda"};
    for (StringRef Name : Versioned)
      Folders.push_back(joinPath("/usr/local", Name));
    Folders.insert(Folders.end(), {"/usr/lib/cuda", "/opt/cuda"});
    for (StringRef Folder : Folders) {
      if (!FS.exists(Folder))
        Tried.push_back((Folder + " (not there)").str());
      else if (tryFolder(Folder, Folder))
        return true;
    }
    return false;
  }

  Toolkit Found;
  std::vector<std::string> Tried;

private:
  /// nvcc is often linked to: the link's goal counts before its place.
  bool tryNvcc(StringRef File) {
    llvm::SmallString<256> Real;
    if (FS.getRealPath(File, Real))
      Real = File;
    for (StringRef Nvcc : {StringRef(Real), File})
      if (tryAboveNvcc(path::parent_path(path::parent_path(Nvcc)),
                       "nvcc on PATH"))
        return true;
    return false;
  }

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
