//===- CompileCommand.h - From nvcc's command line to clang's ---*- C++ -*-===//
//
// Build systems record nvcc command lines, which clang's driver rejects or,
// worse, silently misreads (-isystem=DIR, -lineinfo, -G, -t 4).
// translateCommand turns either dialect into the arguments of one device-side
// clang parse. The table of nvcc's options is
// lib/Frontend/Command/NvccOptions.def.
//
//   nvcc -forward-unknown-to-host-compiler -isystem=/opt/x -arch=sm_80
//        -lineinfo -Xcompiler=-Wall,-fPIC -x cu -c a.cu -o a.o
// becomes
//   -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 --cuda-path=... -nocudalib
//   -std=gnu++17 -D__CUDACC_VER_MAJOR__=13 ... -Wall -isystem /opt/x
//   -isystem <toolkit>/include/cccl
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_COMPILECOMMAND_H
#define WARPLINT_FRONTEND_COMPILECOMMAND_H

#include "warplint/Frontend/Toolkit.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A command as a build has it.
struct RawCommand {
  std::vector<std::string> Arguments; ///< argv, argv[0] the compiler.
  std::string Directory;
  /// Where it came from: "compile_commands.json", "included by a.cu", "--",
  /// "default flags".
  std::string Source;
  /// Empty, or one line for the user: a database is there but could not be
  /// read.
  std::string Warning = {};
  /// The database, where it was not named but found. Absolute.
  std::string FoundIn = {};
  /// What else the build does with the file.
  std::vector<RawCommand> Others = {};
};

/// What translateCommand needs to know beyond the command itself.
struct CommandOptions {
  /// Overrides the architecture of the command: "sm_80", "90a". What
  /// parseGpuArch does not read is ignored and recorded.
  std::string Arch;
  /// What findToolkit found; none for a command that needsNoToolkit.
  std::optional<Toolkit> Cuda;
};

/// One device-side parse.
struct DeviceCommand {
  /// As given, or absolute when Directory is not the current folder.
  std::string File;
  /// Where the build runs the command. If that is not the current folder, the
  /// paths in Arguments are absolute.
  std::string Directory;
  /// clang driver arguments without argv[0] and without the input file:
  /// -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudalib ...
  std::vector<std::string> Arguments;
  std::string Arch; ///< "sm_90": what is analysed.
  /// The options that nvcc needs beside macros and folders to produce the
  /// build's machine code; none of them names a file or a program.
  std::vector<std::string> ForNvcc;
  /// Names in what it has the linker do; more than these may be.
  std::vector<std::string> Linked;
  /// One line each for what was dropped, changed or could not be read, for -v.
  std::vector<std::string> Dropped;
};

/// Translates \p Command (argv as a compilation database gives it, argv[0] the
/// compiler) for \p File (absolute, or relative to the current folder of \p
/// FS). Never fails: what is unknown is dropped and recorded. Every input file
/// of the command is left out, \p File or not. Response files
/// (--options-file, -optf, @file) are read through \p FS relative to \p
/// Directory.
DeviceCommand translateCommand(const std::vector<std::string> &Command,
                               llvm::StringRef File, llvm::StringRef Directory,
                               const CommandOptions &Options,
                               llvm::vfs::FileSystem &FS);

/// \p Words, a command line of clang with its input, for a tool that parses the
/// file by itself: as they are, or, where they would make the parse write a
/// file or load a plugin or a module, as a command of clang -cc1 without these.
/// Of a command that clang does not understand the compiler and the input are
/// left.
std::vector<std::string>
withoutOutputs(std::vector<std::string> Words, llvm::StringRef Directory,
               const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &FS);

/// The sources that \p Command compiles, as it names them: none where it is not
/// one of a compiler, or only links, preprocesses or lists dependencies.
/// Response files are read relative to \p Directory.
std::vector<std::string> sourcesOf(const std::vector<std::string> &Command,
                                   llvm::StringRef Directory,
                                   llvm::vfs::FileSystem &FS);

/// The names in those words of \p Command that are about symbols, and in the files
/// that these name: "--defsym=entry=run" has entry and run, and the linker may have
/// calls of the one go to the other.
std::vector<std::string> linkerNames(const std::vector<std::string> &Command,
                                     llvm::StringRef Directory,
                                     llvm::vfs::FileSystem &FS);

/// True when argv[0] is nvcc (behind any launcher such as ccache), or options
/// that only nvcc knows are present.
bool isNvccCommand(const std::vector<std::string> &Command);

/// True when the command needs no CUDA toolkit (-nocudainc).
bool needsNoToolkit(const std::vector<std::string> &Command);

/// The toolkit that the command itself names: --cuda-path=DIR, else DIR when
/// argv[0] is DIR/bin/nvcc. Empty when it names none.
std::string toolkitOfCommand(const std::vector<std::string> &Command);

/// Puts the toolkit that findToolkit finds for \p Command, where it needs one,
/// into \p Options.
llvm::Error findToolkitOf(const std::vector<std::string> &Command,
                          llvm::StringRef CudaPath, llvm::vfs::FileSystem &FS,
                          CommandOptions &Options);

} // namespace warplint

#endif // WARPLINT_FRONTEND_COMPILECOMMAND_H
