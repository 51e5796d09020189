//===- ForcedIncludes.h - What nvcc has and clang lacks ---------*- C++ -*-===//
//
// Small virtual headers, in a folder that exists in no file system:
//
//   curand_mtgp32_kernel.h  empty. Clang's CUDA wrapper includes it from every
//                           file, yet packagers ship cuRAND apart. Searched
//                           last, so that an installed one wins.
//   nvToolsExt.h            NVTX under the name that it had before CUDA 13.
//   omp.h                   gcc has it in a folder of its own. Searched last, too.
//   shared.h                where that is not included, __shared__ alone.
//   dialect.h               what nvcc declares and clang's wrapper does not:
//                           the rows of Dialect.def that are in force.
//   user-macros.h           the macros of the command line. The wrapper
//                           includes cuda.h, which nvcc does not, and whose
//                           parameters have names like N: -DN=128 would break
//                           it. They are defined behind the wrapper instead.
//   launches.h              the macros of LaunchBraces.h.
//   missing-names.h         what the file uses and no header declares
//                           (MissingNames.h), last of all.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_RECOVERY_FORCEDINCLUDES_H
#define WARPLINT_LIB_FRONTEND_RECOVERY_FORCEDINCLUDES_H

#include "Dialect.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace clang {
class CompilerInvocation;
}

namespace warplint {

struct ForcedIncludes {
  /// The headers, and what else of a parse is on no disk.
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  /// So many of the headers that are included before a file's text are the
  /// same for all files; 0 where others may come first.
  unsigned Leading = 0;
  /// The texts of the headers but for the user's macros.
  std::string Text;

  /// A file system that has the headers over \p FS.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) const;
};

/// Makes \p Invocation use the virtual headers, and Clang's own in \p FS with
/// other types (ThreadObjects.h). \p Launches and \p Declared: the texts of the
/// last two.
ForcedIncludes installForcedIncludes(clang::CompilerInvocation &Invocation,
                                     llvm::vfs::FileSystem &FS,
                                     const DialectRows &Applied,
                                     const std::string &Launches,
                                     const std::string &Declared);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_RECOVERY_FORCEDINCLUDES_H
