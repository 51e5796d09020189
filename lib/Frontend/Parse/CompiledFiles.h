//===- CompiledFiles.h - Compiled headers as files --------------*- C++ -*-===//
//
// LLVM's file system in memory hashes what it is given, again for each parse:
// of PyTorch's headers that is a tenth of the time of one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_COMPILEDFILES_H
#define WARPLINT_LIB_FRONTEND_PARSE_COMPILEDFILES_H

#include "warplint/Frontend/Preamble.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <vector>

namespace warplint {

using CompiledFile =
    std::pair<llvm::vfs::Status, std::shared_ptr<const Preamble>>;

CompiledFile compiledFile(llvm::StringRef Name,
                          std::shared_ptr<const Preamble> P);

/// A file system that has \p Files over \p FS.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withCompiledFiles(std::vector<CompiledFile> Files,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_COMPILEDFILES_H
