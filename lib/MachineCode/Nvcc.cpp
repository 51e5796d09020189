//===- Nvcc.cpp - Asking nvcc what it issues ------------------------------===//

#include "warplint/MachineCode/Nvcc.h"
#include "NvccInput.h"
#include "Spills.h"
#include "warplint/MachineCode/Cubin.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/RunProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace warplint {

/// nvcc hands paths to a shell.
static bool isPlainPath(StringRef Path) {
  return all_of(Path, [](char C) {
    return isAlnum(C) || StringRef("/._+-").contains(C);
  });
}

/// The nvcc of a toolkit whose headers are in \p Root/include: conda keeps them
/// in PREFIX/targets/x86_64-linux.
static std::string programOf(StringRef Root) {
  std::string Beside = joinPath(Root, "bin", "nvcc");
  StringRef Targets = path::parent_path(Root);
  if (!sys::fs::can_execute(Beside) && path::filename(Targets) == "targets")
    return joinPath(path::parent_path(Targets), "bin", "nvcc");
  return Beside;
}

Expected<Nvcc> Nvcc::find(StringRef CudaPath, vfs::FileSystem &FS) {
  auto Cuda = findToolkit(CudaPath, FS);
  if (!Cuda)
    return Cuda.takeError();
  std::string Program = programOf(Cuda->Path);
  SmallString<256> Real;
  if (!sys::fs::can_execute(Program) || sys::fs::real_path(Program, Real))
    return createStringError("found no '" + Program +
                             "'; pass --cuda-path for a toolkit with nvcc");
  if (!isPlainPath(Real))
    return createStringError("'" + Real +
                             "': nvcc cannot run from a folder with this name");
  Nvcc Found;
  Found.Path = Real.str().str();
  Found.Name = "nvcc " + utostr(Cuda->Major) + "." + utostr(Cuda->Minor);
  Found.IsNamed = !CudaPath.empty();
  return Found;
}

std::string Nvcc::identity() const {
  std::string Text = Name;
  StringRef Bin = path::parent_path(Path);
  for (const std::string &File :
       {Path, joinPath(Bin, "ptxas"), joinPath(Bin, "nvcc.profile"),
        joinPath(path::parent_path(Bin), "nvvm", "bin", "cicc")}) {
    sys::fs::file_status Status;
    Text += "\n" + File;
    if (!sys::fs::status(File, Status))
      Text +=
          " " + utostr(Status.getSize()) + " " +
          itostr(Status.getLastModificationTime().time_since_epoch().count());
  }
  return Text;
}

/// The folder that holds the files of a project, as far as that can be told:
/// that of the repository around \p Folder, else itself.
static std::string treeAround(StringRef Folder, vfs::FileSystem &FS) {
  std::string Root = folderWith(".git", Folder, FS);
  SmallString<256> Real;
  if (sys::fs::real_path(Root.empty() ? Folder : StringRef(Root), Real))
    return "";
  return Real.str().str();
}

Error Nvcc::checkOutside(StringRef File, vfs::FileSystem &FS) const {
  if (IsNamed)
    return Error::success();
  std::string Absolute = absolutePath(File);
  for (const std::string &Folder :
       {path::parent_path(Absolute).str(), absolutePath(".")}) {
    std::string Tree = treeAround(Folder, FS);
    // The root of the machine holds everything, whoever stands there.
    if (!Tree.empty() && Tree != "/" && StringRef(Path).starts_with(Tree + "/"))
      return createStringError(
          "'" + Path +
          "' lies in the linted tree and is not run; pass --cuda-path");
  }
  return Error::success();
}

/// The line of \p Output that says what is wrong.
static std::string firstError(StringRef Output) {
  SmallVector<StringRef> Lines;
  Output.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  const auto *Found = find_if(Lines, [](StringRef Line) {
    return Line.contains("error") && !Line.starts_with("ptxas info");
  });
  if (Found == Lines.end())
    return Lines.empty() ? "it gives no reason" : Lines.front().trim().str();
  return Found->trim().str();
}

/// The program's words, in a folder with "words", "before.h" and "unit.cu".
static ProgramRun runIn(StringRef Folder, const std::string &Path,
                        const DeviceCommand &Command) {
  auto In = [&](StringRef Name) { return joinPath(Folder, Name); };
  ProgramRun Run;
  Run.Path = Path;
  Run.Arguments = {"-cubin",     "-lineinfo",
                   "-w",         "-x",
                   "cu",         "-arch=" + Command.Arch,
                   "-Xcompiler", "@" + In("words"),
                   "-include",   In("before.h"),
                   "-o",         In("code"),
                   In("unit.cu")};
  append_range(Run.Arguments, Command.ForNvcc);
  Run.Arguments.push_back("-Xptxas=-v"); // Tells what is spilled.
  Run.MostOutput = 1 << 24;
  // Only this environment: variables of the caller could change the compiler or
  // its options.
  Run.Environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C",
                     "TMPDIR=" + Folder.str()};
  Run.Folder = Folder.str();
  return Run;
}

/// Gives files in the folder \p Copies the names of their originals.
static void nameOriginals(MachineCode &Code, StringRef Copies) {
  const auto Rename = [&](std::string &File) {
    if (StringRef Name = File; Name.consume_front(Copies))
      File = Name.str();
  };
  for (KernelCode &Kernel : Code.Kernels) {
    for (CodeRequest &Request : Kernel.Requests)
      Rename(Request.File);
    for (StackRequest &Request : Kernel.Stack)
      Rename(Request.File);
  }
}

Expected<Nvcc::Outcome> Nvcc::compile(const DeviceCommand &Command,
                                      ArrayRef<EditedFile> Edited) const {
  Expected<PrivateFolder> Folder = PrivateFolder::create();
  if (!Folder)
    return Folder.takeError();
  if (!isPlainPath(Folder->path()))
    return createStringError("nvcc cannot write to a folder named '" +
                             Folder->path() + "'");
  auto In = [&](StringRef Name) { return joinPath(Folder->path(), Name); };
  // Copies of all files that may include one another, in the same places.
  const std::string Copies = Edited.empty() ? "" : In("copies");
  std::vector<std::string> Copied;
  for (const EditedFile &E : Edited) {
    Copied.push_back(absolutePath(E.File));
    if (auto Done = Folder->write("copies" + Copied.back(), E.Text); !Done)
      return Done.takeError();
  }
  Expected<NvccInput> Input = inputOf(Command, Copies);
  if (!Input)
    return Input.takeError();
  Expected<std::string> Unit = includeLine(Copies + absolutePath(Command.File));
  if (!Unit)
    return Unit.takeError();
  append_range(Input->Words,
               ArrayRef<std::string>({"-MD", "-MF" + In("read")}));
  for (const auto &[Name, Text] :
       std::initializer_list<std::pair<StringRef, std::string>>{
           {"unit.cu", *Unit},
           {"before.h", Input->Includes},
           {"words", responseFile(Input->Words)}})
    if (auto Done = Folder->write(Name, Text); !Done)
      return Done.takeError();

  Expected<std::string> Said = runProgram(runIn(Folder->path(), Path, Command));
  if (!Said)
    return createStringError(firstError(toString(Said.takeError())));

  auto Code = MemoryBuffer::getFile(In("code"));
  if (!Code)
    return createStringError("it produced no code");
  Expected<MachineCode> Read = readCubin((*Code)->getBuffer());
  if (!Read)
    return createStringError("cannot read its code: " +
                             toString(Read.takeError()));
  Outcome Result;
  Result.Code = std::move(*Read);
  Result.Code.Compiler = Name;
  readSpills(*Said, Result.Code);
  nameOriginals(Result.Code, Copies);
  if (auto Rule = MemoryBuffer::getFile(In("read")))
    for (std::string &Dependency : dependencies((*Rule)->getBuffer())) {
      if (is_contained(Copied, absolutePath(Dependency)))
        return createStringError("it reads '" + Dependency +
                                 "' itself, not its copy");
      if (!StringRef(Dependency).starts_with(Folder->path()))
        Result.Read.push_back(std::move(Dependency));
    }
  return std::move(Result);
}

} // namespace warplint
