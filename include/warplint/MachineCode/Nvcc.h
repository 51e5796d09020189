//===- Nvcc.h - Asking nvcc what it issues ----------------------*- C++ -*-===//
//
// Runs the nvcc of the user's toolkit on a file of a tree that is not trusted.
// nvcc passes its arguments to a shell, so no word of the tree is on its command
// line: macros and folders are in a file that the host compiler reads,
// the source is included by one of ours, and options are words of a fixed list
// (lib/Frontend/Command/CodegenWords.cpp). See docs/issued.md.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MACHINECODE_NVCC_H
#define WARPLINT_MACHINECODE_NVCC_H

#include "warplint/Frontend/CompileCommand.h"
#include "warplint/MachineCode/MachineCode.h"
#include "llvm/Support/Error.h"

namespace warplint {

class Nvcc {
public:
  /// That of the toolkit in \p CudaPath, or, where that is empty, of the one
  /// that findToolkit finds by itself.
  static llvm::Expected<Nvcc> find(llvm::StringRef CudaPath,
                                   llvm::vfs::FileSystem &FS);

  const std::string &path() const { return Path; }
  /// "nvcc 13.0".
  const std::string &name() const { return Name; }
  /// Changes when it is installed anew.
  std::string identity() const;

  /// Fails if this nvcc lies in the tree of \p File or of the current folder and
  /// the user did not name it.
  llvm::Error checkOutside(llvm::StringRef File,
                           llvm::vfs::FileSystem &FS) const;

  struct Outcome {
    MachineCode Code;
    std::vector<std::string> Read; ///< The files that it read.
  };
  /// Compiles what \p Command does. Where there are \p Edited files, they are its
  /// file and all headers of the user's that it includes. The error is one line.
  llvm::Expected<Outcome> compile(const DeviceCommand &Command,
                                  llvm::ArrayRef<EditedFile> Edited) const;

private:
  std::string Path; ///< Absolute, links resolved.
  std::string Name;
  bool IsNamed = false; ///< By the user.
};

} // namespace warplint

#endif // WARPLINT_MACHINECODE_NVCC_H
