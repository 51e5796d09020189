//===- CacheFile.h - Files of the cache -------------------------*- C++ -*-===//
//
// Private to lib/Cache.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CACHE_CACHEFILE_H
#define WARPLINT_LIB_CACHE_CACHEFILE_H

#include "warplint/Cache/FileTrace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>

namespace warplint {

/// The path of \p Key's file in \p Folder; other kinds of files of one key have
/// another \p Suffix.
std::string cachePathOf(llvm::StringRef Folder, llvm::StringRef Key,
                        llvm::StringRef Suffix = "");

/// The bytes of \p Path, which counts as used now; null where there are none.
std::unique_ptr<llvm::MemoryBuffer> openCacheFile(llvm::StringRef Path);

/// \p Body as a file that tells when it was damaged or is of another kind than
/// \p Heading names.
std::string sealed(llvm::StringRef Heading, llvm::StringRef Body);
/// The body of \p Bytes, where it is whole.
std::optional<llvm::StringRef> unsealed(llvm::StringRef Heading,
                                        llvm::StringRef Bytes);

void writeTrace(std::string &Bytes, const FileTrace &Trace);
/// Reads a trace off the front of \p Bytes. Nothing where an answer is another
/// one today.
std::optional<FileTrace> readTrace(llvm::StringRef &Bytes, FileAnswers &Today);

} // namespace warplint

#endif // WARPLINT_LIB_CACHE_CACHEFILE_H
