//===- CompiledSources.h - What a command compiles --------------*- C++ -*-===//

#ifndef WARPLINT_FRONTEND_COMPILEDSOURCES_H
#define WARPLINT_FRONTEND_COMPILEDSOURCES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace warplint {

/// The sources that \p Command compiles, as it names them: none where it is not
/// one of a compiler, or only links, preprocesses or lists dependencies.
/// Response files are read relative to \p Directory.
std::vector<std::string> sourcesOf(const std::vector<std::string> &Command,
                                   llvm::StringRef Directory,
                                   llvm::vfs::FileSystem &FS);

} // namespace warplint

#endif // WARPLINT_FRONTEND_COMPILEDSOURCES_H
