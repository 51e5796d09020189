//===- Translation.h - A command as it is being translated ------*- C++ -*-===//
//
// The two readers (nvcc's and clang's dialect) fill a Translation, from which
// translateCommand composes clang's arguments.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_COMMAND_TRANSLATION_H
#define WARPLINT_LIB_FRONTEND_COMMAND_TRANSLATION_H

#include "warplint/Frontend/Architecture.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace warplint {

struct Translation {
  std::string Directory;
  llvm::vfs::FileSystem &FS;
  bool Elsewhere; ///< Not in the current folder: paths become absolute.

  std::vector<GpuArch> Archs;
  /// "all", "native" ...: what names no single architecture.
  std::vector<std::string> VagueArchs;
  std::string Std;                ///< "c++17", or empty.
  std::string CudaPath;           ///< --cuda-path of a clang command, or empty.
  std::vector<std::string> Flags; ///< Clang's.
  bool NoCudaHeaders = false;     ///< -nocudainc is among the flags.
  bool Optimizes = false;         ///< The host's code: the last -O counts.
  /// An option may give the host's code another meaning than is known here.
  bool HasOpenHost = false;
  bool HasOwnHostTypes = false;     ///< Those of the host's code are others.
  bool HasOpenFloats = false;       ///< So are results of its floating point.
  bool IsOptimizedByLinker = false; ///< -dlto.

  /// The files that the command names, as it does.
  std::vector<std::string> Inputs;

  /// Options that change the machine code, in words that nvcc can be given.
  std::vector<std::string> ForNvcc;

  /// For -v: what was lost, and what is not needed for a parse.
  std::vector<std::string> Dropped;
  std::vector<std::string> Unneeded;

  Translation(llvm::StringRef Directory, llvm::vfs::FileSystem &FS,
              bool Elsewhere = false)
      : Directory(Directory), FS(FS), Elsewhere(Elsewhere) {}

  void addArch(llvm::StringRef Text);
  /// The NVCC_CODEGEN_OPTION of the long name \p Option, if \p Value is harmless.
  void addForNvcc(llvm::StringRef Option, llvm::StringRef Value);
  void addStandardForNvcc();
  bool isDebugCodeOptimized() const; ///< -dopt=on.
  /// Which optimization the words for nvcc leave of its default: "none", "llvm",
  /// "some", "linked", or "" for all (lib/Kernel/Simplify/NvccEffort.h).
  llvm::StringRef effortOfNvcc() const;
  void drop(const llvm::Twine &What) { Dropped.push_back(What.str()); }
  std::string absolute(llvm::StringRef Path) const;
  std::string path(llvm::StringRef Path) const {
    return Elsewhere && !Path.empty() ? absolute(Path) : Path.str();
  }
};

/// What runs the compiler: shells, launchers, `cd DIR &&` and all but one of
/// several joined commands are taken off. May change \p Directory.
std::vector<std::string> isolateCompile(llvm::ArrayRef<std::string> Command,
                                        llvm::StringRef File,
                                        std::string &Directory);

/// "nvcc", "/opt/cuda/bin/nvcc", "nvcc-12.4", "nvcc_wrapper" (Kokkos).
bool isNvccName(llvm::StringRef Word);

/// "g++", "/usr/bin/clang++-19", "aarch64-linux-gnu-g++-12", "nvcc_wrapper".
bool isCompilerName(llvm::StringRef Word);

/// Whether a command does no more than preprocess or list dependencies.
bool onlyLists(llvm::ArrayRef<std::string> Words);

/// True for a spelling ("-gencode", "--expt-relaxed-constexpr", "-rdc=true")
/// that nvcc knows and clang's driver does not.
bool isNvccOnlyOption(llvm::StringRef Word);
/// True for a spelling that nvcc knows, alone or with its value.
bool isNvccOption(llvm::StringRef Word);

/// Both take the words after argv[0].
void readNvccCommand(llvm::ArrayRef<std::string> Words, Translation &T);
void readClangCommand(llvm::ArrayRef<std::string> Words, Translation &T);

/// Takes over what nvcc's options stand for, in clang's words: of \p OfHost, for
/// the host compiler (-Xcompiler and what nvcc does not know), that which changes
/// what a device-side parse sees, and behind it \p Own, as nvcc does.
void readNvccFlags(llvm::ArrayRef<std::string> OfHost,
                   llvm::ArrayRef<std::string> Own, Translation &T);

/// Words as clang's driver takes them apart.
struct ClangOptions {
  unsigned MissingIndex = 0, MissingCount = 0; ///< Values, at the end.
  llvm::opt::InputArgList Args;

  explicit ClangOptions(llvm::ArrayRef<const char *> Words);
};
llvm::SmallVector<const char *, 0>
pointersTo(llvm::ArrayRef<std::string> Words);

/// The words of an nvcc options file: blanks separate, double quotes group, a
/// backslash takes the next character as it is; no comments.
std::vector<std::string> splitOptionsFile(llvm::StringRef Text);

/// A comma list as nvcc splits it: not at commas inside double quotes or, with
/// \p Escapes, behind a backslash (which is then dropped, as before any
/// character).
std::vector<std::string> splitCommaList(llvm::StringRef List, bool Escapes);

/// -x cu, -x=cu, --x cuda, -xcuda; the last -x counts.
bool saysCuda(llvm::ArrayRef<std::string> Arguments);

/// Words as a POSIX shell splits them.
std::vector<std::string> splitShellWords(llvm::StringRef Text);

/// What stands in \p Folder, by name.
std::vector<std::string> namesIn(llvm::StringRef Folder,
                                 llvm::vfs::FileSystem &FS);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_COMMAND_TRANSLATION_H
