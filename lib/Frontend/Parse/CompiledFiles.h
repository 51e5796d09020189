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
#include <string>
#include <vector>

namespace warplint {

class CompiledFiles {
public:
  void add(llvm::StringRef Name, std::shared_ptr<const Preamble> P);

  /// A file system that has them over \p FS.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) const;

  struct Entry {
    llvm::vfs::Status Status;
    std::shared_ptr<const Preamble> Headers;
  };

private:
  std::vector<Entry> Files;
};

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_COMPILEDFILES_H
