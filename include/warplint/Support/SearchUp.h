//===- SearchUp.h - How far up a search for settings goes -------*- C++ -*-===//
//
// compile_commands.json, compile_flags.txt and .warplint are looked for in the
// folder of a file and those above it. What is found there without being named
// must be the project's own: the search ends where git ends its own, so that
// nobody else who may write into some folder above has a say.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_SEARCHUP_H
#define WARPLINT_SUPPORT_SEARCHUP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace warplint {

/// The folder above \p Folder (absolute), if a search that has come so far may
/// go on there; else empty. It ends at the root of a repository (where .git
/// stands), at the border of a file system, and below a folder of somebody
/// else: neither of the owner of \p Folder nor of the user.
llvm::StringRef nextFolderUp(llvm::StringRef Folder, llvm::vfs::FileSystem &FS);

/// Whether what a search finds in \p Folder is to be trusted like the folder:
/// \p Found belongs to the owner of the folder, to the user or to root.
bool isOwnersFile(const llvm::vfs::Status &Found, llvm::StringRef Folder,
                  llvm::vfs::FileSystem &FS);

} // namespace warplint

#endif // WARPLINT_SUPPORT_SEARCHUP_H
