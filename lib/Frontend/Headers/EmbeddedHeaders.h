//===- EmbeddedHeaders.h - Clang's own headers, in the program --*- C++ -*-===//
//
// A program that is linked statically brings the headers that belong to Clang's
// version along: it runs where no LLVM is installed, and is one file. They are
// packed by cmake/pack_headers.py, one after the other, each as
//
//   path 0 size(8 bytes, little endian) text 0
//
// and are read through a file system in memory.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_HEADERS_EMBEDDEDHEADERS_H
#define WARPLINT_LIB_FRONTEND_HEADERS_EMBEDDEDHEADERS_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace clang {
class HeaderSearchOptions;
}

namespace warplint {

/// \p FS, and the headers above it, if the program has any.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

/// Debian's driver asks the disk, and no file system that it was given, for the
/// resource directory, and takes /usr/include/clang/VERSION where that is not
/// there. Puts the embedded headers in its place.
void searchEmbeddedHeaders(clang::HeaderSearchOptions &Options);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_HEADERS_EMBEDDEDHEADERS_H
