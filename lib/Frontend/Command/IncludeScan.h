//===- IncludeScan.h - Which file of a build includes a header --*- C++ -*-===//
//
// A textual search: #include lines are read without a preprocessor,
// conditionals and macros ignored, and followed breadth first, so that the
// includer found is the nearest. A name that resolves to no file matches a
// header that ends in it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_COMMAND_INCLUDESCAN_H
#define WARPLINT_LIB_FRONTEND_COMMAND_INCLUDESCAN_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A file that the build compiles, absolute, and its -I and -iquote folders.
struct IncludeRoot {
  std::string File;
  std::vector<std::string> Folders;
};

/// The root with the shortest chain of includes to \p Header (absolute). The
/// roots come in order of preference; \p RootAt gives the I-th of \p NumRoots
/// when its turn comes.
std::optional<size_t>
includerOf(llvm::StringRef Header, llvm::vfs::FileSystem &FS, size_t NumRoots,
           llvm::function_ref<IncludeRoot(size_t)> RootAt);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_COMMAND_INCLUDESCAN_H
