//===- Toolkit.cpp - Finding the CUDA toolkit -----------------------------===//

#include "warplint/Frontend/Toolkit.h"
#include "Translation.h"
#include "warplint/Support/ForeignJson.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/VersionTuple.h"

using namespace warplint;
using llvm::Expected;
using llvm::StringRef;
namespace path = llvm::sys::path;

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
  std::vector<std::string> Names = namesIn(Targets, FS);
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

struct Place {
  std::string Folder; ///< Empty: FoundBy says why there is none.
  std::string FoundBy;
};

} // namespace

/// The folder above bin/nvcc is \p Root. The HPC SDK keeps nvcc in compilers/bin
/// and the toolkit in cuda beside it; Debian's /usr/bin/nvcc belongs to
/// /usr/lib/cuda.
static std::string besideNvcc(StringRef Root, llvm::vfs::FileSystem &FS) {
  if (path::filename(Root) == "compilers")
    return joinPath(path::parent_path(Root), "cuda");
  return Root == "/usr" && FS.exists("/usr/lib/cuda") ? "/usr/lib/cuda"
                                                      : Root.str();
}

/// nvcc is often linked to: the link's goal counts before its place.
static void addPlacesOnPath(std::vector<Place> &Places,
                            llvm::vfs::FileSystem &FS) {
  const size_t Before = Places.size();
  std::string Path = llvm::sys::Process::GetEnv("PATH").value_or("");
  for (StringRef Folder : llvm::split(Path, ':')) {
    std::string File = joinPath(Folder, "nvcc");
    if (Folder.empty() || !FS.exists(File))
      continue;
    llvm::SmallString<256> Real;
    if (FS.getRealPath(File, Real))
      Real = File;
    for (StringRef Nvcc : {StringRef(Real), StringRef(File)})
      Places.push_back(
          {besideNvcc(path::parent_path(path::parent_path(Nvcc)), FS),
           "nvcc on PATH"});
  }
  if (Places.size() == Before)
    Places.push_back({"", "nvcc on PATH (not found)"});
}

static std::vector<Place> placesToTry(StringRef OfCommand,
                                      llvm::vfs::FileSystem &FS) {
  std::vector<Place> Places;
  if (!OfCommand.empty())
    Places.push_back({besideNvcc(OfCommand, FS), "compile command"});
  for (std::string Name : {"CUDA_PATH", "CUDA_HOME"}) {
    std::string Value = llvm::sys::Process::GetEnv(Name).value_or("");
    Places.push_back({Value, Name + (Value.empty() ? " (not set)" : "")});
  }
  addPlacesOnPath(Places, FS);
  std::vector<std::string> Usual = namesIn("/usr/local", FS);
  llvm::erase_if(Usual,
                 [](StringRef Name) { return !Name.starts_with("cuda-"); });
  llvm::sort(Usual, [](StringRef L, StringRef R) {
    return versionOf(L.drop_front(5)) > versionOf(R.drop_front(5));
  });
  Usual.insert(Usual.begin(), "cuda");
  Usual.insert(Usual.end(), {"/usr/lib/cuda", "/opt/cuda"});
  for (StringRef Name : Usual) {
    std::string Folder = absolutePath("/usr/local", Name);
    if (FS.exists(Folder))
      Places.push_back({Folder, Folder});
    else
      Places.push_back({"", Folder + " (not found)"});
  }
  return Places;
}

Expected<Toolkit> warplint::findToolkit(StringRef CudaPathOption,
                                        llvm::vfs::FileSystem &FS,
                                        StringRef OfCommand) {
  std::vector<Place> Places = {{CudaPathOption.str(), "--cuda-path"}};
  if (CudaPathOption.empty())
    Places = placesToTry(OfCommand, FS);
  std::vector<std::string> Tried;
  for (const auto &[Folder, FoundBy] : Places) {
    if (Folder.empty()) {
      Tried.push_back(FoundBy);
      continue;
    }
    Expected<Toolkit> T = readToolkit(Folder, FS);
    if (T) {
      T->FoundBy = FoundBy;
      return T;
    }
    Tried.push_back(FoundBy + " (" + llvm::toString(T.takeError()) + ")");
  }
  return llvm::createStringError(
      "no CUDA toolkit " +
      (CudaPathOption.empty() ? "found;" : "in '" + CudaPathOption + "':") +
      " tried " + llvm::join(Tried, ", ") +
      "; install the CUDA toolkit or pass --cuda-path=DIR (its folder, such as "
      "/usr/local/cuda)");
}
