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

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>

namespace warplint {

/// That of \p Roots, files that the build compiles, in order of preference, with
/// the shortest chain of includes to \p Header; all are absolute. \p FoldersOf
/// gives the -I and -iquote folders of the I-th when they are needed.
std::optional<size_t>
includerOf(llvm::StringRef Header, llvm::vfs::FileSystem &FS,
           llvm::ArrayRef<std::string> Roots,
           llvm::function_ref<std::vector<std::string>(size_t)> FoldersOf);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_COMMAND_INCLUDESCAN_H
