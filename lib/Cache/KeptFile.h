//===- KeptFile.h - Files of the cache --------------------------*- C++ -*-===//
//
// Private to lib/Cache.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CACHE_KEPTFILE_H
#define WARPLINT_LIB_CACHE_KEPTFILE_H

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

/// What was kept with a key.
struct KeptFile {
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  llvm::StringRef Body;
};

/// What \p Folder has for \p Key. Nothing where it was damaged, or is of another
/// kind than \p Heading names or of another key, or where Folder is empty.
std::optional<KeptFile> readCacheFile(llvm::StringRef Folder,
                                      llvm::StringRef Heading,
                                      llvm::StringRef Key,
                                      llvm::StringRef Suffix = "");

/// Keeps \p Body in \p Folder, if that is not empty. Where it fails (a full
/// disk, say) there is no such file.
void writeCacheFile(llvm::StringRef Folder, llvm::StringRef Heading,
                    llvm::StringRef Key, llvm::StringRef Body,
                    llvm::StringRef Suffix = "");

void writeTrace(std::string &Bytes, const FileTrace &Trace);
/// Reads a trace off the front of \p Bytes. Nothing where an answer is another
/// one today.
std::optional<FileTrace> readTrace(llvm::StringRef &Bytes, FileAnswers &Today);

} // namespace warplint

#endif // WARPLINT_LIB_CACHE_KEPTFILE_H
