//===- Toolkit.h - Finding the CUDA toolkit ---------------------*- C++ -*-===//
//
// Releases and packagers lay the headers out differently:
//   11, 12   include -> targets/x86_64-linux/include, CCCL among the other
//            headers, version.json (not before 11.1)
//   13       the same, but CCCL moved to include/cccl
//   conda    PREFIX/targets/x86_64-linux/include only; PREFIX/include is shared
//   pip      nvidia/cu13 like 13 without a version file; nvidia/cuda_runtime
//            (12) with nvcc's, CCCL's and cuRAND's headers in folders beside it
//   Debian   /usr/lib/cuda, whose include is a link to /usr/include
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_TOOLKIT_H
#define WARPLINT_FRONTEND_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace warplint {

/// A CUDA installation, whichever layout its release has.
struct Toolkit {
  /// Passed to clang as --cuda-path: the folder that holds
  /// include/cuda_runtime.h.
  std::string Path;
  unsigned Major = 0;
  unsigned Minor = 0;
  /// nvcc's __CUDACC_VER_BUILD__; 0 where no version file tells it.
  unsigned Build = 0;
  /// Folders that nvcc adds by itself and clang does not: include/cccl since
  /// 13, the sibling folders of a pip installation.
  std::vector<std::string> SystemIncludes;
  std::string FoundBy; ///< "--cuda-path", "CUDA_HOME", "nvcc on PATH", ...
};

/// Looks at, in this order: \p CudaPathOption (an error if it holds no
/// toolkit), \p OfCommand (what toolkitOfCommand says), CUDA_PATH and CUDA_HOME
/// of the environment, every nvcc on PATH (links resolved), /usr/local/cuda,
/// the newest /usr/local/cuda-*, /usr/lib/cuda, /opt/cuda. The error says what
/// was tried and what to install or pass.
llvm::Expected<Toolkit> findToolkit(llvm::StringRef CudaPathOption,
                                    llvm::vfs::FileSystem &FS,
                                    llvm::StringRef OfCommand = {});

/// Reads one folder as a toolkit; fails when cuda_runtime.h or the version, that
/// of cuda.h, is not found there.
llvm::Expected<Toolkit> readToolkit(llvm::StringRef Path,
                                    llvm::vfs::FileSystem &FS);

} // namespace warplint

#endif // WARPLINT_FRONTEND_TOOLKIT_H
