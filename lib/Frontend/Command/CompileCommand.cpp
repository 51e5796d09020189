//===- CompileCommand.cpp - From nvcc's command line to clang's -----------===//

#include "warplint/Frontend/CompileCommand.h"
#include "Translation.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Support/Paths.h"
#include "clang/Basic/Cuda.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VersionTuple.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <set>

using namespace warplint;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;
namespace path = llvm::sys::path;

using Strings = std::vector<std::string>;

/// \p Words without launchers.
static bool isNvccWords(ArrayRef<std::string> Words) {
  return !Words.empty() && (isNvccName(Words.front()) ||
                            llvm::any_of(Words.drop_front(), isNvccOnlyOption));
}

bool warplint::isNvccCommand(const Strings &Command) {
  std::string Directory;
  return isNvccWords(isolateCompile(Command, /*File=*/"", Directory));
}

/// Reads \p Words, argv of a compiler, in its dialect; whether that is nvcc's.
static bool readCommand(ArrayRef<std::string> Words, Translation &Into) {
  bool Nvcc = isNvccWords(Words);
  auto Rest = Words.drop_front(Words.empty() ? 0 : 1);
  (Nvcc ? readNvccCommand : readClangCommand)(Rest, Into);
  return Nvcc;
}

bool warplint::needsNoToolkit(const Strings &Command) {
  return llvm::any_of(Command, [](StringRef Word) {
    return Word == "-nocudainc" || Word == "-nogpuinc" ||
           Word == "--no-offload-inc";
  });
}

std::string warplint::toolkitOfCommand(const Strings &Command) {
  StringRef Last;
  for (StringRef Word : Command)
    if (Word.consume_front("--cuda-path="))
      Last = Word;
  if (!Last.empty())
    return Last.str();
  std::string Directory;
  Strings Words = isolateCompile(Command, /*File=*/"", Directory);
  if (Words.empty() || !isNvccName(Words.front()))
    return {};
  StringRef Bin = path::parent_path(Words.front());
  return path::filename(Bin) == "bin" ? path::parent_path(Bin).str() : "";
}

namespace {
struct ChosenArch {
  GpuArch Wanted;
  GpuArch Known; ///< As clang knows it.
};
} // namespace

/// --arch, else the newest of the command, else the default.
static ChosenArch chooseArch(const Translation &Read, StringRef Override,
                             Strings &Dropped) {
  std::optional<GpuArch> Wanted;
  if (!Override.empty() && !(Wanted = parseGpuArch(Override)))
    Dropped.push_back(
        ("--arch=" + Override + ": not a GPU architecture").str());
  if (!Wanted)
    Wanted = newestGpuArch(Read.Archs);
  if (!Wanted) {
    for (StringRef Vague : Read.VagueArchs)
      Dropped.push_back(("architecture '" + Vague + "': analyzed for " +
                         DefaultGpuArch.name())
                            .str());
    Wanted = DefaultGpuArch;
  }
  GpuArch Known = nearestClangArch(*Wanted);
  if (Known != *Wanted)
    Dropped.push_back("architecture '" + Wanted->name() +
                      "', unknown to clang: analyzed for " + Known.name());
  return {*Wanted, Known};
}

/// The driver tells the parser the toolkit's version together with libdevice,
/// which we leave out; without it <<<...>>> is a call of CUDA 9.1's
/// cudaConfigureCall. What clang does not know is taken as the newest that it
/// knows, as the driver does.
static std::string sdkVersion(const std::optional<Toolkit> &Cuda) {
  using clang::CudaVersion;
  if (Cuda) {
    llvm::VersionTuple Version(Cuda->Major, Cuda->Minor);
    CudaVersion Known = clang::ToCudaVersion(Version);
    if (Known != CudaVersion::UNKNOWN && Known != CudaVersion::NEW)
      return Version.getAsString();
  }
  return clang::CudaVersionToString(CudaVersion::PARTIALLY_SUPPORTED);
}

/// What nvcc's preprocessing step sees beside clang's own CUDA macros. Each is
/// there since some release.
static void addNvccMacros(const Translation &Read,
                          const std::optional<Toolkit> &Cuda,
                          const ChosenArch &Arch, Strings &Arguments) {
  Arguments.push_back("-D__NVCC__");
  if (!Cuda)
    return;
  auto Add = [&](std::pair<unsigned, unsigned> Since, const char *Name,
                 const std::string &Value) {
    if (std::pair(Cuda->Major, Cuda->Minor) >= Since)
      Arguments.push_back((llvm::Twine("-D__") + Name + "__=" + Value).str());
  };
  Add({}, "CUDACC_VER_MAJOR", std::to_string(Cuda->Major));
  Add({}, "CUDACC_VER_MINOR", std::to_string(Cuda->Minor));
  Add({}, "CUDACC_VER_BUILD", std::to_string(Cuda->Build));
  Add({}, "CUDA_API_VER_MAJOR", std::to_string(Cuda->Major));
  Add({}, "CUDA_API_VER_MINOR", std::to_string(Cuda->Minor));
  Add({11, 5}, "NVCC_DIAG_PRAGMA_SUPPORT", "1");
  Add({12, 8}, "CUDACC_DEVICE_ATOMIC_BUILTINS", "1");
  std::set<unsigned> Numbers;
  for (GpuArch Of : Read.Archs)
    Numbers.insert(Of.Number);
  // nvcc 13.0.
  for (StringRef Vague : Read.VagueArchs)
    if (Vague == "all" && Cuda->Major == 13)
      Numbers.insert({75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121});
    else if (Vague == "all-major" && Cuda->Major == 13)
      Numbers.insert({75, 80, 90, 100, 110, 120});
  auto InTens = [](unsigned N) { return std::to_string(10 * N); };
  if (Numbers.size() > 1) // Clang has that of one.
    Add({11, 5}, "CUDA_ARCH_LIST",
        llvm::join(llvm::map_range(Numbers, InTens), ","));
  if (Arch.Wanted.Number != Arch.Known.Number)
    return;
  if (Arch.Wanted.Suffix == 'a')
    Add({12, 9}, "CUDA_ARCH_SPECIFIC", InTens(Arch.Wanted.Number));
  if (Arch.Wanted.Suffix)
    Add({12, 9}, "CUDA_ARCH_FAMILY_SPECIFIC", InTens(Arch.Wanted.Number));
}

/// nvcc's device code has the host's types: where that is x86-64, a long double of
/// 80 bits in 16 bytes.
static void addHostTypes(Strings &Arguments) {
  const llvm::Triple Host(llvm::sys::getDefaultTargetTriple());
  if (Host.getArch() == llvm::Triple::x86_64)
    llvm::append_range(Arguments, Strings{"-Xclang", "-mlong-double-80",
                                          "-D__BIGGEST_ALIGNMENT__=16"});
  else if (Host.isAArch64())
    llvm::append_range(Arguments, Strings{"-Xclang", "-mlong-double-128",
                                          "-D__BIGGEST_ALIGNMENT__=16"});
}

static Strings composeArguments(const Translation &Read, bool Nvcc,
                                const ChosenArch &Arch,
                                const std::optional<Toolkit> &Cuda) {
  Strings Arguments = {
      "-x", "cuda", "--cuda-device-only",
      "--cuda-gpu-arch=" + Arch.Known.name(),
      // Device functions of libdevice are not needed to follow addresses, and
      // without them any folder with headers does as a toolkit.
      "-nocudalib", "--no-cuda-version-check",
      // Without a toolkit of a version that it knows, clang assumes PTX 4.2 and
      // refuses builtins. 9.0 is the newest that LLVM 22 knows.
      "--cuda-feature=+ptx90", "-Xclang",
      "-target-sdk-version=" + sdkVersion(Cuda), "-Qunused-arguments"};
  std::string CudaPath = Cuda ? Cuda->Path : Read.CudaPath;
  if (!CudaPath.empty())
    Arguments.push_back("--cuda-path=" + CudaPath);
  // Without -std= nvcc leaves the choice to the host compiler: gcc's GNU mode,
  // C++17 since gcc 11.
  std::string Std = Read.Std.empty() && Nvcc ? "gnu++17" : Read.Std;
  if (!Std.empty())
    Arguments.push_back("-std=" + Std);
  if (Nvcc) {
    // nvcc's own parser takes typeof in every mode.
    Arguments.push_back("-fgnu-keywords");
    addHostTypes(Arguments);
    addNvccMacros(Read, Cuda, Arch, Arguments);
    if (!Read.Optimizes) // Our parse always does.
      Arguments.push_back("-U__OPTIMIZE__");
    // For those who read launches.
    if (Read.HasOpenHost)
      Arguments.push_back("-D__WARPLINT_HOST_IS_OPEN__");
    if (Read.HasOpenFloats)
      Arguments.push_back("-D__WARPLINT_HOST_FLOATS_ARE_OPEN__");
    if (Read.HasOwnHostTypes)
      Arguments.push_back("-D__WARPLINT_HOST_HAS_OWN_TYPES__");
  }
  llvm::append_range(Arguments, Read.Flags);
  if (Nvcc && llvm::is_contained(Read.Flags, "-fopenmp")) // gcc 9 to 14.
    Arguments.push_back("-D_OPENMP=201511");
  if (Cuda && !Read.NoCudaHeaders)
    for (const std::string &Folder : Cuda->SystemIncludes)
      llvm::append_range(Arguments, Strings{"-isystem", Folder});
  // The IR keeps it for those who ask what nvcc makes of a kernel.
  if (StringRef Effort = Read.effortOfNvcc(); !Effort.empty())
    llvm::append_range(Arguments,
                       Strings{"-Xclang", "-record-command-line", "-Xclang",
                               "nvcc-effort=" + Effort.str()});
  Arguments.push_back("-Wno-unknown-cuda-version");
  if (Nvcc) // Warnings of gcc.
    Arguments.push_back("-Wno-unknown-warning-option");
  return Arguments;
}

Error warplint::findToolkitOf(const Strings &Command, StringRef CudaPath,
                              llvm::vfs::FileSystem &FS,
                              CommandOptions &Options) {
  if (needsNoToolkit(Command))
    return Error::success();
  auto Found = findToolkit(CudaPath, FS, toolkitOfCommand(Command));
  if (!Found)
    return Found.takeError();
  Options.Cuda = std::move(*Found);
  return Error::success();
}

/// \p File without its name, as written: "src/", or "".
static StringRef folderPart(StringRef File) {
  return File.drop_back(path::filename(File).size());
}

DeviceCommand warplint::translateCommand(const Strings &Command, StringRef File,
                                         StringRef Directory,
                                         const CommandOptions &Options,
                                         llvm::vfs::FileSystem &FS) {
  DeviceCommand Result;
  auto Here = FS.getCurrentWorkingDirectory();
  std::string Current = Here ? *Here : "";
  std::string AbsoluteFile = absolutePath(Current, File);
  Result.Directory = absolutePath(Current, Directory);
  Strings Words = isolateCompile(Command, AbsoluteFile, Result.Directory);
  Result.Linked = linkerNames(Command, Result.Directory, FS);
  bool Elsewhere = Result.Directory != Current;
  Result.File = Elsewhere ? AbsoluteFile : File.str();
  Translation Read(Result.Directory, FS, Elsewhere);
  bool Nvcc = readCommand(Words, Read);
  Read.addStandardForNvcc();
  Result.Dropped = std::move(Read.Dropped);
  ChosenArch Arch = chooseArch(Read, Options.Arch, Result.Dropped);
  Result.Arch = Arch.Known.name();
  Result.Arguments = composeArguments(Read, Nvcc, Arch, Options.Cuda);
  const StringRef Folder = folderPart(Result.File);
  for (StringRef Input : Read.Inputs)
    if (!Folder.empty() && !Folder.contains('=') &&
        folderPart(Input) != Folder && Read.absolute(Input) == AbsoluteFile)
      Result.Arguments.push_back( // __FILE__ has the name that nvcc gets.
          ("-fmacro-prefix-map=" + Folder + "=" + folderPart(Input)).str());
  Result.ForNvcc = std::move(Read.ForNvcc);
  if (!Read.Unneeded.empty())
    Result.Dropped.push_back("not needed for a parse: " +
                             llvm::join(Read.Unneeded, " "));
  return Result;
}

Strings warplint::sourcesOf(const Strings &Command, StringRef Directory,
                            llvm::vfs::FileSystem &FS) {
  std::string Folder = Directory.str();
  Strings Words = isolateCompile(Command, /*File=*/"", Folder);
  if (Words.empty() || !isCompilerName(Words.front()) || onlyLists(Words))
    return {};
  Translation Read(Folder, FS);
  readCommand(Words, Read);
  if (!saysCuda(Words))
    llvm::erase_if(Read.Inputs, std::not_fn(isUnit));
  return std::move(Read.Inputs);
}
